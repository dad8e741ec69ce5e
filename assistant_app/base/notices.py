"""What the user should know although nothing failed: a code and plain values, no sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


NOTICE_CODES = frozenset(
    {
        "conversation_quarantined",
        "conversation_unreadable",
        "embedding_absent",
        "keyring_session_only",
        "line_quarantined",
        "restored_from_backup",
        "sequence_gap",
        "setting_ignored",
        "settings_quarantined",
        "settings_unreadable",
        "snapshot_quarantined",
        "spaces_quarantined",
        "vectors_rebuilt",
    }
)
"""Every code of a notice; the window and the command line have a sentence for each."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know that is no failure of an act: a code and plain values.

    Notices show in the message bar, on stderr, as `notices` of every `--json` object, and in
    `doctor`.
    """

    code: str
    params: Mapping[str, str] = field(default_factory=dict)
