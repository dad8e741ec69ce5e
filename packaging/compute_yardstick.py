"""Computes the vectors of the fixed texts of memory for the built-in model.

They ship as `resources/models/<space>-yardstick.npz`, so that calibration, hubness and categories
are known from the first second instead of after some seconds of embedding. Run it again when the
fixed texts, the model or its preparation change:

    .venv/bin/python packaging/compute_yardstick.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Write the file; returns the exit code."""
    import numpy as np

    from assistant_app.embeddings.e5.embedder import E5Embedder
    from assistant_app.memory.store.vectors import content_hash
    from assistant_app.memory.yardstick import calibration_texts, category_texts

    embedder = E5Embedder()
    texts = {**calibration_texts(), **category_texts()}
    vectors = [
        embedder.embed_query(fixed.text)
        if fixed.question
        else embedder.embed_documents([fixed.text], purpose=fixed.purpose)[0]
        for fixed in texts.values()
    ]
    target = ROOT / "resources" / "models" / f"{embedder.space}-yardstick.npz"
    np.savez_compressed(
        target,
        keys=np.array(list(texts)),
        hashes=np.array([content_hash(fixed.text) for fixed in texts.values()]),
        vectors=np.stack(vectors).astype(np.float16),
    )
    print(f"{target.relative_to(ROOT)}: {len(texts)} vectors, {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
