"""What the page "To review" means: decisions become operations, each with its way back."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from assistant_app.memory.types import Access, Entry, Snapshot, State
from assistant_app.ui.memories.acts import Step, UndoableActs
from assistant_app.ui.memories.inbox_page import InboxPage
from assistant_app.ui.memories.proposals import Decision, Proposal
from assistant_app.ui.memories.sentences import number, short
from assistant_app.ui.pages import PageContext


def waiting(snapshot: Snapshot) -> tuple[tuple[Entry, Entry | None, Access], ...]:
    """Return what waits, the newest first, with what it would replace and how that was used."""
    proposed = [entry for entry in snapshot.entries if entry.asks is not None]
    wanted = {entry.supersedes for entry in proposed if _replaces(entry)}
    rivals = {
        entry.id: entry
        for entry in snapshot.entries
        if entry.id in wanted and entry.state is State.ACTIVE
    }
    found = []
    for entry in reversed(proposed):
        rival = rivals.get(entry.supersedes or "") if _replaces(entry) else None
        access = snapshot.access.get(rival.id, Access()) if rival is not None else Access()
        found.append((entry, rival, access))
    return tuple(found)


def _replaces(entry: Entry) -> bool:
    return entry.state is State.PROPOSED and entry.supersedes is not None


class InboxController(QObject):
    """Decides."""

    def __init__(self, page: InboxPage, context: PageContext) -> None:
        super().__init__(page)
        self._page = page
        self._context = context
        self._memories = context.memories
        self._proposals: dict[str, Proposal] = {}
        self._job = 0
        self._acts = UndoableActs(context.memories, context.bar, self)
        page.decided.connect(self._decide)
        page.undo_wanted.connect(self._acts.undo_last)
        page.keep_all_wanted.connect(lambda: self._decide_all(Decision.KEEP))
        page.reject_all_wanted.connect(lambda: self._decide_all(Decision.REJECT))
        page.chat_wanted.connect(lambda: context.open_page("chats"))
        self._memories.snapshot_changed.connect(self._refresh)
        self._refresh()

    def _refresh(self, _snapshot: Snapshot | None = None) -> None:
        self._job += 1
        self._memories.derive(waiting, self, partial(self._take, self._job))

    def _take(self, job: int, found: tuple[tuple[Entry, Entry | None, Access], ...]) -> None:
        if job != self._job:
            return
        proposals = [
            Proposal(
                entry,
                rival,
                access,
                self._context.title_of(entry.origin.conversation or ""),
            )
            for entry, rival, access in found
        ]
        self._proposals = {proposal.entry.id: proposal for proposal in proposals}
        self._page.show_proposals(proposals)

    def _decide(self, memory_id: str, decision: Decision, text: str) -> None:
        proposal = self._proposals.get(memory_id)
        if proposal is None:
            return
        # The card stays until the store has said that it is done.
        steps = self._steps(proposal, decision, text)
        self._acts.run(steps, self._sentence(proposal, decision, text))

    def _steps(self, proposal: Proposal, decision: Decision, text: str = "") -> list[Step]:
        memories, name = self._memories, proposal.entry.id
        steps: list[Step] = []
        if text:
            steps.append(lambda ok, bad: memories.revise(name, self, ok, bad, text=text))
        if decision in (Decision.KEEP, Decision.BOTH):
            steps.append(lambda ok, bad: memories.accept(name, self, ok, bad))
        elif decision is Decision.NEVER:
            steps.append(lambda ok, bad: memories.never(name, self, ok, bad))
        else:
            steps.append(lambda ok, bad: memories.reject(name, self, ok, bad))
        rival = proposal.rival
        if rival is not None and decision is Decision.BOTH:
            old = rival.id
            steps.append(lambda ok, bad: memories.restore([old], self, ok, bad))
        elif rival is not None and decision is Decision.NEITHER:
            old = rival.id
            steps.append(lambda ok, bad: memories.forget([old], self, ok, bad))
        return steps

    def _sentence(self, proposal: Proposal, decision: Decision, text: str) -> str:
        words = short(text or proposal.entry.text)
        if proposal.deletion:
            agreed = decision is Decision.KEEP
            shape = self.tr("Forgotten: %1") if agreed else self.tr("Stays: %1")
            return shape.replace("%1", words)
        sentences = {
            Decision.KEEP: self.tr("Kept: %1"),
            Decision.BOTH: self.tr("Both are kept."),
            Decision.NEITHER: self.tr("Neither is kept."),
            Decision.REJECT: self.tr("Not kept: %1"),
            Decision.NEVER: self.tr("Not kept, and not asked again: %1"),
        }
        return sentences[decision].replace("%1", words)

    def _decide_all(self, decision: Decision) -> None:
        # What somebody else wants forgotten is no statement to be kept: it is decided by itself.
        proposals = [one for one in self._proposals.values() if not one.deletion]
        steps = [step for proposal in proposals for step in self._steps(proposal, decision)]
        shape = (
            self.tr("%1 memories kept.")
            if decision is Decision.KEEP
            else self.tr("%1 memories not kept.")
        )
        self._acts.run(steps, shape.replace("%1", number(len(proposals))))
