"""The sentences of the command line: one for each code, and the next step. Plain English."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

_SENTENCES: Mapping[str, tuple[str, str]] = {
    "memory_save_failed": (
        "This could not be saved: {reason}. Everything saved before is as it was.",
        "Check that the folder of {path} can be written.",
    ),
    "disk_full": (
        "This could not be saved: the disk is full. Everything saved before is as it was.",
        "Make room on the disk and try again.",
    ),
    "store_locked": (
        "Keepsake is working on this data folder and does not answer.",
        "Close the window of Keepsake, or try again in a moment.",
    ),
    "store_newer": (
        "This data folder was written by a newer Keepsake. Nothing was touched.",
        "Install the newest version.",
    ),
    "store_unreadable": (
        "The data folder could not be read: {reason}. Nothing was overwritten.",
        "Look into its `quarantine` and `backups` folders.",
    ),
    "not_found": ("There is nothing with the id {id}.", "List what there is to see the ids."),
    "nothing_to_undo": ("There is nothing to take back.", ""),
    "empty_text": ("There is nothing to remember in an empty text.", "Write a statement."),
    "text_too_long": (
        "The text is too long to be one memory ({length} characters).",
        "Shorten it to {limit} characters.",
    ),
    "secret_refused": (
        "That holds a secret such as a password, a key or a card number, and is not kept.",
        "Leave the secret out.",
    ),
    "rule_refused": (
        "That is on your list of things not to remember, and is not kept.",
        "`keepsake config list` shows the list (memory.never.*).",
    ),
    "date_invalid": (
        "{date} is no date that can be used here.",
        "Write it as 2026-12-31; an end lies in the future.",
    ),
    "space_unknown": ("There is no space called {space}.", "See which spaces there are."),
    "space_exists": ("There is a space called {space} already.", "Choose another name."),
    "space_name_invalid": (
        "That cannot be the name of a space.",
        "Write up to {limit} characters on one line; not `global`.",
    ),
    "embedding_unavailable": (
        "The model that understands meaning is not available ({detail}).",
        "Memories are found by their words meanwhile. `keepsake doctor` says more.",
    ),
    "not_an_embedding_model": (
        "{model} answers chats but makes no vectors.",
        "Choose an embedding model for `embedding.model`.",
    ),
    "dimension_mismatch": (
        "{model} gave vectors of another length than before ({found} instead of {expected}).",
        "Run `keepsake memory rebuild-index`.",
    ),
    "provider_not_set_up": (
        "{provider} is not set up.",
        "Set `providers.{provider}.base_url` or run `keepsake key set {provider}`.",
    ),
    "provider_auth": (
        "{host} did not accept the key.",
        "Set it again with `keepsake key set {provider}`.",
    ),
    "provider_forbidden": ("{host} refused this request.", "Check what your account may use."),
    "model_not_found": ("There is no model called {model}.", "`keepsake models` lists them."),
    "provider_unreachable": (
        "{host} cannot be reached.",
        "Check that it is running, and your connection.",
    ),
    "provider_timeout": ("{host} did not answer in time.", "Try again."),
    "provider_rate_limited": ("{host} is asked too often.", "Wait a moment and try again."),
    "provider_error": ("{host} reported a fault of its own.", "Try again later."),
    "stream_broken": ("The answer broke off. What had arrived is kept.", "Try again."),
    "bad_response": ("{host} answered in a form that is not understood.", "Check its address."),
    "tls_failed": (
        "The secure connection to {host} failed.",
        "Check the clock of this computer and its certificates.",
    ),
    "context_too_long": ("The conversation is too long for this model.", "Start a new one."),
    "import_unreadable": ("The file could not be read as an import.", "Check its format."),
    "keyring_unavailable": (
        "The system's keyring is not available.",
        "The key is kept until Keepsake ends.",
    ),
    "setting_unknown": ("There is no setting called {key}.", "Did you mean {nearest}?"),
    "setting_invalid": ("That is no value for {key}.", "Allowed: {allowed}."),
    "key_invalid": ("That does not look like a key.", "Paste the key alone, as one line."),
    "loading": ("The model is being loaded; this can take a minute.", ""),
    "retrying": ("The server is busy; trying again in {seconds} s.", ""),
    "recall_late": ("Memory did not answer in time; this answer was made without it.", ""),
    "words_only": (
        "The model that understands meaning did not answer; memories were found by words only.",
        "",
    ),
    "line_quarantined": ("A damaged line of {file} was set aside in `quarantine`.", ""),
    "snapshot_quarantined": ("The damaged file {file} was set aside in `quarantine`.", ""),
    "sequence_gap": ("The log of changes has a gap after number {after}.", ""),
    "restored_from_backup": ("Memories were brought back from the backup {backup}.", ""),
    "vectors_rebuilt": ("The index by meaning is being made afresh.", ""),
    "embedding_absent": (
        "The built-in model is missing: memories are found by their words only.",
        "`make setup` fetches it.",
    ),
    "keyring_session_only": ("Keys are kept only until Keepsake ends.", ""),
    "conversation_quarantined": ("A damaged part of a conversation was set aside.", ""),
    "conversation_unreadable": (
        "The conversation in {file} cannot be read; it is left as it is.",
        "",
    ),
    "spaces_quarantined": (
        "The damaged list of spaces was set aside; their memories are here, under plain ids.",
        "",
    ),
    "settings_quarantined": ("The damaged settings file was set aside; defaults are used.", ""),
    "settings_unreadable": ("The settings file cannot be read; defaults are used.", ""),
    "setting_ignored": ("The setting {key} has a value that is not understood.", ""),
}

_NOT_SET_UP: Mapping[str, str] = {
    "provider": "Choose a provider that `keepsake config list` names.",
    "support": "Its own protocol is not built in; use it through OpenRouter or the like.",
    "extra": 'Install what it needs: pip install -e ".[local]".',
    "base_url": "Set `providers.{provider}.base_url`.",
}
"""The next step by what is missing."""


def sentence_for(code: str, params: Mapping[str, str]) -> str:
    """Return the sentence of an error or notice code."""
    sentence, _ = _SENTENCES.get(code, (code, ""))
    return _fill(sentence, params)


def hint_for(code: str, params: Mapping[str, str]) -> str:
    """Return the next step, or an empty text."""
    _, hint = _SENTENCES.get(code, (code, ""))
    if code == "setting_unknown" and not params.get("nearest"):
        return "`keepsake config list` prints them all."
    if code == "provider_not_set_up":
        hint = _NOT_SET_UP.get(params.get("missing", ""), hint)
    return _fill(hint, params)


def known_codes() -> frozenset[str]:
    """Codes that have a sentence."""
    return frozenset(_SENTENCES)


def _fill(template: str, params: Mapping[str, str]) -> str:
    # A missing parameter must not turn an error message into another error.
    filled = template.format_map(defaultdict(lambda: "it", params))
    return filled[:1].upper() + filled[1:] if filled.startswith("it ") else filled
