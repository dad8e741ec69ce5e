"""Every setting of Keepsake: key, default, kind, once each. Titles and sentences are the window's.

`find` leads from a key that somebody typed to its declaration.
"""

from __future__ import annotations

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.settings.kinds import (
    Address,
    AutoNumber,
    Choice,
    Flag,
    ModelName,
    Number,
    Opaque,
    Patterns,
    Texts,
    Whole,
)
from assistant_app.settings.types import (
    PROVIDER_NAMES,
    Language,
    MemoryMode,
    Ranking,
    SendKey,
    Setting,
    SettingFamily,
    Theme,
)

_seconds = Number(0.1, 3600)
_relevance = Number(0, 1)

CHAT_MODEL = Setting("chat.model", "builtin:memory", ModelName(("memory",)))
ANSWER_TOKENS = Setting("chat.answer_tokens", 0, Whole(0, 100_000), advanced=True)
"""The longest answer of a model on this computer; 0 decides by the size of its context."""
EMBEDDING_MODEL = Setting("embedding.model", "builtin:e5-small", ModelName(("e5-small",)))
PROVIDER_BASE_URL: SettingFamily[str | None] = SettingFamily(
    "providers.", ".base_url", PROVIDER_NAMES, None, Address()
)
KEYS_KEPT = Setting("providers.keys_kept", "", Opaque(), advanced=True)
"""Names of the providers that have a key in the keyring, with spaces between. Where none is named
the keyring is left alone: asking one that was never used makes some systems want a password."""
DISCOVERY = Setting("discovery", True, Flag())
"""Whether Ollama, LM Studio and llama.cpp are looked for on this computer."""

MEMORY_MODE = Setting("memory.mode", MemoryMode.ON, Choice(MemoryMode))
MEMORY_RECALL = Setting("memory.recall", True, Flag())
MEMORY_TOOLS = Setting("memory.tools", True, Flag())
"""Whether the model may look into memory, and change it where the user asks, by tools."""
MEMORY_TOOL_ROUNDS = Setting("memory.tool_rounds", 5, Whole(1, 20), advanced=True)
"""The most times that results of tools go back to the model in one turn."""
MEMORY_TOP_K = Setting("memory.top_k", 8, Whole(0, 100), advanced=True)
MEMORY_ROUND_TOP_K = Setting("memory.round_top_k", 4, Whole(0, 100), advanced=True)
MEMORY_BUDGET_TOKENS = Setting("memory.budget_tokens", 800, Whole(50, 100_000), advanced=True)
MEMORY_FLOOR: Setting[float | None] = Setting(
    "memory.floor", None, AutoNumber(_relevance), advanced=True
)
"""The least relevance that is recalled; None leaves it to the measured one."""
MEMORY_DUPLICATE_COSINE = Setting("memory.duplicate_cosine", 0.95, Number(0.5, 1), advanced=True)
MEMORY_RANKING = Setting("memory.ranking", Ranking.MEASURED, Choice(Ranking), advanced=True)
MEMORY_WEIGHT_RELEVANCE = Setting("memory.weights.relevance", 40.0, Number(0, 100), advanced=True)
MEMORY_WEIGHT_RECENCY = Setting("memory.weights.recency", 30.0, Number(0, 100), advanced=True)
MEMORY_WEIGHT_USE = Setting("memory.weights.use", 20.0, Number(0, 100), advanced=True)
MEMORY_WEIGHT_FIT = Setting("memory.weights.fit", 10.0, Number(0, 100), advanced=True)
"""Weights of the ranking `own`; only their proportions count."""
MEMORY_DECAY_HOURS = Setting("memory.decay_hours", 24.0, Number(1, 87_600), advanced=True)
"""Hours after which recency has fallen to 37 %, for the ranking `own`."""
NEVER_HEALTH = Setting("memory.never.health", False, Flag())
"""Whether nothing about anybody's health is remembered."""
NEVER_CONTACTS = Setting("memory.never.contacts", False, Flag())
"""Whether no addresses, numbers and handles of other people are remembered."""
NEVER_WORDS: Setting[tuple[str, ...]] = Setting("memory.never.words", (), Texts())
NEVER_TOPICS: Setting[tuple[str, ...]] = Setting("memory.never.topics", (), Texts(50))
NEVER_PATTERNS: Setting[tuple[str, ...]] = Setting(
    "memory.never.patterns", (), Patterns(), advanced=True
)
TIDY_AFTER_DAYS = Setting("memory.tidy_after_days", 30, Whole(1, 3650), advanced=True)
"""Days after which memories count as old when memory is tidied up."""
RECALL_DEADLINE = Setting("recall.deadline", 1.5, Number(0.1, 60), advanced=True)
"""Seconds that a turn waits for recall."""

LANGUAGE = Setting("language", Language.SYSTEM, Choice(Language))
THEME = Setting("theme", Theme.SYSTEM, Choice(Theme))
TEXT_SIZE = Setting("text_size", 100, Whole(50, 300))
"""Per cent of the system's text size."""
SEND_KEY = Setting("send_key", SendKey.ENTER, Choice(SendKey))
WELCOME_DONE = Setting("welcome.done", False, Flag(), advanced=True)
WINDOW_STATE = Setting("window.state", "", Opaque(), advanced=True)

TIMEOUT_CONNECT = Setting("timeouts.connect", 10.0, _seconds, advanced=True)
TIMEOUT_FIRST_TOKEN = Setting("timeouts.first_token", 120.0, _seconds, advanced=True)
TIMEOUT_SILENCE = Setting("timeouts.silence", 60.0, _seconds, advanced=True)
TIMEOUT_EMBEDDING = Setting("timeouts.embedding", 20.0, _seconds, advanced=True)

_SINGLE: tuple[Setting[object], ...] = tuple(
    value for value in tuple(globals().values()) if isinstance(value, Setting)
)
ALL: tuple[Setting[object], ...] = _SINGLE + tuple(
    PROVIDER_BASE_URL.of(name)  # type: ignore[misc]  # a tuple of settings of any type
    for name in PROVIDER_NAMES
)
"""Every setting, families spelt out, in the order in which they are listed."""

_BY_KEY = {setting.key: setting for setting in ALL}


def known(key: str) -> Setting[object] | None:
    """Return the declaration of a key, or None."""
    return _BY_KEY.get(key)


def find(key: str) -> Setting[object]:
    """Return the declaration of a key that somebody typed.

    Raises:
        UserError: `setting_unknown`, with `key` and `nearest`: the name that was probably meant,
            or empty.
    """
    wanted = key.strip()
    setting = _BY_KEY.get(wanted) or _BY_KEY.get(wanted.lower().replace("-", "_"))
    if setting is None:
        raise UserError(ErrorCode.SETTING_UNKNOWN, key=wanted, nearest=_nearest(wanted))
    return setting


def _nearest(key: str) -> str:
    import difflib

    wanted = key.lower().replace("-", "_")
    for setting in ALL:  # `mode` means `memory.mode`
        if setting.key.endswith(f".{wanted}"):
            return setting.key
    return next(iter(difflib.get_close_matches(wanted, _BY_KEY, n=1)), "")
