"""What waits for a decision, and what can be decided: plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assistant_app.memory.types import Access, Entry, ProposalKind


class Decision(StrEnum):
    """What the user decided about a proposal."""

    KEEP = "keep"
    """Keep it; what it disagrees with becomes its past."""
    REJECT = "reject"
    """Leave everything as it was."""
    NEVER = "never"
    """Leave everything as it was, and do not ask again."""
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed memory, and the one that it would replace.

    Attributes:
        entry: What was noticed.
        rival: The memory that disagrees with it; None for something new.
        rival_access: How often that one was used.
        title: Of the chat that it comes from; empty where that is gone.
    """

    entry: Entry
    rival: Entry | None = None
    rival_access: Access | None = None
    title: str = ""

    @property
    def deletion(self) -> bool:
        """Whether the memory holds, and somebody else wants it forgotten."""
        return self.entry.asks is ProposalKind.DELETION

    @property
    def change(self) -> bool:
        """Whether it is a newer value, said as such."""
        return self.rival is not None and self.entry.asks is ProposalKind.CHANGED

    @property
    def conflict(self) -> bool:
        """Whether one of two has to be chosen."""
        return self.rival is not None and not self.change
