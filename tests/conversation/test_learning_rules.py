"""What the rules learn from, and (more important) what they leave alone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.learning.statements import plain_statements
from assistant_app.conversation.learning.told import capitalised
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role

SAID = [
    # English
    ("My sister Anna lives in Porto.", "My sister Anna lives in Porto."),
    ("my sister's name is Anna", "My sister's name is Anna"),
    ("hello, my name is Wei", "My name is Wei"),
    ("Hi! I'm Alicia.", "I'm Alicia."),
    ("I am Robin", "I am Robin"),
    ("Please call me Robin from now on", "Please call me Robin from now on"),
    ("From now on, no background first", "From now on, no background first"),
    ("I'm a nurse at a children's hospital.", "I'm a nurse at a children's hospital."),
    ("I'm allergic to penicillin", "I'm allergic to penicillin"),
    ("I've got two kids.", "I've got two kids."),
    ("I have a dog named Biscuit.", "I have a dog named Biscuit."),
    ("By the way, I moved to Lyon last week.", "I moved to Lyon last week."),
    ("Yesterday I adopted a cat", "Yesterday I adopted a cat"),
    ("The vet is tomorrow at 9", "The vet is tomorrow at 9"),
    ("My wedding anniversary is on June 12th.", "My wedding anniversary is on June 12th."),
    ("I can't eat gluten.", "I can't eat gluten."),
    ("I don't drink coffee.", "I don't drink coffee."),
    ("I was born in 1984.", "I was born in 1984."),
    ("I have been vegetarian since 2019.", "I have been vegetarian since 2019."),
    ("I'm a teacher and need a worksheet", "I'm a teacher"),
    ("I’m allergic to bees", None),
    ("My brother doesn’t eat pork", None),
    ("We bought a small house in May.", None),
    ("I'm vegetarian. What can I cook tonight?", "I'm vegetarian."),
    ("I'm allergic to nuts, what can I bake?", "I'm allergic to nuts"),
    ("Our daughter Emma starts school in September.", None),
    ("We live in a small flat in Oslo.", None),
    ("My husband works night shifts.", None),
    ("I prefer tea over coffee", None),
    ("My locker is number 214.", None),
    ("I wake up at 5:30 every morning to go running.", None),
    ("I'm learning Portuguese", None),
    ("I'm 34 years old", None),
    ("People call me Bo", None),
    ("My passport expires in March 2027.", None),
    ("I suffer from migraines.", None),
    ("I hate cilantro!", None),
    ("We got married in 2011.", None),
    ("My mom's birthday is 3 May.", None),
    ("I speak Dutch and a little Danish.", None),
    ("I have a new job: I am now a teacher at Bridge School.", None),
    ("I've got a new job at Bosch", None),
    ("I'm no longer allergic to peanuts.", None),
    ("I'm staying in Rome until May 3.", None),
    ("I have type 2 diabetes.", None),
    ("I'm not allergic to peanuts any more.", None),
    ("我现在不对花生过敏了。", None),
    ("我不再对花生过敏了", None),
    # Chinese
    ("我妹妹住在波尔图。", "我妹妹住在波尔图。"),
    ("你好，我叫王伟", "我叫王伟"),
    ("我叫小李", None),
    ("我对花生过敏", None),
    ("我不吃香菜。", None),
    ("我喜欢爬山", None),
    ("我有两个孩子", None),
    ("我养了一只叫小白的猫", None),
    ("我在上海工作", None),
    ("我是一名护士", None),
    ("我老婆的生日是五月三号", None),
    ("我的生日是6月12日", None),
    ("我今年三十四岁", None),
    ("昨天我领养了一只猫", None),
    ("我下个月搬到杭州", None),
    ("我妈妈喜欢喝龙井", None),
    ("我女儿今年上小学一年级", None),
    ("以后请叫我老王", None),
    ("叫我阿明吧", None),
    ("我每天早上六点跑步", None),
    ("我从事建筑设计", None),
    ("我会说法语和德语", None),
    ("我们住在成都", None),
    ("对了，我吃素。", "我吃素。"),
    ("我的车牌号是沪A12345", None),
    ("我对花生过敏，能推荐一些零食吗？", "我对花生过敏"),
    ("我是左撇子", None),
    ("我毕业于浙江大学", None),
    ("从现在起，回答都用中文", None),
    ("我爸爸退休了，住在苏州", None),
]

SEVERAL_AT_ONCE = [
    (
        "I live in Berlin and work as a carpenter.",
        ["I live in Berlin", "I work as a carpenter."],
    ),
    ("I'm Alicia and I live in Leeds.", ["I'm Alicia", "I live in Leeds."]),
    ("我叫王伟，住在北京。", ["我叫王伟", "我住在北京。"]),
    ("I have a dog and a cat", ["I have a dog and a cat"]),
]


@pytest.mark.parametrize(("said", "known"), SEVERAL_AT_ONCE)
def test_each_thing_that_a_sentence_tells_is_a_fact_of_its_own(said: str, known: list[str]) -> None:
    told = plain_statements(said)
    assert [one.text for one in told] == known
    assert {one.quote for one in told} == {said}


@pytest.mark.parametrize(
    ("said", "corrects"),
    [
        ("Actually I live in Milan.", True),
        ("No, I live in Turin.", True),
        ("Oh, actually, I live in Turin.", True),
        ("其实，我住在上海", True),
        ("说错了，我的生日是5月4日", True),
        ("不对，我的生日是5月4日", True),
        ("你好，我的生日是5月4日", False),
        ("Hello, I live in Milan.", False),
        ("I really like tea.", False),
    ],
)
def test_a_statement_behind_no_or_actually_puts_an_older_one_right(
    said: str, corrects: bool
) -> None:
    assert [one.changed for one in plain_statements(said)] == [corrects]


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-abcdefghijklmnopqrstuvwxyz123456",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "hf_abcdefghijklmnopqrstuvwxyz",
        "e.smith@example.org",
    ],
)
def test_a_capital_letter_is_for_words_and_never_for_a_key(key: str) -> None:
    assert [one.text for one in explicit_requests(f"remember {key}")] in ([key], [])
    assert capitalised("my bike") == "My bike"
    assert capitalised("i'm Bo") == "I'm Bo"


LEFT_ALONE = [
    # questions and requests
    "What is my sister's name?",
    "Where does my sister live",
    "Can you remember my birthday?",
    "Do you know where I live?",
    "I live in Porto, right?",
    "Am I allergic to anything?",
    "Please recommend a book.",
    "Help me plan my trip to Japan.",
    "Tell me a story about a cat.",
    "I want you to write a poem.",
    "I'd like a table with three columns.",
    "I need a recipe for lasagne.",
    "Could you make it shorter?",
    "Give me five names for a dog.",
    "I have a question about taxes.",
    "I have a problem with my code",
    "I have two questions.",
    "My question is why the sky is blue.",
    "My code is not working",
    "My script works but prints nothing.",
    "My train is late.",
    "I like this answer.",
    "I love it!",
    "I love you",
    "I like how you explained that.",
    "I prefer the second one.",
    "I'm looking for a new phone.",
    "I'm a bit tired today.",
    "I'm trying to install numpy",
    "I'm an idiot, sorry.",
    "I am going to bed.",
    "I think I live in a simulation",
    "I guess my sister is right",
    "Just list A, B and C this time, no background.",
    (
        "For a made-up example project, let the success target be 35 % weekly retention. "
        "Just list A, B and C this time, no background."
    ),
    "Imagine I live on Mars. My sister lives in Porto.",
    "Let's pretend my name is Bond.",
    "In my novel the hero says: I live in Paris. My sister lives in Rome.",
    "If I lived in Rome, I'd eat pizza.",
    "Suppose my salary is 5000.",
    "I remember that I had a meeting at 3",
    "Remember that time we went to the beach?",
    'She said "I live in Rome".',
    '"My name is Inigo Montoya."',
    "> My sister lives in Porto.",
    "```\nmy name is x\n```",
    "Translate: My sister lives in Porto.",
    "Translate this into German: I am a nurse at the hospital.",
    "Correct the grammar: My brother have two dogs.",
    "Here is an email from my friend: I moved to Lyon. My wife is a doctor.",
    "Dear Ms Lopez,\nI live in Madrid and my sister is a doctor.\nBest regards,\nTom",
    "From: Tom\nSubject: News\nI moved to Lyon.",
    "My friend wrote: I live in Porto.",
    "My name is Batman, just kidding",
    "I have a dog with nine heads lol",
    "Hello",
    "Thanks!",
    "ok",
    "Good morning, how are you?",
    "The deadline was extended because of the storm.",
    "Python is slow.",
    "He lives in Rome.",
    "My head is killing me",
    "I'd love to live in Porto.",
    "Don't remember this: my sister lives in Porto.",
    "My sister lives in Porto. Please don't save that.",
    "I play the role of a pirate.",
    "I work with this library and it fails.",
    "I use this function twice.",
    "I got an error.",
    "I bought it.",
    "My guess is 42.",
    "I am not sure",
    "Call me back later",
    "My point is that it rains.",
    "x" * 3_000_000,
    "My sister lives in Porto.\n" * 60_000,
    "This is Susie.",
    "I love them!",
    "I love the thought Nate!",
    "I love to help, so just shoot me a question anytime you need!",
    "I prefer a formal tone.",
    "I prefer the version with the table.",
    "In the future, I'm aiming to work on projects that make a difference.",
    "But I'll also start writing down some of my memories from now on.",
    "My week's been good.",
    "My tip is to break it into smaller pieces.",
    "My wife is angry with me",
    "I work with a CSV file that has two columns.",
    "I have a dataset with two columns.",
    "I have been stressed since I lost my work files.",
    "I bought a mouse from Logitech.",
    "I had a lil car accident last Friday.",
    "My boss asked me to write an email.",
    "I love Python but this error drives me nuts",
    "Remember to buy milk",
    "Don't forget to cite your sources.",
    "Just remember to stay focused and keep going.",
    # Chinese
    "我喜欢第二个",
    "我在公司上班时遇到一个问题",
    "我有两个选择",
    "我有一个文件",
    "我有一个朋友问我要钱",
    "我会说明一下",
    "我不吃了",
    "我习惯了",
    "我买了一本书",
    "我同事说他有事",
    "我妈今天不在家",
    "我妹妹住在哪里？",
    "我叫什么名字",
    "我喜欢什么？",
    "我有一个问题",
    "我有个想法",
    "我想问一下天气",
    "我喜欢这个回答",
    "我喜欢你",
    "我爱你",
    "我不喜欢这个方案",
    "请帮我写一封信",
    "帮我推荐一部电影",
    "给我讲个笑话",
    "翻译：我妹妹住在波尔图",
    "把下面这句话翻译成英文：我是一名护士",
    "假设我住在火星，我妹妹住在月球。",
    "如果我住在北京就好了",
    "他说：“我住在上海。”",
    "我叫了外卖",
    "我是想知道怎么做",
    "我是说第二个",
    "我的代码报错了",
    "我可能喜欢茶",
    "我在写代码",
    "我在想怎么办",
    "你好",
    "谢谢",
    "今天天气不错",
    "她住在波尔图",
    "我要去看望妹妹，她住在哪里？",
    "你记得我的生日吗？",
    "还记得那次我们去海边吗",
    "我记得我三点有个会",
    "我的角色叫李逍遥，他住在余杭镇",
    "我叫秦始皇，哈哈",
    "尊敬的客户：\n我是一名经理。\n此致\n敬礼",
    "这是我朋友的邮件：我搬到里昂了。",
    "别记住这个：我住在波尔图",
]


@pytest.mark.parametrize(("text", "kept"), SAID)
def test_a_plain_statement_is_learned_as_it_stands(text: str, kept: str | None) -> None:
    found = [told.text for told in plain_statements(text)]
    expected = text[:1].upper() + text[1:] if kept is None else kept
    assert found == [expected]


@pytest.mark.parametrize("text", LEFT_ALONE, ids=lambda text: text[:40])
def test_what_is_no_statement_about_the_user_is_left_alone(text: str) -> None:
    assert plain_statements(text) == ()


@pytest.mark.parametrize("text", LEFT_ALONE, ids=lambda text: text[:40])
def test_nothing_of_it_is_taken_for_an_order_to_remember(text: str) -> None:
    assert explicit_requests(text) == ()


def test_a_sentence_that_leans_on_the_one_before_goes_with_it() -> None:
    (fact,) = plain_statements("My sister Anna lives in Porto. She can't eat nuts.")
    assert fact.text == fact.quote == "My sister Anna lives in Porto. She can't eat nuts."


def test_leaning_works_in_chinese() -> None:
    (fact,) = plain_statements("我妹妹安娜住在波尔图。她不能吃坚果。")
    assert fact.text == "我妹妹安娜住在波尔图。她不能吃坚果。"


def test_an_independent_sentence_is_a_fact_of_its_own() -> None:
    facts = plain_statements("I live in Oslo. My brother Tom lives in Bergen. It's raining.")
    assert [fact.text for fact in facts] == ["I live in Oslo.", "My brother Tom lives in Bergen."]


def test_a_leaning_question_does_not_go_along() -> None:
    facts = plain_statements("My sister Anna lives in Porto. She visits me soon, any idea?")
    assert [fact.text for fact in facts] == ["My sister Anna lives in Porto."]


ASKED = [
    ("Remember that my locker is number 214.", "My locker is number 214."),
    ("remember I'm vegetarian", "I'm vegetarian"),
    ("Please remember that I don't eat meat", "I don't eat meat"),
    ("Could you please remember that I don't eat meat?", "I don't eat meat"),
    ("Remember: the guest wifi is called Seagull", "The guest wifi is called Seagull"),
    ("Keep in mind that we meet on Tuesdays", "We meet on Tuesdays"),
    ("don't forget that Anna can't eat nuts", "Anna can't eat nuts"),
    ("I want you to remember that my car is a red Volvo", "My car is a red Volvo"),
    ("Hi, please remember my birthday is 3 May.", "My birthday is 3 May."),
    ("My locker is number 214, remember that.", "My locker is number 214"),
    ("Remember to answer me in short sentences.", "Remember to answer me in short sentences."),
    ("记住我妹妹住在波尔图", "我妹妹住在波尔图"),
    ("请记住，我对花生过敏。", "我对花生过敏。"),
    ("帮我记一下：储物柜是214号", "储物柜是214号"),
    ("别忘了我不吃香菜", "我不吃香菜"),
    ("我的储物柜是214号，帮我记一下", "我的储物柜是214号"),
    ("记住了：我家门牌是12号", "我家门牌是12号"),
    ("Merk dir, dass ich keine Nüsse esse.", "Ich esse keine Nüsse."),
    ("Merke dir bitte: Meine Schwester heißt Anna.", "Meine Schwester heißt Anna."),
    ("Vergiss nicht, dass meine Schwester in Porto wohnt", "Meine Schwester in Porto wohnt"),
    ("Recuerda que mi hermana vive en Oporto.", "Mi hermana vive en Oporto."),
    ("Por favor, recuerda que no como carne", "No como carne"),
    ("Souviens-toi que ma sœur habite à Porto.", "Ma sœur habite à Porto."),
    ("Retiens que je ne mange pas de noix", "Je ne mange pas de noix"),
    ("N'oublie pas que j'habite à Lyon", "J'habite à Lyon"),
    ("妹のアンナはポルトに住んでいると覚えておいて", "妹のアンナはポルトに住んでいる"),
    ("私がナッツを食べられないことを覚えておいてください。", "私がナッツを食べられない"),
    ("覚えておいて：誕生日は5月3日です", "誕生日は5月3日です"),
]


@pytest.mark.parametrize(("text", "kept"), ASKED)
def test_what_the_user_asks_to_be_remembered_is_found(text: str, kept: str) -> None:
    found = explicit_requests(text)
    assert [told.text for told in found] == [kept]
    assert found[0].explicit
    assert found[0].quote in text


NOT_ASKED = [
    "Can you remember my birthday?",
    "Do you remember that time we went to the beach?",
    "Remember that time we went to the beach",
    "Remember when we met?",
    "I remember that I had a meeting",
    "I can't remember my password",
    "Remember me?",
    "Remember my birthday",
    "Don't remember this",
    "What do you remember about me?",
    "She told me to remember the milk.",
    "你记得我的生日吗",
    "还记得我妹妹吗？",
    "我记住了",
    "记住了吗",
    "我记得你说过",
    "你记住了什么",
    "记得他吗",
    "Erinnerst du dich an meinen Geburtstag?",
    "Ich erinnere mich an den Urlaub.",
    "¿Recuerdas mi cumpleaños?",
    "Recuerdo que fuimos a la playa",
    "Tu te souviens de mon anniversaire ?",
    "Je me souviens que j'avais un rendez-vous",
    "Behalte die Formatierung bei.",
    "Vergiss nicht die Quellen zu nennen.",
    "Vergiss nicht, die Quellen zu nennen.",
    "Recuerda usar la fórmula correcta.",
    "Anota los pasos en una lista.",
    "N'oublie pas de citer tes sources.",
    "Note les étapes dans une liste.",
    "私の誕生日を覚えていますか？",
    "覚えてる？",
    "それは覚えています。",
]


@pytest.mark.parametrize("text", NOT_ASKED)
def test_questions_and_recollections_are_no_orders(text: str) -> None:
    assert explicit_requests(text) == ()


def _user(text: str) -> Message:
    return Message("u1", Role.USER, text, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    "bare",
    ["remember that", "Please remember this.", "记住", "记住这个", "merk dir das", "recuérdalo",
     "souviens-toi de ça", "覚えておいて", "Can you remember that"],
)  # fmt: skip
def test_a_bare_order_means_the_statement_before_it(bare: str) -> None:
    (told,) = explicit_requests(bare, [_user("My locker is number 214.")])
    assert (told.text, told.message) == ("My locker is number 214.", "u1")


def test_a_bare_order_after_a_question_means_nothing() -> None:
    assert explicit_requests("remember that", [_user("Where do I live?")]) == ()
    assert explicit_requests("remember that") == ()


def test_a_bare_order_in_the_same_message_means_the_sentence_before_it() -> None:
    (told,) = explicit_requests("My locker is number 214. Remember that.", [_user("Other.")])
    assert (told.text, told.message) == ("My locker is number 214.", None)


def test_what_leans_on_an_order_goes_with_it() -> None:
    (told,) = explicit_requests("Remember that my sister Anna lives in Porto. She can't eat nuts.")
    assert told.text == "My sister Anna lives in Porto. She can't eat nuts."


def test_a_list_under_remember_is_one_memory_a_line() -> None:
    found = explicit_requests("Remember:\n- Anna can't eat nuts\n- Tom is a vegan\n")
    assert [told.text for told in found] == ["Anna can't eat nuts", "Tom is a vegan"]


NOT_LASTING = """
I'm looking for a good laptop under 1000 euros.
I need a recipe for tonight.
I have a question about Python.
My code is in Python and it crashes when I call foo.
My boss is being annoying today.
I love your answer!
I like the second version better.
I hate it when that happens.
I can't eat another bite, that was too much.
I can't believe it's already November.
I drink too much coffee lately, any tips?
I've moved on to the next chapter.
I moved to the next question.
I've moved to a new file.
I moved to line 30 of the file.
I always go with option A in these quizzes.
My train leaves in ten minutes.
I work on it tomorrow.
I'm from the future, haha.
I live for moments like this.
I live in fear of deadlines.
I am Iron Man.
I am Groot.
I'm Batman!
In the movie, my favourite character is Bilbo.
I have two options: A or B.
I have three cards and two aces.
I own this.
I play the role of the customer, you play the clerk.
My cat is on the keyboard again.
My internet is down.
My essay is about the French revolution.
My teacher is going to kill me.
My phone is at 3%.
We live in a society.
I'm in a hurry until noon.
I study the table but can't see it.
I speak for everyone here.
I'm Back
I no longer have access to the file.
I don't work well under pressure any more today
I started at level 3.
I started for loop at zero
My answer is 42.
Let's say my name is John.
As a user, I live in Berlin and want to see the weather.
User story: I'm a teacher and I grade papers.
The character says: I'm a doctor.
I'm staying out of this until Friday.
I'm vegetarian in this game.
I'm married to my job.
I drink tea in the story.
我想买一台电脑
我喜欢你的回答
我喜欢第二个版本
我在写代码的时候报错了
我在找一家餐厅
我叫了外卖
我在看电影
我搬到下一题了
我住不惯这里的酒店
我会试试的
我会去的
我对这个不感兴趣
我是说第二个
我是来问问题的
我每次运行都会出错
我们公司今天开会
我妈让我问你一个问题
我老板要我写报告
我不再问了
我不再打扰你了
我已经不想聊了
我不吃这一套
我搬到新文件夹了
我的工作是写一篇作文，请帮我
我朋友说我是个好人
我今天生日蛋糕吃多了
"""


@pytest.mark.parametrize("text", NOT_LASTING.strip().splitlines())
def test_what_only_looks_like_a_lasting_fact_is_left_alone(text: str) -> None:
    assert plain_statements(text) == ()
    assert explicit_requests(text) == ()


LASTING = """
My husband's name is Farid.
I'm a software engineer from Lagos.
My favourite food is ramen.
I have two brothers and a sister.
I am lactose intolerant.
Our cat Miso is eleven years old.
I play the cello in an amateur orchestra.
My grandmother lives in Kyoto.
I run a small bakery.
I own a small bakery in Ghent.
I just started a new job at Philips.
I'm training for a marathon in April.
My daughter Lea is in third grade.
I grew up in Nairobi.
I speak Swahili and English.
My mum passed away in 2019.
We're getting married in June.
My dentist appointment is on Thursday at 3.
My shoe size is 42.
I hate flying.
I don't drink alcohol.
My flight to Tokyo leaves on Friday.
I work from home on Fridays.
I prefer metric units.
Please always answer in German.
I'm left-handed.
My best friend is called Ines.
I moved here from Chile in 2015.
My son has asthma.
我在深圳做前端开发
我老家在四川
我女儿叫朵朵，今年五岁
我不喝酒
我最喜欢的颜色是绿色
我妈妈有糖尿病
我是素食主义者
我喜欢听古典音乐
我男朋友是法国人
我住在广州天河区
我习惯早上喝黑咖啡
我家有两只狗
我会弹钢琴
请以后用简体中文回答我
"""


@pytest.mark.parametrize("text", LASTING.strip().splitlines())
def test_what_people_say_about_themselves_is_known(text: str) -> None:
    assert [told.text for told in plain_statements(text)] == [text]
