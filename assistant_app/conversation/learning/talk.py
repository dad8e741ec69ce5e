"""Where a conversation stands, out of the same reply that holds the facts. Pure."""

from __future__ import annotations

from assistant_app.base.text import has_content, one_line
from assistant_app.conversation.learning.told import folded
from assistant_app.conversation.learning.tolerant import record_named
from assistant_app.conversation.types import TalkState

TALK_INSTRUCTIONS = """\
- "state" tells where the conversation stands, in the user's language: "topic" and "intent" in a \
few words, "open_questions" the user still wants answered, "entities" the names of people, places \
and things as the user wrote them, "mood" one word or empty."""
_LONGEST = 160
_LONGEST_MOOD = 30
_MOST = 5
_MOST_ENTITIES = 8
_TEXTS = {"type": "array", "items": {"type": "string"}}
TALK_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "topic": {"type": "string"},
        "intent": {"type": "string"},
        "open_questions": {**_TEXTS, "maxItems": _MOST},
        "entities": {**_TEXTS, "maxItems": _MOST_ENTITIES},
        "mood": {"type": "string"},
    },
    "required": ["topic", "intent", "open_questions", "entities", "mood"],
    "additionalProperties": False,
}


def read_talk(reply: str, words: str, message: str) -> TalkState | None:
    """Read the state; None where the reply holds none.

    Args:
        reply: The model's text.
        words: What the user wrote; a name that does not stand there was invented.
        message: Id of the newest message that was read.
    """
    state = record_named(reply, "state")
    if state is None:
        return None
    said = folded(words)
    entities = [name for name in _texts(state.get("entities")) if folded(name) in said]
    return TalkState(
        message=message,
        topic=_text(state.get("topic"), _LONGEST),
        intent=_text(state.get("intent"), _LONGEST),
        open_questions=_texts(state.get("open_questions"))[:_MOST],
        entities=tuple(entities)[:_MOST_ENTITIES],
        mood=_text(state.get("mood"), _LONGEST_MOOD),
    )


def _text(value: object, most: int) -> str:
    text = one_line(value) if isinstance(value, str) else ""
    return text[:most] if has_content(text) and text != "..." else ""


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(dict.fromkeys(text for text in (_text(one, _LONGEST) for one in value) if text))
