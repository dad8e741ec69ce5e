"""Words too common to be a tag, in the languages that the automatic tags know."""

from __future__ import annotations

import re

from assistant_app.memory.wordlist import words

_LATIN = (
    # English
    "a about after again all also always am an and another any anything are around as at back be "
    "because been before being both but by called can cannot cant could did do does doesnt doing "
    "dont down each eat eats etc ever every few first for from get gets give go goes going got had "
    "has hasnt have havent having he her here hers him his how however i im if in into is isnt it "
    "its ive just keep keeps kind know like likes live lives long lot lots love loves made make "
    "makes many may me mine more most much must my name named need needs never new no non not now "
    "of off often on one only or other our out over own people prefer prefers put quite really "
    "said same say says see she should since so some someone something still such take takes than "
    "that the their them then there these they thing things think this those though three through "
    "time to together too two under until up us use used user users uses using usually very want "
    "wants was wasnt way we well went were what when where which while who whom whose why will "
    "with within without wont work works would year years yes yet you your yours hate hates hi "
    # German
    "aber alle als am an auch auf aus bei bin bis das dass dein dem den der des die du ein eine "
    "einem einen einer eines er es für gern habe haben hat heißt hier ich ihr im immer in ist ja "
    "kann kein keine lebt mag man mein meine meinem meinen meiner mich mir mit nach nicht noch nur "
    "oder sehr sein seine sich sie sind so über um und uns unser unter vom von vor war was wenn "
    "wie wir wird wohnt zu zum zur benutzer jeden jede gerade fährt "
    # Spanish, Portuguese, Italian
    "al algo como con cuando de del desde donde el ella en era es esta este estoy fue gusta ha hay "
    "la las le les llama lo los más me mi mis mucho muy nada ni nos o para pero por porque que se "
    "usuario siempre toma ser si sin sobre soy son su sus también te tengo tiene todo tu un una "
    "uno vive y ya yo "
    "ao com da das do dos ela ele em essa esse eu foi meu meus minha muito na no não os ou pela "
    "pelo são sua tem um uma che chi di gli il io mio mia nel non per più sono ho anche della "
    # French
    "au aux avec ce ces cette dans des elle est et eux habite il ils je leur lui ma mais mes moi "
    "mon ne notre nous on ont ou où par pas plus pour qu quand qui sa sans sont sur ton toujours "
    "tous tout très une vos votre vous à été"
)
STOP_WORDS = words(_LATIN)

_DENSE = words(
    "用户 我们 你们 他们 她们 咱们 自己 这个 那个 这些 那些 什么 怎么 "
    "因为 所以 但是 而且 或者 如果 喜欢 不喜欢 喜爱 觉得 知道 认为 希望 "
    "想要 需要 可以 能够 应该 已经 正在 曾经 以前 以后 现在 目前 经常 "
    "总是 有时 每天 每周 每年 非常 特别 比较 一个 一只 一些 一直 一起 "
    "没有 不是 不能 不会 不吃 上午 下午 早上 晚上 周末 使用 打算 计划 上个月 下个月 上周 下周 刚刚 "
    "保存 住在 名字 叫做 在于 关于 对于 还有 只有 最喜欢 今年 去年 明年 "
    "时候 ユーザー の は が を に で と も です ます"
)
_DENSE_SINGLE = (
    "我你您他她它的了是在有用叫住也都和与及或把被从到去来给对很最更太就才再还又没不会能要想"
    "吃喝个只条这那每说做吗呢吧啊得地着为刚开以于"
)
DENSE_BREAK = re.compile(
    "|".join(sorted(_DENSE, key=lambda word: (-len(word), word)))
    + f"|[一二三四五六七八九十两几]+[个只条辆岁位年月天次]|[{_DENSE_SINGLE}]|[\u3040-\u309f]+"
)
"""What ends a significant word in Chinese and Japanese, which write without spaces."""
