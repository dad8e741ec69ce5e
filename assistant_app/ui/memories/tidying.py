"""Tidying up from the page of memories: offered where it would help, previewed, undone at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from assistant_app.base.errors import UserError
from assistant_app.memory.types import Changes, State
from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.chat.pickers import provider_word
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.memories.acts import Step, UndoableActs
from assistant_app.ui.memories.sentences import number
from assistant_app.ui.memories.tidy_dialog import TidyDialog
from assistant_app.ui.pages import PageContext

if TYPE_CHECKING:
    from assistant_app.memory.tidy import TidyPlan
    from assistant_app.memory.tidying import Tidied

MOST_LOOKED_THROUGH = 1_500
"""Active memories up to which an offer is looked for unasked."""
_ENOUGH_UNUSED = 10


class TidyController(QObject):
    """Makes the plan, has statements written, and carries out what was agreed to."""

    def __init__(
        self, page: QWidget, context: PageContext, acts: UndoableActs, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._context = context
        self._tidy = context.tidy
        self._acts = acts
        self._offered = False
        self._plan: TidyPlan | None = None

    def look_for_offer(self) -> None:
        """Offer it once, where it would help; a very large store is not looked through for that."""
        snapshot = self._context.memories.snapshot
        if self._offered or snapshot is None:
            return
        self._offered = True
        active = sum(entry.state is State.ACTIVE for entry in snapshot.entries)
        if 0 < active <= MOST_LOOKED_THROUGH:
            self._tidy.plan(self, self._offer, lambda _: None)

    def open(self) -> TidyDialog:
        """Open the preview."""
        dialog = TidyDialog(self._context.look, self._page.window())
        dialog.write_wanted.connect(lambda: self._write(dialog))
        dialog.apply_wanted.connect(lambda: self._apply(dialog))
        dialog.finished.connect(lambda _: self._tidy.stop())
        dialog.show_looking()
        dialog.open()
        self._tidy.plan(
            dialog,
            lambda plan: self._planned(dialog, plan),
            lambda error: dialog.show_failure(sentence_of(error)),
        )
        return dialog

    def _open(self) -> None:
        self.open()

    def _offer(self, plan: TidyPlan) -> None:
        if plan.clusters or len(plan.unused) >= _ENOUGH_UNUSED:
            self._context.bar().offer(
                self.tr("Some old memories could be put together or put away."),
                self.tr("Have a look"),
                self._open,
            )

    def _planned(self, dialog: TidyDialog, plan: TidyPlan) -> None:
        self._plan = plan
        dialog.show_plan(plan, self._model_words(), self._context.provider())

    def _model_words(self) -> str:
        name = self._tidy.model
        if name == MEMORY_ONLY:
            return ""
        provider, _, label = name.partition(":")
        return f"{label} ({provider_word(provider)})"

    def _write(self, dialog: TidyDialog) -> None:
        if self._plan is None:
            return

        def failed(error: UserError) -> None:
            dialog.show_failure(sentence_of(error))

        self._tidy.progressed.connect(dialog.show_writing)
        self._tidy.write(self._plan, dialog, dialog.show_statements, failed)

    def _apply(self, dialog: TidyDialog) -> None:
        plan, agreed, away = self._plan, dialog.agreed, dialog.put_away
        if plan is None:
            return
        dialog.accept()
        steps: list[Step] = []
        if agreed:
            steps.append(lambda ok, bad: self._merge(plan, agreed, ok, bad))
        if away:
            archive = self._context.memories.archive
            steps.append(lambda ok, bad: archive(away, self, ok, bad))
        self._acts.run(steps, self._said(len(agreed), len(away)))

    def _merge(
        self,
        plan: TidyPlan,
        agreed: Mapping[str, str],
        ok: Callable[[Changes], None],
        bad: Callable[[UserError], None],
    ) -> None:
        def done(tidied: Tidied) -> None:
            ok(tidied.changes)
            if tidied.refused:
                self._context.bar().warn(self._left(len(tidied.refused)))

        self._tidy.apply(plan, agreed, self, done, bad)

    def _said(self, merged: int, away: int) -> str:
        parts = []
        if merged:
            words = self.tr("%1 put together") if merged > 1 else self.tr("One put together")
            parts.append(words.replace("%1", number(merged)))
        if away:
            words = self.tr("%1 put away") if away > 1 else self.tr("one put away")
            parts.append(words.replace("%1", number(away)))
        return self.tr("Tidied up: %1.").replace("%1", ", ".join(parts))

    def _left(self, count: int) -> str:
        words = self.tr("%1 suggestions were left as they are: the memories have changed since.")
        return words.replace("%1", number(count))
