"""A changed value is found by rules, and a compatible statement never counts as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.claims import claims, contradicts, replace_claim


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("My sister Anna lives in Lyon", "My sister Anna lives in Porto"),
        ("Anna lives in Lyon.", "My sister Anna lives in Porto. She can't eat nuts."),
        ("I live in Munich", "The user lives in Berlin"),
        ("I'm called Robin", "My name is Alicia"),
        ("Please call me Robin from now on", "My name is Alicia"),
        ("请叫我罗宾", "我叫小明"),
        ("My favorite color is blue", "My favourite colour is green"),
        ("My locker number is 215", "My locker number is 214"),
        ("My sister's birthday is June 8", "My sister's birthday is May 3"),
        ("My sister Anna has moved to Lyon", "My sister Anna lives in Porto"),
        ("We've moved to Lyon last month.", "I live in Porto"),
        ("I moved to Lyon last week (2026-11-16 – 2026-11-22).", "I live in Porto"),
        ("I no longer live in Porto.", "I live in Porto"),
        ("I don't work at Siemens any more", "I work at Siemens"),
        ("My brother Tom doesn't live in Rome anymore.", "My brother Tom lives in Rome"),
        ("I started working at Bosch", "I work for Siemens"),
        ("Hi, I'm Alicia.", "Please call me Robin from now on"),
        ("I changed my name to Robin", "My name is Alicia"),
        ("My favourite colour is blue now", "My favourite colour is green"),
        ("我上个月搬到杭州了", "我住在上海"),
        ("我妹妹搬到里昂了", "我妹妹住在波尔图"),
        ("我不再住在上海了", "我住在上海"),
        ("以后叫我小王吧", "我叫小明"),
        ("Ich wohne jetzt in Köln", "Ich wohne in Berlin"),
        ("Ich bin nach Köln gezogen", "Ich wohne in Berlin"),
        ("Mi hermana se ha mudado a Lima", "Mi hermana vive en Madrid"),
        ("大阪に引っ越した", "東京に住んでいる"),
        ("私は大阪に引っ越しました。", "東京に住んでいます"),
        ("Ahora vivo en Lima", "Vivo en Madrid"),
        ("I'm not vegetarian any more", "I'm vegetarian."),
        ("I eat meat again these days, so I'm not vegetarian any more.", "I'm vegetarian."),
        ("I'm married.", "I'm single"),
        ("I have three kids", "I have two kids"),
        ("My cat is called Momo", "My cat is called Miso"),
        ("My brother Tom works at Bosch", "My brother Tom works at Siemens"),
        ("我妹妹安娜住在里昂", "我妹妹安娜住在波尔图"),
        ("我住在北京。", "我住在上海"),
        ("I moved to Porto last month", "I live in Leeds and I work as a nurse at a hospital."),
        ("I moved to Porto last month", "I work as a nurse and live in Leeds"),
        ("Please call me Robin from now on", "I'm Alicia and I live in Leeds."),
        ("I have a new job: I am now a teacher at Bridge School.", "I work as a nurse at St James"),
        ("I've got a new job at Bosch", "I work as a nurse at St James Hospital"),
        ("I got a new job as a teacher", "I work as a nurse"),
        ("My sister Anna moved to Rome", "My sister Anna lives in Porto and works as a nurse"),
        ("我搬到上海了。", "我叫王伟，住在北京。"),
        ("以后请叫我小王", "我叫王伟，住在北京。"),
        ("我换工作了，现在在华为上班。", "我在腾讯工作。"),
        ("I'm no longer allergic to peanuts.", "I am allergic to peanuts."),
        ("我现在不对花生过敏了。", "我对花生过敏"),
        ("我对花生不再过敏了", "我对花生过敏"),
        ("我有三个孩子了。", "我有两个孩子"),
        ("I'm not vegetarian any more, I eat meat again.", "I am a vegetarian."),
        ("我的狗叫小黑", "我的狗叫小白"),
        ("我有三个孩子", "我有两个孩子"),
        ("Ich wohne in Köln", "Ich wohne in Berlin"),
        ("Mi hermana vive en Lima", "Mi hermana vive en Madrid"),
    ],
)
def test_one_attribute_has_one_value(new: str, old: str) -> None:
    assert contradicts(new, old)
    assert contradicts(old, new)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("My sister is tall", "My sister is a nurse"),
        ("My sister lives in Lyon", "My sister Anna lives in Porto"),
        ("My sister Berta lives in Lyon", "My sister Anna lives in Porto"),
        ("I live in Berlin, Germany", "I live in Berlin"),
        ("I live in Lyon in winter", "I live in Porto in summer"),
        ("I used to live in Lyon", "I live in Porto"),
        ("I am moving to Lyon next month", "I live in Porto"),
        ("I moved the sofa to the window", "I live in Porto"),
        ("I no longer live in Porto", "I live in Lyon"),
        ("我下个月搬到杭州", "我住在上海"),
        ("I'm German", "My name is Alicia"),
        ("I like tea", "I like coffee"),
        ("I have three cats", "I have two kids"),
        ("Does Anna live in Lyon", "Anna lives in Porto"),
        ("I have a sister", "I have two kids"),
        ("In summer, I live in Porto", "I live in Leeds"),
        ("I'm a member at the rowing club", "I'm a regular at the gym"),
        ("I work as a nurse", "I live in Leeds and work as a nurse at St James Hospital"),
        ("I like tea and like cake", "I like coffee and have a dog"),
        ("我叫王伟，住在北京。", "我叫王伟"),
    ],
)
def test_what_can_both_be_true_is_no_conflict(new: str, old: str) -> None:
    assert not contradicts(new, old)


@given(st.text(max_size=80))
def test_no_statement_contradicts_itself(text: str) -> None:
    assert not contradicts(text, text)


def test_the_rest_of_a_memory_outlives_a_changed_value() -> None:
    old = "My sister Anna lives in Porto. She can't eat nuts."
    assert replace_claim(old, "Anna lives in Lyon") == "Anna lives in Lyon. She can't eat nuts."
    chinese = replace_claim("我妹妹安娜住在波尔图。她不能吃坚果。", "我妹妹安娜住在里昂。")
    assert chinese == "我妹妹安娜住在里昂。她不能吃坚果。"
    assert replace_claim("My name is Alicia", "I'm called Robin") == "I'm called Robin"


@pytest.mark.parametrize(
    ("old", "new", "now"),
    [
        (
            "I live in Leeds and work as a nurse.",
            "I moved to Porto.",
            "I moved to Porto. I work as a nurse.",
        ),
        (
            "My sister Anna lives in Porto and works as a nurse",
            "Anna lives in Rome",
            "Anna lives in Rome. My sister Anna works as a nurse.",
        ),
        (
            "I'm Robin, and I live in Leeds",
            "I live in Rome now",
            "I'm Robin. I live in Rome now.",
        ),
        ("我叫王伟，住在北京。", "我搬到上海了。", "我叫王伟。我搬到上海了。"),
        ("我叫王伟，住在北京。", "以后请叫我小王", "以后请叫我小王。我住在北京。"),
    ],
)
def test_the_rest_of_a_sentence_outlives_a_changed_value(old: str, new: str, now: str) -> None:
    assert replace_claim(old, new) == now
    assert not contradicts(new, now)


def test_a_long_value_is_no_value() -> None:
    assert claims("I live in a house that my father built long ago by the sea") == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I am allergic to nuts", "I am not allergic to nuts."),
        ("I'm allergic to nuts", "I'm not allergic to nuts"),
        ("My sister Anna likes tea", "My sister Anna doesn't like tea"),
        ("I smoke", "I don't smoke"),
        ("我对花生过敏", "我对花生不过敏"),
        ("我喜欢香菜", "我不喜欢香菜"),
    ],
)
def test_a_thing_and_its_opposite_contradict(one: str, other: str) -> None:
    assert contradicts(one, other)
    assert contradicts(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I am allergic to nuts", "I am allergic to shellfish"),
        ("I like tea", "I don't like coffee"),
        ("I don't like tea", "My sister Anna likes tea"),
        ("我喜欢香菜", "我不喜欢芹菜"),
        ("I eat meat", "I eat fish"),
    ],
)
def test_different_things_do_not_contradict(one: str, other: str) -> None:
    assert not contradicts(one, other)
