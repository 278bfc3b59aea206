"""Words that say how something is asked, not what is asked for; full-text queries leave them out.

Chinese, Japanese and Korean are searched by pairs of characters, so their words stand here as they
occur in a query and are matched as pairs. Texts keep every word: only queries are thinned.
"""

from __future__ import annotations

_ENGLISH = """
a about above after again all also am an and any are aren as at be because been before being
below between both but by can could couldn d did didn do does doesn doing don down during each
etc few for from further had hadn has hasn have haven having he her here hers herself him
himself his how i if in into is isn it its itself just ll m me more most mustn my myself no nor
not now of off on once only or other our ours ourselves out over own please re s same shall she
should shouldn so some such t than that the their theirs them themselves then there these they
this those through to too under until up ve very was wasn we were weren what when where which
while who whom whose why will with won would wouldn you your yours yourself yourselves
"""

_CJK = """
什么 什麼 甚么 怎么 怎麼 怎样 怎樣 如何 哪些 哪个 哪個 哪里 哪裡 哪儿 为何 為何 多少 几个 是否
能否 可否 请问 請問 以及 还是 還是 或者 并且 並且 但是 因为 因為 所以 如果 那么 那麼 这个 這個
那个 那個 这些 這些 那些 我们 我們 你们 你們 他们 他們 它们 它們 一个 一個 一些 一下 可以 关于
關於 对于 對於 有关 有關 なに なぜ どう どの どれ どこ いつ だれ 何か どん ます です でし する
した して いる ある ない こと もの これ それ あれ この その あの から まで より など ため よう
とは には では また 무엇 어떤 어떻 떻게 어디 언제 누구 얼마 그리 리고 그러 하지 지만 또는 대한
대해 위한 있는 하는 하다 입니 니다 습니 인가 가요 나요
"""

#: English, in the form that `normalize` gives words: lower case, split at the apostrophe.
ENGLISH: frozenset[str] = frozenset(_ENGLISH.split())

#: Question words, conjunctions and the like of Chinese, Japanese and Korean.
CJK: frozenset[str] = frozenset(_CJK.split())

#: Characters that join words rather than name anything; a pair that holds one says little.
FUNCTION_CHARACTERS: frozenset[str] = frozenset(
    "的是了在和与與及或之吗嗎呢吧啊这這那哪谁誰何么麼什为為被把对對从從很也都而但"
    "のはがをにでともへや"
)

#: Korean particles: they end a word, and mean something else inside one.
PARTICLES: frozenset[str] = frozenset("은는이가을를의에도로와과")
