"""The composition root: the one module that names every concrete class.

`assemble` puts the core together for the command line and for the window; `run_window` adds Qt.
Everyone else gets collaborators in the constructor.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from assistant_app.base.clock import IdFactory, system_clock
from assistant_app.base.daemon import in_daemon
from assistant_app.base.errors import UserError
from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.base.notices import Notice
from assistant_app.base.paths import DataFolder, resource
from assistant_app.services import Services
from assistant_app.settings import declarations
from assistant_app.settings.file import SettingsFile
from assistant_app.settings.secrets import SecretStore, Source
from assistant_app.settings.types import Ranking
from assistant_app.workers.core import Core, CoreHandle
from assistant_app.workers.models import ModelList

WEIGHTS = ("models", "e5-small-q4.bin")

if TYPE_CHECKING:
    from assistant_app.conversation.answer import MemoryAnswerer
    from assistant_app.embeddings.port import Embedder
    from assistant_app.llm.catalog import ModelEntry
    from assistant_app.llm.pool import ModelPool
    from assistant_app.llm.port import ChatModel
    from assistant_app.llm.timeouts import Timeouts
    from assistant_app.memory.options import MemoryOptions
    from assistant_app.memory.ranking import Weights
    from assistant_app.settings.values import Settings
    from assistant_app.workers.models import ModelChoice


def assemble(folder: DataFolder, answerer: Callable[[], MemoryAnswerer] | None = None) -> Services:
    """Put the core together over a data folder, whose lock the caller holds.

    Args:
        folder: The data folder.
        answerer: Gives the answers from memory alone in the language of the window; English for
            the command line.

    Raises:
        UserError: `store_newer` where the settings are a newer program's.
    """
    # Two threads of OpenBLAS on a busy machine had pauses above 100 ms; read at numpy's import.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    settings = SettingsFile(folder)
    notices = settings.load()
    secrets = SecretStore(is_kept=lambda provider: provider in _kept(settings))
    executor = LaneExecutor()
    providers = _Providers(settings, secrets)
    opener = _CoreOpener(folder, settings, providers, executor, answerer)
    core = CoreHandle(executor, opener.open)

    async def set_key(provider: str, key: str) -> str:
        import asyncio

        source = await in_daemon(lambda: secrets.set(provider, key))
        if source is Source.KEYRING:
            named = " ".join(sorted({*_kept(settings), provider}))
            saving = core.submit(lambda _: settings.set(declarations.KEYS_KEPT, named), Lane.SAVE)
            await asyncio.wrap_future(saving)
        return source.value

    return Services(
        folder=folder,
        core=core,
        settings=settings,
        secrets=secrets,
        set_key=set_key,
        list_models=providers.list_models,
        probe=providers.probe,
        use_settings=opener.use_settings,
        close_models=providers.close_models,
        notices=notices,
    )


class _CoreOpener:
    """Opens the store, the conversations and the turn on the memory worker."""

    def __init__(
        self,
        folder: DataFolder,
        settings: SettingsFile,
        providers: _Providers,
        executor: LaneExecutor,
        answerer: Callable[[], MemoryAnswerer] | None,
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._providers = providers
        self._executor = executor
        self._answerer = answerer

    def open(self) -> Core:
        from assistant_app.conversation.access import LaneConversations, LaneMemory
        from assistant_app.conversation.answer import MemoryAnswerer
        from assistant_app.conversation.filling import VectorFiller
        from assistant_app.conversation.overflow import LaneSessionRounds
        from assistant_app.conversation.store.store import ConversationStore
        from assistant_app.conversation.tools.memory import LaneToolMemory
        from assistant_app.conversation.turn import Turn
        from assistant_app.memory.memory import Memory
        from assistant_app.memory.never import redact
        from assistant_app.memory.spaces import Spaces
        from assistant_app.memory.store.store import MemoryStore
        from assistant_app.memory.vectorfiles import FolderVectorFiles

        clock, ids = system_clock, IdFactory()
        store = MemoryStore(self._folder, clock=clock, ids=ids)
        notices = store.open()
        embedder, embedding_notices = self._embedder()
        memory = Memory(
            store,
            embedder,
            clock=clock,
            ids=ids,
            options=_memory_options(self._settings.current),
            files=FolderVectorFiles(self._folder),
        )
        spaces = Spaces(self._folder, memory, clock=clock, ids=ids)
        notices += spaces.open()
        conversations = ConversationStore(self._folder, clock, ids, redact=redact)
        lane_memory = LaneMemory(self._executor, memory, embedder)
        lane_conversations = LaneConversations(self._executor, conversations)
        turn = Turn(
            conversations=lane_conversations,
            memory=lane_memory,
            models=self._providers.chat_model,
            answerer=self._answerer or MemoryAnswerer,
            clock=clock,
            ids=ids,
            redact=redact,
            tools=LaneToolMemory(self._executor, memory),
            sessions=LaneSessionRounds(self._executor, memory.for_session),
        )

        def close() -> None:
            conversations.close()
            memory.close()
            if embedder is not None:
                embedder.close()

        return Core(
            memory=memory,
            spaces=spaces,
            conversations=conversations,
            lane_memory=lane_memory,
            lane_conversations=lane_conversations,
            vectors=VectorFiller(self._executor, memory),
            turn=turn,
            chat_model=self._providers.chat_model,
            notices=notices + embedding_notices,
            close=close,
        )

    def use_settings(self, core: Core, *, embedding: bool) -> None:
        """Let the opened core work by the settings as they are now."""
        core.memory.configure(_memory_options(self._settings.current))
        if embedding:
            embedder, _ = self._embedder()
            core.memory.use_embedder(embedder)
            core.lane_memory.embedder = embedder

    def _embedder(self) -> tuple[Embedder | None, tuple[Notice, ...]]:
        """Make the embedding model; without one memory works by words, and a notice says so."""
        from assistant_app.embeddings.factory import BUILTIN

        try:
            embedder = self._providers.embedder()
        except UserError as error:
            return None, (Notice("embedding_absent", {"reason": error.code.value}),)
        if embedder.model_id == BUILTIN and not resource(*WEIGHTS).is_file():
            return None, (Notice("embedding_absent", {"reason": "no weights"}),)
        return embedder, ()


class _Providers:
    """Makes models from the settings and keys as they are now."""

    def __init__(self, settings: SettingsFile, secrets: SecretStore) -> None:
        self._settings = settings
        self._secrets = secrets
        self._pool: ModelPool | None = None

    async def close_models(self) -> None:
        """Close connections and loaded model files; on the loop that used them."""
        if self._pool is not None:
            await self._pool.aclose()

    async def chat_model(self, name: str) -> ChatModel:
        """Make the chat model of a name; asks the keyring on a thread of its own."""
        from assistant_app.llm.catalog import parse_model_name
        from assistant_app.llm.pool import ModelPool

        if self._pool is None:
            self._pool = ModelPool()
        provider = parse_model_name(name).provider
        return await self._pool.get(
            name,
            base_url=self._base_url(provider),
            key=await in_daemon(lambda: self._key(provider)),
            timeouts=_timeouts(self._settings.current),
        )

    def embedder(self) -> Embedder:
        """Make the embedding model of the setting."""
        from assistant_app.embeddings.factory import make_embedder

        current = self._settings.current
        name = current.get(declarations.EMBEDDING_MODEL)
        provider = name.partition(":")[0]
        return make_embedder(
            name,
            base_url=self._base_url(provider) or None,
            key=self._key(provider) or None,
            connect_seconds=current.get(declarations.TIMEOUT_CONNECT),
            total_seconds=current.get(declarations.TIMEOUT_EMBEDDING),
        )

    async def list_models(self) -> ModelList:
        """Ask every provider that is set up, and the model servers of this computer."""
        import asyncio

        from assistant_app.llm.listing import discover, list_models

        current = self._settings.current
        set_up = await in_daemon(self._set_up)
        found = await discover() if current.get(declarations.DISCOVERY) else ()
        asked = [name for name in set_up if name not in {one.provider for one in found}]
        answers = await asyncio.gather(
            *(
                list_models(
                    name,
                    base_url=self._base_url(name),
                    key=set_up[name],
                    timeouts=_timeouts(current),
                )
                for name in asked
            ),
            return_exceptions=True,
        )
        models = [_choice(entry, local=True) for one in found for entry in one.models]
        errors: dict[str, str] = {}
        for name, answer in zip(asked, answers, strict=True):
            if isinstance(answer, UserError):
                errors[name] = answer.code.value
            elif isinstance(answer, BaseException):
                raise answer
            else:
                local = self._is_local(name)
                models += [_choice(entry, local=local) for entry in answer]
        return ModelList(tuple(models), errors)

    async def probe(self, provider: str, base_url: str, key: str) -> tuple[ModelChoice, ...]:
        """Try a provider as typed; an empty key means the one that is kept."""
        from assistant_app.base.web import is_loopback
        from assistant_app.llm.catalog import PROVIDERS
        from assistant_app.llm.listing import list_models

        used = key or await in_daemon(lambda: self._key(provider))
        entries = await list_models(
            provider, base_url=base_url, key=used, timeouts=_timeouts(self._settings.current)
        )
        address = base_url or PROVIDERS[provider].base_url
        return tuple(_choice(entry, local=is_loopback(address)) for entry in entries)

    def _set_up(self) -> dict[str, str]:
        """Providers with an address of the user's or a key, and their keys."""
        from assistant_app.llm.catalog import PROVIDERS, Api

        found = {}
        for provider in PROVIDERS.values():
            if provider.api not in {Api.OPENAI, Api.OLLAMA}:
                continue
            key = self._key(provider.name)
            if key or self._base_url(provider.name):
                found[provider.name] = key
        return found

    def _is_local(self, provider: str) -> bool:
        from assistant_app.base.web import is_loopback
        from assistant_app.llm.catalog import PROVIDERS, resolve_base_url

        root = resolve_base_url(PROVIDERS[provider], self._base_url(provider), os.environ)
        return is_loopback(root)

    def _base_url(self, provider: str) -> str:
        family = declarations.PROVIDER_BASE_URL
        if provider not in family.members:
            return ""
        return self._settings.current.get(family.of(provider)) or ""

    def _key(self, provider: str) -> str:
        if provider not in declarations.PROVIDER_BASE_URL.members:
            return ""
        secret = self._secrets.get(provider)
        return secret.value if secret is not None else ""


