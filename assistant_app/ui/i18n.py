"""The language of the window: our translations and Qt's own, installed before any widget."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from assistant_app.base.paths import resource
from assistant_app.settings.types import Language


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


def install_language(app: QCoreApplication, choice: Language) -> Language:
    """Install the translators of a language.

    Args:
        app: The application.
        choice: The setting `language`.

    Returns:
        The language that is spoken: English where a translation is missing.
    """
    language = language_of(choice)
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


def _english() -> QLocale:
    """Return the system's English, or British English, so that words and dates fit each other."""
    system = QLocale.system()
    if system.language() == QLocale.Language.English:
        return system
    return QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom)
