"""Readers of the evaluation sets; their paths are given, they are no part of the project."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant_app.retrieval.types import Round

_EVIDENCE = re.compile(r"D\d+:\d+")
ADVERSARIAL = 5


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A question, the fact that answers it, and other facts that answer it too."""

    text: str
    fact: str
    kind: str
    also_correct: frozenset[str]


@dataclass(frozen=True, slots=True)
class RoundQuestion:
    """A question and the rounds that hold the evidence."""

    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One long conversation with its questions."""

    rounds: tuple[Round, ...]
    questions: tuple[RoundQuestion, ...]


def read_facts(path: Path) -> tuple[dict[str, str], list[FactQuestion]]:
    """Return the facts by key, and the questions."""
    data = json.loads(path.read_text("utf-8"))
    facts = {str(fact["id"]): str(fact["text"]) for fact in data["facts"]}
    questions = [
        FactQuestion(
            text=question["text"],
            fact=str(question["fact"]),
            kind=question["kind"],
            also_correct=frozenset(str(other) for other in question["also_correct"])
            - {str(question["fact"])},
        )
        for question in data["questions"]
    ]
    return facts, questions


def read_locomo(path: Path) -> list[Conversation]:
    """Return the conversations of LoCoMo; questions without evidence are left out."""
    return [_conversation(sample) for sample in json.loads(path.read_text("utf-8"))]


def _conversation(sample: dict[str, Any]) -> Conversation:
    talk, name = sample["conversation"], sample["sample_id"]
    rounds = []
    numbers = sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        at = _moment(talk[f"session_{number}_date_time"])
        for turn in talk[f"session_{number}"]:
            caption = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
            rounds.append(
                Round(
                    key=turn["dia_id"],
                    conversation=name,
                    session=str(number),
                    speaker=turn["speaker"],
                    at=at,
                    text=turn["text"] + caption,
                )
            )
    known = {item.key for item in rounds}
    questions = []
    for entry in sample["qa"]:
        named = {key for text in entry.get("evidence", ()) for key in _EVIDENCE.findall(text)}
        if named & known:
            questions.append(
                RoundQuestion(entry["question"], entry["category"], frozenset(named & known))
            )
    return Conversation(tuple(rounds), tuple(questions))


def _moment(text: str) -> datetime:
    return datetime.strptime(text.upper(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
