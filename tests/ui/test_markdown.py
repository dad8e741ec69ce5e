from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.ui.chat.markdown import (
    LONGEST_MARKDOWN,
    BlockKind,
    StreamParser,
    as_table_text,
    parse,
    runs,
    strip_tags,
)
from assistant_app.ui.chat.table_block import column_widths

TEXT = """# Head

Some *words* and `code`.

- one
- two

| A | B |
|---|--:|
| 1 | **2** |

```python
x = 1

y = 2
```

The end."""


def test_an_answer_becomes_text_tables_and_code() -> None:
    kinds = [block.kind for block in parse(TEXT).blocks]
    assert kinds == [BlockKind.TEXT] * 3 + [BlockKind.TABLE, BlockKind.CODE, BlockKind.TEXT]
    table, code = parse(TEXT).blocks[3:5]
    assert table.rows == (("A", "B"), ("1", "<strong>2</strong>"))
    assert table.aligns == ("left", "right")
    assert as_table_text(table) == "A\tB\n1\t2"
    assert (code.language, code.code) == ("python", "x = 1\n\ny = 2")


def test_html_of_a_model_is_shown_as_words_and_pictures_are_links() -> None:
    markup = parse('<img src="file:///etc/passwd"> ![me](http://a/b.png)').blocks[0].html
    assert "<img" not in markup
    assert "&lt;img" in markup
    assert '<a href="http://a/b.png">me</a>' in markup
    assert "javascript:" not in parse("[x](javascript:alert(1))").blocks[0].html.replace(
        "[x](javascript:alert(1))", ""
    )


def test_neighbouring_texts_are_joined_up_to_a_size() -> None:
    blocks = parse("one\n\ntwo\n\nthree\n\n```\nx\n```\n\nfour").blocks
    joined = runs(blocks)
    assert [block.kind for block in joined] == [BlockKind.TEXT, BlockKind.CODE, BlockKind.TEXT]
    assert len(runs(blocks, limit=5)) == 5


def test_a_very_long_text_is_not_parsed() -> None:
    blocks = parse("# <b>" + "x" * LONGEST_MARKDOWN).blocks
    assert len(blocks) > 40
    assert "&lt;b&gt;" in blocks[0].html
    assert "<h1>" not in blocks[0].html


@given(st.lists(st.integers(1, 9), min_size=1, max_size=400))
def test_a_streamed_text_gives_the_blocks_of_the_whole(steps: list[int]) -> None:
    parser = StreamParser()
    closed, tail, place = [], (), 0
    for step in [*steps, len(TEXT)]:
        new, tail = parser.feed(TEXT[place : place + step])
        closed.extend(new)
        place += step
    assert (*closed, *tail) == parse(TEXT).blocks


def test_a_long_list_is_closed_item_by_item_and_joined_again() -> None:
    for text in (
        "".join(f"- item {n} with words\n" for n in range(400)),
        "".join(f"{n}. item {n} with words\n" for n in range(1, 400)),
    ):
        parser = StreamParser()
        closed, tail = [], ()
        for place in range(0, len(text), 30):
            new, tail = parser.feed(text[place : place + 30])
            closed.extend(new)
            assert all(len(block.html) < 6_000 for block in tail)
        whole = runs([*closed, *tail], limit=10**9)
        assert [block.html for block in whole] == [parse(text).blocks[0].html]


def test_two_lists_that_follow_each_other_stay_two() -> None:
    joined = runs(parse("- a\n\n1. b\n").blocks)
    assert joined[0].html.count("</ul>") == 1
    assert joined[0].html.count("</ol>") == 1


@given(st.text(alphabet="ab #-|`*\n>1.[]()<", max_size=80), st.integers(1, 7))
def test_streaming_loses_no_words(text: str, step: int) -> None:
    parser = StreamParser()
    for place in range(0, len(text), step):
        parser.feed(text[place : place + step])
    assert parser.text == text


def test_tags_are_taken_out_of_our_own_html() -> None:
    assert strip_tags("<b>a &lt; b</b> c") == "a < b c"


@given(
    st.lists(st.tuples(st.floats(10, 400), st.floats(5, 80)), min_size=1, max_size=6),
    st.floats(100, 1000),
)
def test_columns_fill_a_table_and_never_break_words(
    columns: list[tuple[float, float]], room: float
) -> None:
    ideal = [max(width, low) for width, low in columns]
    least = [low for _, low in columns]
    widths = column_widths(ideal, least, room)
    assert all(width >= low - 0.01 for width, low in zip(widths, least, strict=True))
    if sum(least) <= room / 2:
        assert sum(widths) >= room - 1 or all(
            width <= wanted + 0.01 for width, wanted in zip(widths, ideal, strict=True)
        )


def test_a_narrow_column_keeps_its_width_where_others_are_wide() -> None:
    assert column_widths([60, 500, 500], [30, 60, 60], 600)[0] == 60
