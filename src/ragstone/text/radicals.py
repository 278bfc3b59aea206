"""CJK radicals that stand in for characters: some PDF fonts map 长 to U+2ED3 (a radical) and so on.

NFKC folds the Kangxi radicals (U+2F00…) and leaves the supplement (U+2E80…) alone, all but two.
The pairs are those of Unicode's `EquivalentUnifiedIdeograph.txt` that are one to one.
"""

from __future__ import annotations

_PAIRS = (
    "⺁厂⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺌小⺍小⺎兀⺐尢⺒巳⺓幺⺔彑⺖忄⺗㣺⺘扌⺙攵⺛旡⺜日⺝月⺞歺"
    "⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺶羊⺹耂⺺肀⺻聿"
    "⺼肉⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长"
    "⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾"
    "⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟"
)

#: For `str.translate`: radical to character.
RADICALS: dict[int, str] = {
    ord(radical): character for radical, character in zip(_PAIRS[::2], _PAIRS[1::2], strict=True)
}
