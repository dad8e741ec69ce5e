"""How far the built-in model is from the fastest that numpy could do; ratios of one run.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/bench_embedding.py

The floor is the network's matrix products alone, same shapes, done in both ways the runner could
choose from. Absolute times depend on the machine and on who else uses it; the ratios hardly do.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from assistant_app.embeddings.e5.embedder import E5Embedder
from assistant_app.embeddings.e5.encoder import PANEL

FACT = "The user's golden retriever is called Biscuit."
LAYERS, SHAPES = 12, ((384, 1152), (384, 384), (384, 1536), (1536, 384))


def best(work: Callable[[], object], rounds: int = 15) -> float:
    """Shortest of several runs, in milliseconds of this thread; other programs count less so."""
    times = []
    for _ in range(rounds):
        began = time.thread_time()
        work()
        times.append(time.thread_time() - began)
    return min(times) * 1e3


def floors(tokens: int) -> tuple[float, float]:
    """Milliseconds of the matrix products alone: plain, and in panels."""
    random = np.random.default_rng(0)
    inputs = {k: random.standard_normal((tokens, k), np.float32) for k in (384, 1536)}
    plain = [random.standard_normal(shape, np.float32) for _ in range(LAYERS) for shape in SHAPES]
    panels = [np.ascontiguousarray(w.reshape(len(w), -1, PANEL).transpose(1, 0, 2)) for w in plain]
    outs = {w.shape[1]: np.empty((tokens, w.shape[1]), np.float32) for w in plain}

    def run_plain() -> None:
        for w in plain:
            np.matmul(inputs[w.shape[0]], w, out=outs[w.shape[1]])

    def run_panels() -> None:
        for w in panels:
            out = outs[len(w) * PANEL].reshape(tokens, -1, PANEL).transpose(1, 0, 2)
            np.matmul(inputs[w.shape[1]], w, out=out)

    return best(run_plain), best(run_panels)


def longest_pause(work: Callable[[], object]) -> float:
    """Longest time in milliseconds that another Python thread does not get to run."""
    gaps: list[float] = []
    over = threading.Event()

    def tick() -> None:
        last = time.perf_counter()
        while not over.is_set():
            time.sleep(0.001)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now

    thread = threading.Thread(target=tick)
    thread.start()
    work()
    over.set()
    thread.join()
    return max(gaps) * 1e3


def main() -> None:
    """Print the table."""
    embedder = E5Embedder()
    began = time.perf_counter()
    pause = longest_pause(embedder.load)
    print(
        f"load {time.perf_counter() - began:.2f} s, longest pause of another thread {pause:.0f} ms"
    )
    model = embedder._loaded()
    tokens = model.tokenizer.encode(FACT, prefix="query:")
    single = best(lambda: embedder.embed_query(FACT), 40)
    plain, panels = floors(len(tokens))
    print(f"one text, {len(tokens)} tokens: {single:.1f} ms")
    print(
        f"  floor of its products: plain {plain:.1f} ms ({single / plain:.2f}x), "
        f"panels {panels:.1f} ms ({single / panels:.2f}x)"
    )
    model.tokenizer._cut_cached.cache_clear()
    cold = best(
        lambda: (
            model.tokenizer._cut_cached.cache_clear()
            or model.tokenizer.encode(FACT, prefix="query:")
        ),
        40,
    )
    warm = best(lambda: model.tokenizer.encode(FACT, prefix="query:"), 40)
    print(f"  tokenizer: {cold:.3f} ms ({cold / single:.1%}), known words {warm:.3f} ms")
    texts = [f"{FACT} {'And more. ' * (number % 4)}{number}" for number in range(64)]
    batch = best(lambda: embedder.embed_documents(texts), 3)
    loop = best(lambda: [embedder.embed_documents([text]) for text in texts], 3)
    print(
        f"64 texts: {batch / 64:.1f} ms each in a batch, {loop / 64:.1f} in a loop "
        f"({loop / batch:.2f}x)"
    )
    lengths = sum(len(model.tokenizer.encode(text, prefix="query:")) for text in texts)
    plain, panels = floors(256)
    floor = min(plain, panels) * lengths / 256
    print(f"  {lengths} tokens; floor of the products {floor:.0f} ms ({batch / floor:.2f}x)")
    longest = max(
        best(lambda part=part: embedder.embed_documents(texts[part]), 2)
        for part in embedder.batches(texts)
    )
    print(f"  longest slice {longest:.0f} ms")
    print(f"2,000 characters: {best(lambda: embedder.embed_query('word ' * 400), 3):.0f} ms")


if __name__ == "__main__":
    main()
