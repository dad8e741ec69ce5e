"""Keeps chat models between turns: a model file stays loaded, a connection stays open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from assistant_app.llm.factory import make_chat_model

if TYPE_CHECKING:
    from assistant_app.llm.port import ChatModel
    from assistant_app.llm.timeouts import Timeouts

_Setup = tuple[str, str, str, "Timeouts"]


class ModelPool:
    """The chat models in use, one for each set-up; lives on one event loop.

    A model whose set-up has changed is closed when the changed one is asked for.

    Args:
        make: Makes a model; `make_chat_model`.
    """

    def __init__(self, make: Callable[..., ChatModel] = make_chat_model) -> None:
        self._make = make
        self._models: dict[str, tuple[_Setup, ChatModel]] = {}

    async def get(self, name: str, *, base_url: str, key: str, timeouts: Timeouts) -> ChatModel:
        """Return the model of a name, made anew where its set-up has changed.

        Raises:
            UserError: As `make_chat_model`.
        """
        setup = (name, base_url, key, timeouts)
        known = self._models.get(name)
        if known is not None and known[0] == setup:
            return known[1]
        model = self._make(name, base_url=base_url, key=key, timeouts=timeouts)
        self._models[name] = (setup, model)
        if known is not None:
            await known[1].aclose()
        return model

    async def aclose(self) -> None:
        """Close every model."""
        models, self._models = self._models, {}
        for _, model in models.values():
            await model.aclose()
