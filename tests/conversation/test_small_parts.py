"""Small talk, words of change, ends of dated statements, and doubts."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.learning.confidence import Doubt, borne_out, doubts
from assistant_app.conversation.learning.expiry import end_of_day, expiry_of
from assistant_app.conversation.learning.merging import merged
from assistant_app.conversation.learning.signals import says_changed
from assistant_app.conversation.learning.smalltalk import (
    is_small_talk,
    without_greeting,
    without_small_talk,
)
from assistant_app.conversation.learning.told import Told

TODAY = date(2026, 11, 29)  # a Sunday


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm in Berlin until May", date(2027, 5, 31)),
        ("I'm on leave till 3 May 2027", date(2027, 5, 3)),
        ("I'm away until December 5th", date(2026, 12, 5)),
        ("I stay at my sister's until Friday", date(2026, 12, 4)),
        ("I'm off until tomorrow", date(2026, 11, 30)),
        ("I'm in Rome until the end of the month", date(2026, 11, 30)),
        ("I'm on antibiotics for the next two weeks", date(2026, 12, 13)),
        ("My pass is valid until 2031-04-02", date(2031, 4, 2)),
        ("I keep this car until 2031", date(2031, 12, 31)),
        ("Ich bin bis Ende Mai in Wien", date(2027, 5, 31)),
        ("Ich bin bis Freitag krank", date(2026, 12, 4)),
        ("Estoy en Lima hasta mayo", date(2027, 5, 31)),
        ("Je suis à Lyon jusqu'en mai", date(2027, 5, 31)),
        ("Je suis là jusqu'à vendredi", date(2026, 12, 4)),
        ("我在北京住到五月底为止", date(2027, 5, 31)),
        ("我到明年3月都在上海", date(2027, 3, 31)),
        ("5月までベルリンにいます", date(2027, 5, 31)),
        ("金曜日まで休みです", date(2026, 12, 4)),
    ],
)
def test_a_dated_statement_ends_with_its_last_day(text: str, day: date) -> None:
    assert expiry_of(text, TODAY, UTC) == datetime(day.year, day.month, day.day, 23, 59, 59, 0, UTC)


@pytest.mark.parametrize(
    "text",
    [
        "I work until 5",
        "I lived in Rome until 2019",
        "I was there until May",
        "I will work until I retire",
        "I may go to Berlin",
        "我住在上海",
        "Ich arbeite bis um fünf",
        "I didn't eat meat until June",
    ],
)
def test_what_names_no_coming_day_does_not_end(text: str) -> None:
    assert expiry_of(text, TODAY, UTC) is None


def test_the_day_ends_where_the_user_lives() -> None:
    shanghai, los_angeles = ZoneInfo("Asia/Shanghai"), ZoneInfo("America/Los_Angeles")
    assert end_of_day(TODAY, shanghai) == datetime(2026, 11, 29, 15, 59, 59, tzinfo=UTC)
    assert end_of_day(TODAY, los_angeles) == datetime(2026, 11, 30, 7, 59, 59, tzinfo=UTC)


@given(st.text(max_size=80), st.dates(date(2020, 1, 1), date(2060, 1, 1)))
def test_no_text_ends_in_the_past(text: str, today: date) -> None:
    ends = expiry_of(f"until {text}", today, UTC)
    assert ends is None or ends >= datetime(today.year, today.month, today.day, tzinfo=UTC)


@given(
    st.sampled_from(
        ["until {:%B}", "until {:%d %B %Y}", "until {:%Y-%m-%d}", "bis zum {:%Y-%m-%d}"]
    ),
    st.dates(date(2020, 1, 1), date(2060, 1, 1)),
    st.integers(0, 300),
)
def test_a_coming_day_is_found_in_every_form(form: str, today: date, days: int) -> None:
    day = today + timedelta(days=days)
    ends = expiry_of("I stay here " + form.format(day), today, UTC)
    assert ends is not None
    assert ends.date() >= day


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("hello, my name is Wei", "my name is Wei"),
        ("Thanks! I live in Porto.", "I live in Porto."),
        ("你好，我叫王伟", "我叫王伟"),
        ("こんにちは、田中です", "田中です"),
        ("Guten Morgen, ich wohne in Köln", "ich wohne in Köln"),
    ],
)
def test_what_is_left_of_a_greeting_counts(text: str, left: str) -> None:
    assert left in without_small_talk(text)
    assert not is_small_talk(text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("你好，我叫王伟", "我叫王伟"),
        ("Hi! Thanks, I'm Wei.", "I'm Wei."),
        ("I'm Wei.", "I'm Wei."),
        ("No cats live here", "No cats live here"),
        ("Hello", "Hello"),
    ],
)
def test_only_a_greeting_in_front_is_taken_off(text: str, left: str) -> None:
    assert without_greeting(text) == left


@given(st.text(max_size=60))
def test_no_text_breaks_the_tables(text: str) -> None:
    assert isinstance(without_small_talk(text), str)
    assert isinstance(says_changed(text), bool)


@pytest.mark.parametrize(
    "text",
    [
        "I have moved to Lyon",
        "I've moved to Lyon",
        "I don't eat meat any more",
        "I no longer eat meat",
        "I now live in Lyon",
        "Call me Robin from now on",
        "我搬到杭州了",
        "我不再吃肉",
        "把名字改成小王",
        "Ich wohne jetzt in Köln",
        "Ich esse kein Fleisch mehr, ab jetzt vegan",
        "Ahora vivo en Lima",
        "J'habite maintenant à Lyon",
        "大阪に引っ越しました",
    ],
)
def test_words_of_change_are_known(text: str) -> None:
    assert says_changed(text)


@pytest.mark.parametrize(
    "text",
    ["I live in Lyon", "right now I'm eating", "我住在杭州", "Ich wohne in Köln", "now that"],
)
def test_a_plain_statement_claims_no_change(text: str) -> None:
    assert not says_changed(text)


@pytest.mark.parametrize(
    ("text", "said", "doubt"),
    [
        ("The user is allergic to cats.", "I think I'm allergic to cats", Doubt.HEDGED),
        ("The user moves to Spain.", "Maybe I move to Spain", Doubt.HEDGED),
        ("用户对猫过敏", "我可能对猫过敏", Doubt.HEDGED),
        ("She can't eat nuts.", "My sister can't eat nuts", Doubt.NO_SUBJECT),
        ("The user is allergic to fish.", "Tom says I'm allergic to fish", Doubt.SAID_BY_OTHERS),
        ("The user eats fish.", "I don't eat fish", Doubt.NEGATION),
        ("用户住在上海", "I live in Shanghai", Doubt.NOT_BORNE_OUT),
        ("The user likes wine from Italy.", "I like wine", Doubt.NOT_BORNE_OUT),
        ("Obama was born in Hawaii.", "Obama was born in Hawaii", Doubt.IMPERSONAL),
        ("The user is hungry.", "I'm hungry right now", Doubt.PASSING),
        ("卵の茹で方を教えて", "卵の茹で方を教えて", Doubt.REQUEST),
        ("El usuario quiere saber más.", "Dime más de mi hermana", Doubt.REQUEST),
        ("The boss moves.", 'My boss wrote: "I am moving to Denver."', Doubt.QUOTED),
    ],
)
def test_each_doubt_is_named(text: str, said: str, doubt: Doubt) -> None:
    assert doubt in doubts(text, said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The user's sister Anna lives in Porto.", "My sister Anna lives in Porto"),
        ("Anna (the user's sister) lives in Porto.", "My sister Anna lives in Porto"),
        ("The user is allergic to nuts.", "I'm allergic to nuts"),
        ("用户对花生过敏", "我对花生过敏"),
        ("Der Nutzer wohnt in Köln.", "Ich wohne in Köln"),
    ],
)
def test_what_was_said_plainly_raises_no_doubt(text: str, said: str) -> None:
    assert doubts(text, said) == ()


def test_a_model_that_is_not_sure_is_believed() -> None:
    assert doubts("The user likes tea.", "I like tea", sure=False) == (Doubt.MODEL_UNSURE,)


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_share_that_is_borne_out_is_a_share(text: str, said: str) -> None:
    assert 0.0 <= borne_out(text, said) <= 1.0


@given(st.text(max_size=60))
def test_what_is_copied_is_borne_out(text: str) -> None:
    assert borne_out(text, text) == 1.0


def test_a_huge_paste_is_no_small_talk() -> None:
    assert is_small_talk("thanks!")
    assert not is_small_talk("thanks! " * 400_000)


def test_a_models_wording_that_loses_words_does_not_stand_for_what_was_said() -> None:
    said = "My sister Anna lives in Porto. She can't eat nuts."
    statement = Told(said, said)
    poorer = Told("Anna lives in Porto, but she can't eat nuts.", said)
    whole = Told("The user's sister Anna lives in Porto and can't eat nuts.", said)
    assert merged([poorer], [statement], []) == (statement,)
    assert merged([whole], [statement], []) == (whole,)
