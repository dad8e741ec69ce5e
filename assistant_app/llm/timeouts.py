"""How long each part of a request may take, and how often it is tried."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Limits in seconds. All of them are settings; the defaults are those of the design.

    Attributes:
        connect: Until a connection stands.
        first_token: Until the answer begins; a server that loads a large model needs long.
        silence: Between two pieces of an answer that has begun.
        loading_notice: After this long without a first token the caller is told.
        retry_after: The longest pause that a server may ask for; what asks for more fails now.
        retry_base: The pause before the second attempt where the server names none; it doubles.
        attempts: How often a request is sent in all when the server is busy or broken.
        lookup: For short questions: list of models, abilities of a model.
    """

    connect: float = 10.0
    first_token: float = 120.0
    silence: float = 60.0
    loading_notice: float = 5.0
    retry_after: float = 30.0
    retry_base: float = 1.0
    attempts: int = 3
    lookup: float = 10.0
