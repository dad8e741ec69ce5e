"""Words that say nothing about a topic, in the main languages; kept small on purpose.

Words that mean something in another of these languages (German "die" and "war", French "son")
are left out: losing a real word costs more than keeping an empty one, whose weight is low anyway.
All entries are folded as `tokenize` folds words: no accents, no apostrophes.
"""

from __future__ import annotations

_ENGLISH = """
a about after again all also am an and any are arent as at be because been before being both but
by can cannot cant could couldnt did didnt do does doesnt doing dont during each ever for from
further get gets got had hadnt has hasnt have havent having he her here hers herself him himself
his how i id if ill im in into is isnt it its itself ive just let lets like me more most my myself
no nor not now of off on once only or other our ours ourselves out over own please really same she
should shouldnt so some such than that thats the their theirs them themselves then there theres
these they theyre this those through to too under until up upon us very was wasnt we were werent
weve what whats when where which while who whom whose why will with wont would wouldnt you youd
youll your youre yours yourself youve tell know
hello hey hi ok okay thank thanks yes
"""
_GERMAN = """
aber als auch auf aus bei bitte da das dass dein deine dem den denn der des dich dir doch du durch
ein eine einem einen einer eines er es euch fur hab habe haben hast hatte ich ihr ihre im ist ja
kann kein keine man mein meine meinem meinen meiner mich mir mit nach nicht noch nur ob oder sein
seine sich sie sind so uber um und uns unser vom von vor wann was wer welche welcher welches wenn
werden wie wieder wir wird wo zu zum zur danke hallo
"""
_FRENCH = """
au aux avec ce ces cette dans de des du elle en est et eu il ils je la le les leur lui ma mes moi
mon ne nos notre nous ou par pas pour qu que quel quelle quels quelles qui sa se ses sont sur ta te
tes toi ton tu un une vos votre vous suis ai as avons ont etes bonjour merci
"""
_SPANISH_PORTUGUESE_ITALIAN = """
al com como con cual cuando da das de del della di do donde dos e ed el ella ellos em es esta este
gli ha hay he il io la las lo los me meu mi minha mis na nao no nos nuestro o onde os para per pero
por porque qual quale quando que qui quien se sono soy su sua sus te tu tus um uma un una uno voce
y yo gracias hola obrigado grazie ciao
"""
# In scripts without spaces a word is a single character or a pair of characters.
_CJK = """
的 了 吗 嗎 呢 吧 啊 是 我 你 您 他 她 它 们 們 在 有 和 与 也 都 就
不 么 麼 什 怎 哪 谁 誰 这 這 那 个 個 请 請
你好 谢谢 謝謝 什么 什麼 怎么 怎麼 哪里 哪裡 我的 你的 我们 你们 是什
の は が を に へ と で も や か な ね よ だ 何 誰 私 僕 俺 君
です ます した して いる ある から まで この その あの どの
私の 僕の すか でし とは には では どこ なに いつ
은 는 이 가 을 를 의 에 와 과 도
"""

STOP_WORDS: frozenset[str] = frozenset(
    f"{_ENGLISH} {_GERMAN} {_FRENCH} {_SPANISH_PORTUGUESE_ITALIAN} {_CJK}".split()
)
