"""Finding texts by meaning and by words; knows neither memories nor conversations.

`FactIndex` serves short statements, `RoundIndex` dated rounds of past conversations. Both rest on
the same parts: `Rows` (keys and filters), `WordIndex` (BM25) and `VectorIndex` (cosines). Every
index is written by one owner and hands out immutable snapshots that any thread may search.
"""