def _kept(settings: SettingsFile) -> list[str]:
    return settings.current.get(declarations.KEYS_KEPT).split()


def _choice(entry: ModelEntry, *, local: bool) -> ModelChoice:
    from assistant_app.workers.models import ModelChoice

    return ModelChoice(
        name=f"{entry.provider}:{entry.id}",
        provider=entry.provider,
        label=entry.id,
        is_local=local,
        embedding=entry.embedding,
        context=entry.context,
    )


def _timeouts(settings: Settings) -> Timeouts:
    from assistant_app.llm.timeouts import Timeouts

    return Timeouts(
        connect=settings.get(declarations.TIMEOUT_CONNECT),
        first_token=settings.get(declarations.TIMEOUT_FIRST_TOKEN),
        silence=settings.get(declarations.TIMEOUT_SILENCE),
    )


def _weights(settings: Settings) -> Weights:
    from assistant_app.memory.ranking import MEASURED, PUBLISHED, Weights

    chosen = settings.get(declarations.MEMORY_RANKING)
    if chosen is not Ranking.OWN:
        return MEASURED if chosen is Ranking.MEASURED else PUBLISHED
    return Weights(
        relevance=settings.get(declarations.MEMORY_WEIGHT_RELEVANCE),
        recency=settings.get(declarations.MEMORY_WEIGHT_RECENCY),
        use=settings.get(declarations.MEMORY_WEIGHT_USE),
        fit=settings.get(declarations.MEMORY_WEIGHT_FIT),
        decay=timedelta(hours=settings.get(declarations.MEMORY_DECAY_HOURS)),
    )


def _memory_options(settings: Settings) -> MemoryOptions:
    from assistant_app.memory.options import MemoryOptions
    from assistant_app.memory.rules import NeverRules
    from assistant_app.memory.tidy import TidyOptions

    return MemoryOptions(
        top_k=settings.get(declarations.MEMORY_TOP_K),
        round_top_k=settings.get(declarations.MEMORY_ROUND_TOP_K),
        floor=settings.get(declarations.MEMORY_FLOOR),
        budget_tokens=settings.get(declarations.MEMORY_BUDGET_TOKENS),
        duplicate_cosine=settings.get(declarations.MEMORY_DUPLICATE_COSINE),
        ranking=_weights(settings),
        tidy=TidyOptions(timedelta(days=settings.get(declarations.TIDY_AFTER_DAYS))),
        never=NeverRules(
            health=settings.get(declarations.NEVER_HEALTH),
            contacts=settings.get(declarations.NEVER_CONTACTS),
            words=settings.get(declarations.NEVER_WORDS),
            topics=settings.get(declarations.NEVER_TOPICS),
            patterns=settings.get(declarations.NEVER_PATTERNS),
        ),
    )
