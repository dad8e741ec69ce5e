"""The sentences for codes: what happened, what becomes of the user's data, and the next step.

The core raises codes and plain parameters; here they become words of the window's language.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from assistant_app.base.errors import UserError
from assistant_app.base.notices import Notice
from assistant_app.conversation.types import LearningState
from assistant_app.ui.error_texts import ERRORS, NOTICES

_SENTENCES = {code.value: str(text) for code, text in ERRORS.items()}


def error_sentence(code: str, params: Mapping[str, str] | None = None) -> str:
    """Return what to say about an error.

    Args:
        code: Of a `UserError`, or as kept with a message.
        params: Its values; a model, host or path is named in brackets.
    """
    text = _SENTENCES.get(code)
    sentence = QCoreApplication.translate("Errors", text) if text is not None else _other()
    detail = _detail(params or {})
    return f"{sentence} ({detail})" if detail else sentence


def _other() -> str:
    return QCoreApplication.translate(
        "Errors", "Something went wrong. Nothing that was saved is lost; try again."
    )


def sentence_of(error: UserError) -> str:
    """Return what to say about an error that was raised."""
    return error_sentence(error.code.value, error.params)


def _detail(params: Mapping[str, str]) -> str:
    for name in ("model", "host", "provider", "path", "file", "key", "name"):
        if params.get(name):
            return params[name]
    return ""


def notice_sentence(notice: Notice) -> str:
    """Return what to say about a notice."""
    text = NOTICES.get(notice.code)
    if text is not None:
        return QCoreApplication.translate("Notices", str(text))
    return QCoreApplication.translate("Notices", "Something in the data folder was put right.")


def refusal_sentence(reason: str) -> str:
    """Return why a statement was not saved."""
    reasons = {
        "secret": QCoreApplication.translate("Refusals", "it looks like a secret"),
        "forgotten_before": QCoreApplication.translate("Refusals", "you had it forgotten"),
        "empty": QCoreApplication.translate("Refusals", "there were no words in it"),
        "disk_full": QCoreApplication.translate("Refusals", "the disk is full"),
        "save_failed": QCoreApplication.translate("Refusals", "the disk cannot be written to"),
        "too_long": QCoreApplication.translate("Refusals", "it is too long"),
        "never_health": QCoreApplication.translate(
            "Refusals", "you want nothing about health kept"
        ),
        "never_contact": QCoreApplication.translate(
            "Refusals", "you want no contact details of other people kept"
        ),
        "never_word": QCoreApplication.translate(
            "Refusals", "it holds a word from your list of things not to remember"
        ),
        "never_topic": QCoreApplication.translate(
            "Refusals", "it is about a topic on your list of things not to remember"
        ),
        "never_pattern": QCoreApplication.translate(
            "Refusals", "it looks like something on your list of things not to remember"
        ),
    }
    return reasons.get(reason) or QCoreApplication.translate(
        "Refusals", "it is on your list of things not to remember"
    )


def learning_sentence(state: LearningState) -> str:
    """Return how looking for something to remember in a message went; empty where there is news.

    It is told on demand only: an answer that taught nothing is the usual case, and no fault.
    """
    sentences = {
        LearningState.NOTHING: QCoreApplication.translate(
            "Learning", "Nothing to remember was found in this message"
        ),
        LearningState.UNREADABLE: QCoreApplication.translate(
            "Learning", "The model's reply about what to remember could not be read"
        ),
        LearningState.FAILED: QCoreApplication.translate(
            "Learning", "This message could not be looked through for things to remember"
        ),
        LearningState.OFF: QCoreApplication.translate(
            "Learning", "Nothing was looked for to be remembered"
        ),
    }
    return sentences.get(state, "")
