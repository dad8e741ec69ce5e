"""The language of the window: our translations and Qt's own, installed before any widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from assistant_app.base.paths import resource
from assistant_app.settings import declarations
from assistant_app.settings.types import Language
from assistant_app.settings.values import Settings
from assistant_app.workers.answering import answerer_in

if TYPE_CHECKING:
    from assistant_app.conversation.answer import MemoryAnswerer


def language_of(choice: Language, system: QLocale | None = None) -> Language:
    """Return the language to speak: the chosen one, or the system's where we know it.

    Args:
        choice: The setting `language`.
        system: The system's locale; asked for where it is None.
    """
    if choice != Language.SYSTEM:
        return choice
    locale = system or QLocale.system()
    wanted = locale.uiLanguages()[:1] or [locale.name()]
    return Language.CHINESE if wanted[0].lower().startswith("zh") else Language.ENGLISH


def install_translators(app: QCoreApplication, settings: Settings) -> Language:
    """Install the translators of a language.

    Args:
        app: The application.
        settings: With the user's choice.

    Returns:
        The language that is spoken: English where a translation is missing.
    """
    language = language_of(settings.get(declarations.LANGUAGE))
    if language == Language.ENGLISH:
        QLocale.setDefault(_english())
        return language
    QLocale.setDefault(QLocale(language.value))
    ours = QTranslator(app)
    if not ours.load(f"keepsake_{language.value}", str(resource("translations"))):
        QLocale.setDefault(_english())
        return Language.ENGLISH
    app.installTranslator(ours)
    qt = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if qt.load(f"qtbase_{language.value}", folder):
        app.installTranslator(qt)
    return language


def memory_answerer() -> MemoryAnswerer:
    """Return what answers from memory alone, in the language that is spoken."""
    return answerer_in(QLocale().name())


def _english() -> QLocale:
    """Return the system's English, or British English, so that words and dates fit each other."""
    system = QLocale.system()
    if system.language() == QLocale.Language.English:
        return system
    return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
