"""The tables of sentences for codes; `ui.errors` hands them out in the window's language."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

from assistant_app.base.errors import ErrorCode

_MEMORY = {
    ErrorCode.MEMORY_SAVE_FAILED: QT_TRANSLATE_NOOP(
        "Errors",
        "This could not be saved. Nothing that was saved before is lost; "
        "check that the disk can be written to, then try again.",
    ),
    ErrorCode.DISK_FULL: QT_TRANSLATE_NOOP(
        "Errors",
        "This could not be saved: the disk is full. Nothing that was saved before is lost; "
        "make some room, then try again.",
    ),
    ErrorCode.STORE_LOCKED: QT_TRANSLATE_NOOP(
        "Errors",
        "Keepsake is already running with these memories. Go on in its other window.",
    ),
    ErrorCode.STORE_NEWER: QT_TRANSLATE_NOOP(
        "Errors",
        "These memories were written by a newer Keepsake. They are untouched; "
        "update Keepsake to open them.",
    ),
    ErrorCode.STORE_UNREADABLE: QT_TRANSLATE_NOOP(
        "Errors",
        "Your memories could not be read. Nothing was written over them; "
        "look into the data folder, or restore a backup.",
    ),
    ErrorCode.NOT_FOUND: QT_TRANSLATE_NOOP(
        "Errors", "This is not there any more. It may have been forgotten elsewhere."
    ),
    ErrorCode.NOTHING_TO_UNDO: QT_TRANSLATE_NOOP(
        "Errors", "There is nothing to undo here any more."
    ),
    ErrorCode.EMPTY_TEXT: QT_TRANSLATE_NOOP(
        "Errors", "There is nothing to remember yet. Write a few words first."
    ),
    ErrorCode.TEXT_TOO_LONG: QT_TRANSLATE_NOOP(
        "Errors", "This text is too long. Nothing was saved; shorten it, then try again."
    ),
    ErrorCode.SECRET_REFUSED: QT_TRANSLATE_NOOP(
        "Errors",
        "This looks like a password or another secret, so it was not saved. "
        "Leave the secret out, then try again.",
    ),
    ErrorCode.RULE_REFUSED: QT_TRANSLATE_NOOP(
        "Errors",
        "This is on your list of things not to remember, so it was not saved. "
        "Change the text, or the list in the settings.",
    ),
    ErrorCode.DATE_INVALID: QT_TRANSLATE_NOOP(
        "Errors", "This is not a date. Nothing was changed; write it as 2026-12-31."
    ),
    ErrorCode.SPACE_UNKNOWN: QT_TRANSLATE_NOOP(
        "Errors", "This space is not there any more. Choose another one."
    ),
    ErrorCode.SPACE_EXISTS: QT_TRANSLATE_NOOP(
        "Errors", "There is a space of this name already. Choose another name."
    ),
    ErrorCode.SPACE_NAME_INVALID: QT_TRANSLATE_NOOP(
        "Errors", "This cannot be the name of a space. Write a short name on one line."
    ),
    ErrorCode.EMBEDDING_UNAVAILABLE: QT_TRANSLATE_NOOP(
        "Errors",
        "Memories are found by their words only at the moment, not by their meaning. "
        "None is lost; check the model for memories in the settings.",
    ),
    ErrorCode.NOT_AN_EMBEDDING_MODEL: QT_TRANSLATE_NOOP(
        "Errors",
        "This model cannot compare meanings. Choose another model for memories in the settings.",
    ),
    ErrorCode.DIMENSION_MISMATCH: QT_TRANSLATE_NOOP(
        "Errors",
        "The model for memories has changed, so meanings are computed anew. "
        "Until then memories are found by their words.",
    ),
    ErrorCode.IMPORT_UNREADABLE: QT_TRANSLATE_NOOP(
        "Errors", "This file could not be read. Nothing was brought in; try another file."
    ),
}


_MODELS = {
    ErrorCode.PROVIDER_NOT_SET_UP: QT_TRANSLATE_NOOP(
        "Errors",
        "This model is not set up yet. Your message is kept; add the key in the settings.",
    ),
    ErrorCode.PROVIDER_AUTH: QT_TRANSLATE_NOOP(
        "Errors",
        "The key was not accepted. Your message is kept; check the key in the settings.",
    ),
    ErrorCode.PROVIDER_FORBIDDEN: QT_TRANSLATE_NOOP(
        "Errors",
        "This key may not use the model. Your message is kept; choose another model.",
    ),
    ErrorCode.MODEL_NOT_FOUND: QT_TRANSLATE_NOOP(
        "Errors",
        "The model is not there. Your message is kept; choose another model below.",
    ),
    ErrorCode.PROVIDER_UNREACHABLE: QT_TRANSLATE_NOOP(
        "Errors",
        "The model cannot be reached. Your message is kept; "
        "check that it runs or that you are connected, then try again.",
    ),
    ErrorCode.PROVIDER_TIMEOUT: QT_TRANSLATE_NOOP(
        "Errors", "The model took too long. Your message is kept; try again."
    ),
    ErrorCode.PROVIDER_RATE_LIMITED: QT_TRANSLATE_NOOP(
        "Errors",
        "The provider asks to wait. Your message is kept; try again in a little while.",
    ),
    ErrorCode.PROVIDER_ERROR: QT_TRANSLATE_NOOP(
        "Errors",
        "The provider has a problem of its own. Your message is kept; try again later.",
    ),
    ErrorCode.STREAM_BROKEN: QT_TRANSLATE_NOOP(
        "Errors",
        "The answer broke off. What arrived is kept above; try again for a whole one.",
    ),
    ErrorCode.BAD_RESPONSE: QT_TRANSLATE_NOOP(
        "Errors",
        "The model sent something that could not be read. Your message is kept; "
        "try again, or check the address in the settings.",
    ),
    ErrorCode.TLS_FAILED: QT_TRANSLATE_NOOP(
        "Errors",
        "No safe connection could be made, so nothing was sent. "
        "Check the address, and the clock of this computer.",
    ),
    ErrorCode.CONTEXT_TOO_LONG: QT_TRANSLATE_NOOP(
        "Errors",
        "This is more than the model can read at once. Your message is kept; "
        "shorten it, or choose another model.",
    ),
}


_SETTINGS = {
    ErrorCode.KEYRING_UNAVAILABLE: QT_TRANSLATE_NOOP(
        "Errors",
        "The system's safe place for keys cannot be opened. "
        "The key is kept until Keepsake is closed.",
    ),
    ErrorCode.SETTING_UNKNOWN: QT_TRANSLATE_NOOP(
        "Errors", "There is no such setting. Nothing was changed."
    ),
    ErrorCode.SETTING_INVALID: QT_TRANSLATE_NOOP(
        "Errors", "This setting cannot have that value. Nothing was changed."
    ),
    ErrorCode.KEY_INVALID: QT_TRANSLATE_NOOP(
        "Errors",
        "This does not look like a key. Nothing was saved; copy it again, without other text.",
    ),
}


NOTICES = {
    "line_quarantined": QT_TRANSLATE_NOOP(
        "Notices",
        "A damaged line in your memories was moved aside. Everything else is there.",
    ),
    "snapshot_quarantined": QT_TRANSLATE_NOOP(
        "Notices",
        "The file of your memories was damaged and moved aside. "
        "They were put together again from the journal.",
    ),
    "sequence_gap": QT_TRANSLATE_NOOP(
        "Notices",
        "A part of your memories' journal is missing. Some of the latest changes may be lost.",
    ),
    "restored_from_backup": QT_TRANSLATE_NOOP(
        "Notices", "Your memories were restored from the newest good backup."
    ),
    "vectors_rebuilt": QT_TRANSLATE_NOOP(
        "Notices",
        "The index of meanings is made anew. Until then memories are found by their words.",
    ),
    "embedding_absent": QT_TRANSLATE_NOOP(
        "Notices",
        "The model for meanings is missing, so memories are found by their words only.",
    ),
    "keyring_session_only": QT_TRANSLATE_NOOP(
        "Notices",
        "Keys are kept until Keepsake is closed: the system has no safe place for them.",
    ),
    "conversation_quarantined": QT_TRANSLATE_NOOP(
        "Notices", "A damaged chat was moved aside. What was remembered from it is there."
    ),
    "spaces_quarantined": QT_TRANSLATE_NOOP(
        "Notices",
        "The list of spaces was damaged and moved aside. Their memories are all here; "
        "the spaces need their names again.",
    ),
    "conversation_unreadable": QT_TRANSLATE_NOOP(
        "Notices", "One chat cannot be read. It is left as it is; all others are here."
    ),
    "settings_quarantined": QT_TRANSLATE_NOOP(
        "Notices",
        "The settings were damaged and moved aside. The usual ones are in force; "
        "your memories are not touched.",
    ),
    "settings_unreadable": QT_TRANSLATE_NOOP(
        "Notices",
        "The settings could not be read, so the usual ones are in force. "
        "Your memories are not touched.",
    ),
    "setting_ignored": QT_TRANSLATE_NOOP(
        "Notices", "One setting had a value that cannot be used, so the usual one is in force."
    ),
}
ERRORS = _MEMORY | _MODELS | _SETTINGS
