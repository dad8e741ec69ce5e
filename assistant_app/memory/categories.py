"""Gives a statement its category: by words first, by closeness to examples where words are silent.

The categories are few, and everyday; a wrong one does no harm to recall, so the rules are plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from assistant_app.memory.normal import normalise
from assistant_app.memory.types import DEFAULT_CATEGORY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

CATEGORIES = (
    "people", "tastes", "home", "work", "health", "travel", "dates", "learning", DEFAULT_CATEGORY,
)  # fmt: skip

_ENGLISH = {
    "health": "allergy allergies allergic asthma diabetes diabetic doctor dentist medicine "
    "medication pill pills pain headache migraine blood vaccine vaccinated surgery operation "
    "therapy therapist vegetarian vegan gluten lactose intolerant pregnant sleep insomnia diet "
    "hospital glasses gym",
    "dates": "birthday anniversary deadline appointment born wedding due calendar exam holiday "
    "january february april june july august september october november december",
    "travel": "travel travels trip flight fly flights train airport hotel passport visa vacation "
    "holidays journey visiting abroad luggage aisle itinerary airline tour",
    "work": "job company boss colleague colleagues office meeting project client clients manager "
    "salary career employer engineer developer nurse teacher lawyer freelance startup team "
    "programming code python java deadline business works working",
    "learning": "learning learn learns study studies studying course class university school "
    "degree language exam book books reading lesson lessons practise practising training",
    "people": "sister brother mother mom mum father dad parents wife husband partner girlfriend "
    "boyfriend son daughter child children kids friend friends cousin aunt uncle niece nephew "
    "grandmother grandfather grandma grandpa neighbour neighbor family married fiance twin",
    "home": "house home apartment flat rent garden kitchen cat cats dog dogs puppy kitten pet pets "
    "parrot hamster car bike bicycle furniture balcony landlord neighbourhood lives live moved",
    "tastes": "like likes love loves enjoy enjoys prefer prefers favourite favorite hate hates "
    "dislike dislikes fan music band movie movies film films food coffee tea wine beer cuisine "
    "hobby hobbies colour color game games sport football hiking cooking photography",
}
_CHINESE = {
    "health": "过敏 哮喘 糖尿病 医生 牙医 药 吃药 头疼 头痛 "
    "手术 疫苗 素食 乳糖 怀孕 失眠 医院 健身 血压",
    "dates": "生日 纪念日 截止 预约 出生 婚礼 考试 节日",
    "travel": "旅行 旅游 出差 航班 飞机 高铁 酒店 护照 签证 度假 机场 行程",
    "work": "工作 公司 老板 同事 办公室 会议 项目 客户 经理 "
    "工资 职业 工程师 护士 老师 律师 上班 程序员 编程",
    "learning": "学习 在学 学过 课程 大学 学校 专业 语言 练习 读书 考研",
    "people": "妹妹 姐姐 哥哥 弟弟 妈妈 母亲 爸爸 父亲 父母 妻子 老婆 "
    "丈夫 老公 女朋友 男朋友 儿子 女儿 孩子 朋友 "
    "表姐 表妹 表哥 表弟 阿姨 叔叔 奶奶 爷爷 外婆 外公 邻居 家人 结婚",
    "home": "房子 家里 公寓 租 花园 厨房 猫 狗 宠物 汽车 自行车 住在 搬家 阳台",
    "tastes": "喜欢 喜爱 爱吃 爱喝 讨厌 最爱 偏好 音乐 电影 咖啡 茶 颜色 游戏 爱好 足球 美食",
}
_ENGLISH_WORDS = {name: frozenset(words.split()) for name, words in _ENGLISH.items()}
_CHINESE_WORDS = {name: tuple(words.split()) for name, words in _CHINESE.items()}
# What says more about a memory weighs more: "my sister is allergic to nuts" is about health,
# "my sister Anna lives in Porto" about people; liking something is the weakest sign.
_WEIGHTS = {
    "health": 2.0,
    "dates": 1.8,
    "people": 1.6,
    "travel": 1.3,
    "learning": 1.2,
    "tastes": 0.9,
}

PROTOTYPES: Mapping[str, tuple[str, ...]] = {
    "people": ("My sister and my parents.", "My best friend is called Tom.", "我的妹妹和朋友"),
    "tastes": ("I like this music and that food.", "My favourite drink.", "我喜欢的东西"),
    "home": ("My house, my garden and my pets.", "I own a car.", "我家里的猫和房子"),
    "work": ("My job at the company.", "The project at the office.", "我的工作和公司"),
    "health": ("I am ill and take medicine.", "I have an allergy.", "我的健康和过敏"),
    "travel": ("The trip and the flight to another country.", "The hotel.", "我的旅行计划"),
    "dates": ("The date of the birthday.", "The appointment next Monday.", "生日和日期"),
    "learning": ("I study a language at school.", "The course I take.", "我在学习的课程"),
}
"""Example statements of each category, embedded once for each vector space."""


def category_by_words(text: str) -> str | None:
    """Return the category that the words of a statement name most; None when they name none."""
    form = normalise(text)
    words = re.findall(r"[^\W_]+", form)
    scores = {
        name: _WEIGHTS.get(name, 1.0)
        * (
            sum(word in known for word in words)
            + sum(form.count(word) for word in _CHINESE_WORDS[name])
        )
        for name, known in _ENGLISH_WORDS.items()
    }
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] > 0 else None


def category_by_meaning(
    vector: FloatArray, prototypes: Mapping[str, FloatArray], least: float
) -> str | None:
    """Return the category whose examples lie closest.

    Args:
        vector: `(d,) float32`, L2-normalised, of the statement.
        prototypes: By category, the `(d,) float32` mean of its examples, L2-normalised.
        least: The cosine from which closeness counts.
    """
    close = {name: float(vector @ centre) for name, centre in prototypes.items()}
    best = max(close, key=lambda name: (close[name], name), default=None)
    return best if best is not None and close[best] >= least else None


def clean_category(category: str) -> str:
    """Return a typed category as it is stored: one lower-case word."""
    return "-".join(normalise(category).split()) or DEFAULT_CATEGORY
