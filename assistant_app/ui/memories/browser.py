"""What the page of memories means: it asks the core, shows answers, and turns acts into operations.

Only what the user opens on purpose counts as a use; typing into the search and walking with the
arrow keys do not.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt

from assistant_app.memory.types import Changes, Entry, Snapshot
from assistant_app.ui.memories.acts import UndoableActs
from assistant_app.ui.memories.adding import Adding
from assistant_app.ui.memories.asking import ask_erase
from assistant_app.ui.memories.browser_page import BrowserPage
from assistant_app.ui.memories.detail_pane import Known
from assistant_app.ui.memories.index import (
    EVERYTHING,
    Facet,
    FacetKind,
    Query,
    Sort,
    View,
    ViewBuilder,
)
from assistant_app.ui.memories.life import chain_of
from assistant_app.ui.memories.related_list import MANY
from assistant_app.ui.memories.sentences import short
from assistant_app.ui.memories.tidying import TidyController
from assistant_app.ui.pages import PageContext


class BrowserController(QObject):
    """Holds what is looked at: facet, order, search, and the memory in the detail."""

    def __init__(self, page: BrowserPage, context: PageContext) -> None:
        super().__init__(page)
        self._page = page
        self._context = context
        self._memories = context.memories
        self._facet = EVERYTHING
        self._sort = Sort.NEWEST
        self._text = ""
        self._job = 0
        self._view = View()
        self._builder = ViewBuilder()
        self._loaded = False
        self._shown = ""
        self._counted = ""
        self._wanted = ""
        self._edit_wanted = False
        self._known = Known()
        self._asked: tuple[object, ...] = ()
        self._drafts: dict[str, str] = {}
        self._acts = UndoableActs(self._memories, context.bar, self)
        self._adding = Adding(
            self._memories,
            self._acts,
            context.bar,
            kept=self._kept,
            review=self._open_review,
            parent=self,
        )
        self._tidying = TidyController(page, context, self._acts, self)
        self._connect()
        self._refresh()

    # Wiring

    def _connect(self) -> None:
        page, rows = self._page, self._page.list
        self._memories.snapshot_changed.connect(self._snapshot_changed)
        page.was_entered.connect(self._entered)
        page.memory_wanted.connect(self.open_memory)
        page.facet_wanted.connect(self.choose_facet)
        page.undo_wanted.connect(self._acts.undo_last)
        page.facets.chosen.connect(self.choose_facet)
        page.empty.chat_requested.connect(lambda: self._context.open_page("chats"))
        rows.searched.connect(self._search)
        rows.sort_chosen.connect(self._choose_sort)
        rows.back_requested.connect(lambda: self.choose_facet(EVERYTHING))
        rows.tidy_requested.connect(self._tidying.open)
        rows.add_toggled.connect(lambda: rows.set_adding(adding=not rows.adding))
        self._adding.watch(rows.note)
        self._adding.watch(page.empty.note)
        rows.list.opened.connect(self._opened)
        rows.list.looked_at.connect(self._show)
        rows.list.forget_requested.connect(self._forget_chosen)
        rows.acts.forget_requested.connect(self._forget_chosen)
        rows.acts.archive_requested.connect(lambda: self._with_chosen("archive"))
        rows.acts.restore_requested.connect(lambda: self._with_chosen("restore"))
        self._connect_detail()

    def _connect_detail(self) -> None:
        detail = self._page.detail
        detail.provider = self._context.provider
        head = detail.head
        head.pin_wanted.connect(lambda on: self._revise(pinned=on))
        head.forget_wanted.connect(lambda: self._with_shown("forget"))
        head.archive_wanted.connect(lambda: self._with_shown("archive"))
        head.restore_wanted.connect(lambda: self._with_shown("restore"))
        detail.text.saved.connect(self._save_text)
        detail.text.changed.connect(self._keep_draft)
        detail.labels.category_chosen.connect(lambda name: self._revise(category=name))
        detail.labels.tags_changed.connect(lambda tags: self._revise(tags=tags))
        detail.labels.scope_chosen.connect(self._move)
        detail.local_only_chosen.connect(lambda on: self._revise(local_only=on))
        detail.erase_chosen.connect(self._ask_erase)
        detail.never_ends_chosen.connect(lambda: self._revise(never_expires=True))
        detail.history.bring_back.connect(self._bring_back)
        detail.related.opened.connect(self.open_memory)
        detail.origin.chat_requested.connect(self._open_chat)
        detail.copied.connect(lambda: self._context.bar().notice(self.tr("Copied.")))

    # What others may ask

    def open_memory(self, memory_id: str, edit: bool = False) -> None:
        """Show a memory on purpose: counts as a use."""
        self._wanted = memory_id
        self._edit_wanted = edit
        if self._loaded:
            self._open_wanted()

    def choose_facet(self, facet: Facet) -> None:
        """Show a part; a search goes on inside it."""
        self._facet = facet
        self._page.facets.set_facet(facet)
        self._page.list.list.set_selecting(selecting=False)
        self._page.show_detail(open_=False)
        self._refresh(first=True)

    # The list

    def _snapshot_changed(self, _snapshot: Snapshot) -> None:
        self._refresh()

    def _entered(self) -> None:
        self._tidying.look_for_offer()
        if self._view.counts.empty and self._loaded:
            self._page.empty.note.line.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not self._wanted:
            self._page.list.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _search(self, text: str) -> None:
        self._text = text.strip()
        self._refresh(top=True)

    def _choose_sort(self, sort: Sort) -> None:
        self._sort = sort
        self._page.list.set_sort(sort)
        self._refresh(top=True)

    def _refresh(self, *, first: bool = False, top: bool = False) -> None:
        """Ask for the list anew; an answer to an older question is dropped.

        Args:
            first: Show the first row in the detail where there is room.
            top: Go to the top of the list.
        """
        self._job += 1
        job = self._job
        if self._text:
            trash = self._facet.kind is FacetKind.TRASH
            self._memories.search(
                self._text,
                self,
                lambda found: self._ask(job, found, first=first, top=top),
                trash=trash,
            )
        else:
            self._ask(job, None, first=first, top=top)

    def _ask(self, job: int, found: tuple[str, ...] | None, *, first: bool, top: bool) -> None:
        if job != self._job:
            return
        query = Query(self._facet, self._sort, found)
        self._memories.derive(
            lambda snapshot: self._builder.build(snapshot, query),
            self,
            lambda view: self._take(job, view, first=first, top=top),
        )

    def _take(self, job: int, view: View, *, first: bool, top: bool) -> None:
        if job != self._job:
            return
        begins = not self._loaded
        self._loaded = True
        self._view = view
        page = self._page
        page.facets.set_counts(view.counts)
        page.show_empty(empty=view.counts.empty and not self._text)
        page.list.show_view(view, self._facet, self._text)
        if top:
            page.list.list.scrollToTop()
        if self._wanted:
            self._open_wanted()
        elif first or begins or not self._shown:
            self._show_first()
        self._refresh_detail()

    def _show_first(self) -> None:
        if self._shown in self._view.places or self._page.narrow:
            return
        self._show(self._view.ids[0] if self._view.ids and not self._text else "")

    def _open_wanted(self) -> None:
        name, self._wanted = self._wanted, ""
        entry = self._view.by_id.get(name)
        if entry is None:
            return
        if name not in self._view.places and (self._text or self._facet != EVERYTHING):
            # Show it among the others, and not beside a list that it is not in.
            self._page.list.search.clear()
            self._text = ""
            self.choose_facet(EVERYTHING)
        self._opened(name)
        if self._edit_wanted:
            self._edit_wanted = False
            self._page.detail.text.begin()

    # The detail

    def _opened(self, memory_id: str) -> None:
        self._show(memory_id)
        self._page.show_detail(open_=True)
        if self._counted != memory_id:
            self._counted = memory_id
            self._memories.opened(memory_id)

    def _show(self, memory_id: str) -> None:
        if memory_id == self._shown:
            return
        self._shown = memory_id
        self._counted = ""
        self._known = Known()
        self._asked = ()
        self._page.list.list.select_id(memory_id)
        self._refresh_detail()

    def _refresh_detail(self) -> None:
        entry = self._entry()
        if entry is None:
            self._shown = ""
            empty = not self._view.ids
            words = "" if empty else self.tr("Choose a memory to see where it comes from.")
            self._page.detail.show_nothing(words)
            return
        if self._page.list.list.current_id() != entry.id:
            self._page.list.list.select_id(entry.id)
        self._ask_known(entry)
        self._draw(entry)

    def _draw(self, entry: Entry) -> None:
        counts = self._view.counts
        self._page.detail.show_entry(
            entry,
            self._known,
            title=self._context.title_of(entry.origin.conversation or ""),
            categories=tuple(counts.categories),
            scopes=tuple(counts.scopes),
            draft=self._drafts.get(entry.id),
        )

    def _ask_known(self, entry: Entry) -> None:
        """Ask for history, uses and neighbours where what we have is stale."""
        access = self._view.access.get(entry.id)
        pending = entry.id in self._view.pending
        asked = (entry.id, entry.revision, access, pending, self._view.counts.all)
        if asked == self._asked:
            return
        before, self._asked = self._asked, asked
        name = entry.id
        past = chain_of(entry, self._view.by_id)
        self._known = replace(self._known, past=past)
        memories = self._memories
        if before[:3] != asked[:3]:
            memories.uses(name, self, lambda found: self._learn(name, uses=found))
        if before[:2] != asked[:2]:
            memories.history(name, self, lambda found: self._learn(name, events=found))
            for old in past:
                memories.uses(old.id, self, lambda found: self._add_past_uses(name, found))
        memories.related(name, self, lambda found: self._learn(name, related=found), limit=MANY)

    def _add_past_uses(self, name: str, found: tuple[object, ...]) -> None:
        self._learn(name, past_uses=(*self._known.past_uses, *found))

    def _learn(self, name: str, **news: object) -> None:
        entry = self._entry()
        if entry is not None and entry.id == name:
            self._known = replace(self._known, **news)  # type: ignore[arg-type]  # names of fields
            self._draw(entry)

    def _entry(self) -> Entry | None:
        return self._view.by_id.get(self._shown)

    def _keep_draft(self) -> None:
        """Words that were begun are there again when the user comes back to the memory."""
        shown = self._page.detail.entry
        if shown is None:
            return
        draft = self._page.detail.text.draft
        if draft is None:
            self._drafts.pop(shown.id, None)
        else:
            self._drafts[shown.id] = draft

    # Acts

    def _save_text(self, text: str) -> None:
        entry = self._entry()
        if entry is None:
            return
        name = entry.id

        def done(changes: Changes) -> None:
            self._drafts.pop(name, None)
            shown = self._page.detail.entry
            if shown is not None and shown.id == name and changes.put:
                self._page.detail.text.show_text(changes.put[0].text, "")
            if changes.seq:
                self._acts.remember([changes.seq])
                self._acts.say(self.tr("Changed to: %1").replace("%1", short(text)), (changes.seq,))
            self._page.list.list.setFocus(Qt.FocusReason.OtherFocusReason)

        self._memories.revise(name, self, done, self._acts.tell, text=text)

    def _revise(self, **changes: object) -> None:
        entry = self._entry()
        if entry is None:
            return

        def done(made: Changes) -> None:
            if made.seq:
                self._acts.remember([made.seq])

        self._memories.revise(entry.id, self, done, self._acts.tell, **changes)  # type: ignore[arg-type]  # names of fields

    def _move(self, scope: str) -> None:
        entry = self._entry()
        if entry is not None:
            self._acts.move(entry, scope)

    def _bring_back(self, text: str) -> None:
        entry = self._entry()
        if entry is not None:
            self._acts.bring_back(entry, text)

    def _with_shown(self, act: str) -> None:
        entry = self._entry()
        if entry is not None:
            self._do(act, (entry,))

    def _ask_erase(self) -> None:
        ask_erase(self._page, lambda: self._with_shown("erase"))

    def _with_chosen(self, act: str) -> None:
        found = (self._view.by_id.get(name) for name in self._page.list.list.selected_ids())
        entries = tuple(entry for entry in found if entry is not None)
        if entries:
            self._do(act, entries)

    def _forget_chosen(self) -> None:
        if self._facet.kind is not FacetKind.TRASH:
            self._with_chosen("forget")

    def _do(self, act: str, entries: tuple[Entry, ...]) -> None:
        ids = tuple(entry.id for entry in entries)
        after = self._page.list.list.neighbour_of(ids)

        def done() -> None:
            self._page.list.list.set_selecting(selecting=False)
            if self._page.narrow:
                self._page.show_detail(open_=False)
            if self._shown in ids and after:
                self._show(after)

        acts = {
            "forget": self._acts.forget,
            "archive": self._acts.archive,
            "erase": self._acts.erase,
            "restore": self._acts.restore,
        }
        acts[act](entries, done)

    def _kept(self, memory_id: str) -> None:
        """Show what was written down; the user wrote it, which is no use of it."""
        self._facet = EVERYTHING
        self._page.facets.set_facet(EVERYTHING)
        self._page.list.search.clear()
        self._shown = memory_id
        self._known, self._asked = Known(), ()
        self._refresh()

    def _open_review(self) -> None:
        self._context.open_page("review")

    def _open_chat(self) -> None:
        entry = self._entry()
        if entry is not None and entry.origin.conversation:
            self._context.open_chat(entry.origin.conversation, entry.origin.message)
