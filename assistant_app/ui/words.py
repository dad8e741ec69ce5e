"""Words that several pages share: categories, days and times."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime


def category_word(category: str) -> str:
    """Return the name of a category; one that the user made up is shown with a capital."""
    words = {
        "people": QCoreApplication.translate("Words", "People"),
        "tastes": QCoreApplication.translate("Words", "Tastes"),
        "home": QCoreApplication.translate("Words", "Home"),
        "work": QCoreApplication.translate("Words", "Work"),
        "health": QCoreApplication.translate("Words", "Health"),
        "travel": QCoreApplication.translate("Words", "Travel"),
        "dates": QCoreApplication.translate("Words", "Dates"),
        "learning": QCoreApplication.translate("Words", "Learning"),
        "general": QCoreApplication.translate("Words", "Everything else"),
    }
    return words.get(category) or category[:1].upper() + category[1:]


def day_word(moment: datetime, now: datetime, *, inside: bool = False) -> str:
    """Return the local day of a moment: "Today", "Yesterday", "3 May", "3 May 2024".

    Args:
        moment: With a time zone.
        now: With a time zone.
        inside: Lower case, for the middle of a sentence.
    """
    day, today = moment.astimezone().date(), now.astimezone().date()
    if day == today:
        return (
            QCoreApplication.translate("Words", "today")
            if inside
            else QCoreApplication.translate("Words", "Today")
        )
    if day == today - timedelta(days=1):
        return (
            QCoreApplication.translate("Words", "yesterday")
            if inside
            else QCoreApplication.translate("Words", "Yesterday")
        )
    return date_word(day, today)


def date_word(day: date, today: date) -> str:
    """Return a date without what goes without saying (this year)."""
    same_year = day.year == today.year
    shape = (
        QCoreApplication.translate("Words", "d MMMM", "date of this year, Qt format")
        if same_year
        else QCoreApplication.translate("Words", "d MMMM yyyy", "date of another year, Qt format")
    )
    return QLocale().toString(QDate(day.year, day.month, day.day), shape)


def time_word(moment: datetime) -> str:
    """Return the local time of day in the user's format."""
    local = moment.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)


def quoted(text: str) -> str:
    """Return a text in the quotation marks of the interface's language."""
    return QCoreApplication.translate("Words", "“%1”").replace("%1", text)


def speaker_word(*, user: bool) -> str:
    """Return who speaks."""
    return (
        QCoreApplication.translate("Words", "You")
        if user
        else QCoreApplication.translate("Words", "Keepsake")
    )
