"""What stands under an answer: used memories, copy, again, more; and what broke it off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget

from assistant_app.conversation.types import Completeness, Message, TurnPhase
from assistant_app.ui.chat.code_block import CopyButton
from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.chat.pickers import provider_word
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind, icon_button
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel


class ErrorLine(QWidget):
    """What broke the answer off, and Try again."""

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        row = QHBoxLayout(self)
        row.setContentsMargins(0, look.px(4), 0, look.px(4))
        row.setSpacing(look.px(8))
        self._icon = QLabel(self)
        self._text = TextLabel(look, role="danger", parent=self)
        self.again = Button(
            look,
            self.tr("Try again"),
            kind=Kind.SECONDARY,
            icon="retry",
            height=SMALL,
            object_name="retryButton",
            parent=self,
        )
        row.addWidget(self._icon)
        row.addWidget(self._text, 1)
        row.addWidget(self.again)
        look.changed.connect(self._dress)
        self._dress()

    def tell(self, sentence: str) -> None:
        """Say what happened."""
        self._text.set_text(sentence)

    def _dress(self) -> None:
        self._icon.setPixmap(self._look.pixmap("error", "danger", 18))


class AnswerLine(QWidget):
    """Under an answer: used memories · copy · again, or what is going on."""

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._row = QHBoxLayout(self)
        self.used = Button(
            look,
            kind=Kind.GHOST,
            icon="memory",
            icon_role="mem",
            height=SMALL,
            type_=Type.SMALL,
            object_name="usedMemoriesButton",
            parent=self,
        )
        self.used.setCheckable(True)
        self.used.set_checked_kind(Kind.MEMORY)
        self.status = ElidedLabel(look, type_=Type.SMALL, role="text3", parent=self)
        self.go_on = Button(
            look,
            self.tr("Go on"),
            kind=Kind.LINK,
            height=SMALL,
            type_=Type.SMALL,
            object_name="goOnButton",
            parent=self,
        )
        self.copy = CopyButton(look, icon_only=True, parent=self)
        self.again = icon_button(look, "retry", self.tr("Answer again"), height=SMALL, parent=self)
        self.more = icon_button(
            look, "more", self.tr("About this answer"), height=SMALL, parent=self
        )
        self.more.clicked.connect(lambda: self.more.show_menu(self.menu()))
        self.finished = False
        self._message: Message | None = None
        self._learning = ""
        self._acts = (self.go_on, self.copy, self.again, self.more)
        for widget in (self.used, self.status, *self._acts):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        look.changed.connect(self._measure)
        self._measure()
        for widget in (self.used, *self._acts):
            widget.hide()

    def set_phase(self, phase: TurnPhase, seconds: float | None) -> None:
        """Say what is going on."""
        words: dict[TurnPhase, Callable[[], str]] = {
            TurnPhase.RECALLING: lambda: self.tr("Looking through your memories…"),
            TurnPhase.WAITING: lambda: self.tr("Waiting for the model…"),
            TurnPhase.LOADING: lambda: self.tr("The model is being loaded…"),
            TurnPhase.RETRYING: lambda: self.tr("The model is busy, trying again…"),
            TurnPhase.WRITING: lambda: self.tr("Writing…"),
            TurnPhase.TOOLS: lambda: self.tr("Working with your memories…"),
            TurnPhase.SUMMARISING: lambda: self.tr("Summing up the older part of this chat…"),
        }
        if phase not in words:
            return
        text = words[phase]()
        if phase == TurnPhase.RETRYING and seconds:
            text = self.tr("The model is busy, trying again in %1 seconds…").replace(
                "%1", str(max(1, round(seconds)))
            )
        self.status.set_text(text)
        self.status.show()
        for widget in self._acts:
            widget.hide()

    def set_used(self, count: int) -> None:
        """Say how many memories were used."""
        if count == 0:
            text = self.tr("No memories used")
        elif count == 1:
            text = self.tr("Used 1 memory")
        else:
            text = self.tr("Used %1 memories").replace("%1", str(count))
        self.used.setText(text)
        self.used.setAccessibleName(text)
        self.used.set_icon("memory" if count else "memory-off", role="mem" if count else "text3")
        self.used.show()

    def set_learning(self, words: str) -> None:
        """Take the sentence about what was looked for to be remembered; it stands in the menu."""
        self._learning = words
        self.more.setVisible(self._has_menu() and self.finished)

    def menu(self) -> QMenu:
        """Return what is known about the answer; nothing of it disturbs until it is asked for."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for icon, words in (("computer", self._model_words()), ("memory", self._learning)):
            if words:
                action = menu.addAction(self._look.icon(icon), words.replace("&", "&&"))
                action.setEnabled(False)
        return menu

    def _has_menu(self) -> bool:
        return bool(self._learning or self._model_words())

    def _model_words(self) -> str:
        model = self._message.model if self._message is not None else None
        if model is None:
            return ""
        if model == MEMORY_ONLY:
            return self.tr("Answered from memory alone, without a model")
        provider, _, label = model.partition(":")
        words = self.tr("Answered by %1 (%2)", "a model, and where it runs")
        return words.replace("%1", label).replace("%2", provider_word(provider))

    def set_finished(self, message: Message) -> None:
        """Show what can be done with a recorded answer."""
        self.finished = True
        self._message = message
        self.set_used(len(message.used))
        stopped = message.completeness == Completeness.STOPPED
        self.status.set_text(self.tr("Stopped") if stopped else "")
        self.status.setVisible(stopped)
        self.go_on.setVisible(stopped)
        self.copy.set_source(message.text)
        self.copy.setVisible(bool(message.text))
        self.again.show()
        self.more.setVisible(self._has_menu())

    def _measure(self) -> None:
        px = self._look.px
        self._row.setContentsMargins(0, px(2), 0, 0)
        self._row.setSpacing(px(2))
        self.setMinimumHeight(px(30))
