"""The built-in model: multilingual-e5-small in 4 bits, run by numpy alone.

A file reader, a tokenizer, an encoder, and the removal of what only tells languages apart; each a
module of its own, put together in `embedder`.
"""
