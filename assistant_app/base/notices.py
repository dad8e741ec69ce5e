"""What the user should know although nothing failed: a code and plain values, no sentence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know that is no failure of an act: a code and plain values.

    Notices show in the message bar, on stderr, as `notices` of every `--json` object, and in
    `doctor`. Codes: `line_quarantined`, `snapshot_quarantined`, `sequence_gap`,
    `restored_from_backup`, `vectors_rebuilt`, `embedding_absent`, `keyring_session_only`,
    `conversation_quarantined`, `settings_quarantined`, `settings_unreadable`,
    `setting_ignored`.
    """

    code: str
    params: Mapping[str, str] = field(default_factory=dict)
