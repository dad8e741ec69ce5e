"""One stated formula for the size of a text in tokens.

Tokenisers differ by model and most are not at hand, so budgets use an estimate that errs on the
large side: one token for each character of a script written without spaces (Chinese, Japanese,
Korean, Thai), and one for every 3.5 characters of everything else, rounded up.
"""

from __future__ import annotations

import math
import re

_DENSE = re.compile(
    "[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff]"
)
_CHARACTERS_PER_TOKEN = 3.5
MESSAGE_OVERHEAD = 4
"""Tokens that the frame of one message costs (role and separators)."""


def count_tokens(text: str) -> int:
    """Estimate how many tokens a text takes: dense characters + ceil(others / 3.5)."""
    dense = len(_DENSE.findall(text))
    return dense + math.ceil((len(text) - dense) / _CHARACTERS_PER_TOKEN)
