"""The objects of the commands as text for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from assistant_app.base.clock import parse_utc

Object = Mapping[str, Any]
_ID_SHOWN = 26


def render(name: str, result: Object) -> str:
    """Return what a command prints without `--json`."""
    renderer = _RENDERERS.get(name)
    if renderer is None:
        return json.dumps(result, ensure_ascii=False, indent=2)
    return renderer(result)


def _ask(result: Object) -> str:
    lines = [""]
    if result["used"]:
        number = len(result["used"])
        lines += ["", f"Used {number} {'memory' if number == 1 else 'memories'}:"]
        lines += [f"  - {used['text']}" for used in result["used"]]
    lines += [
        f"{_LEARNED.get(item['status'], item['status']).format(id=item['id'])}: {item['text']}"
        for item in result["remembered"]
    ]
    lines.append(f"(conversation {result['conversation']})")
    return "\n".join(lines)


def _added(result: Object) -> str:
    words = {
        "saved": "Remembered.",
        "duplicate": "Already known.",
        "updated": "Remembered; it takes the place of what was known.",
        "proposed": "Waits for your word in the inbox.",
        "refused": "Not remembered",
    }[result["status"]]
    if result["status"] == "refused":
        return f"{words}: {_REFUSED.get(result['reason'], result['reason'])}."
    return f"{words} ({result['id']})"


def _found(result: Object) -> str:
    if not result["results"]:
        return "Nothing found."
    lines = []
    for hit in result["results"]:
        reasons = ", ".join(f"{name} {value:.2f}" for name, value in hit["reasons"].items())
        lines.append(f"{hit['relevance']:.2f}  {hit['text']}")
        lines.append(f"      {hit['kind']} {hit['id']}  score {hit['score']:.2f} ({reasons})")
    return "\n".join(lines)


def _listed(result: Object) -> str:
    if not result["memories"]:
        return "Nothing here."
    states = {one["state"] for one in result["memories"]}
    return "\n".join(
        f"{one['id'][:_ID_SHOWN]}  "
        + (f"{one['state']:<10} " if len(states) > 1 else "")
        + f"{one['category']:<10} {one['text']}"
        for one in result["memories"]
    )


def _shown(result: Object) -> str:
    one = result["memory"]
    lines = [one["text"] or "(erased)", ""]
    for field in ("id", "state", "category", "tags", "scope", "pinned", "local_only"):
        value = one.get(field)
        shown = ", ".join(value) if isinstance(value, list) else value
        lines.append(f"{field:<12} {shown}")
    moments = ("created_at", "updated_at", "expires_at", "accessed_at")
    lines += [f"{field:<12} {_local(one[field])}" for field in moments if one.get(field)]
    if "access_count" in one:
        lines.append(f"{'used':<12} {one['access_count']} times")
    quote = (one.get("origin") or {}).get("quote")
    if quote:
        lines.append(f"{'from':<12} “{quote}”")
    return "\n".join(lines)


def _erased(result: Object) -> str:
    count = result["backups"]
    lines = ["Erased. Only enough stays not to learn it again."]
    if count:
        held = "1 backup" if count == 1 else f"{count} backups"
        lines.append(f"{held} may still hold it until they are thinned.")
    lines.append("Chats in which it was said still show it.")
    return "\n".join(lines)


def _inbox(result: Object) -> str:
    if "memory" in result:
        return _shown(result)
    if not result["memories"]:
        return "Nothing waits."
    return "\n".join(line for one in result["memories"] for line in _waiting(one))


def _waiting(one: Mapping[str, Any]) -> list[str]:
    asked = {"deletion": "forget? ", "conflict": "or? ", "changed": "now: "}
    lines = [f"{one['id']}  {asked.get(one.get('kind', ''), '')}{one['text']}"]
    if one.get("would_replace"):
        lines.append(f"{'':<{_ID_SHOWN}}  instead of: {one['would_replace']['text']}")
    if one.get("quote"):
        lines.append(f"{'':<{_ID_SHOWN}}  “{one['quote']}”")
    return lines


def _tidied(result: Object) -> str:
    lines: list[str] = []
    for cluster in result.get("clusters", ()):
        lines += [f"  - {text}" for text in cluster["texts"]]
        lines.append(f"  => {cluster['statement'] or '(left as they are)'}")
        lines.append("")
    unused = result.get("unused", ())
    if unused:
        lines.append("Never used in a year; `keepsake memory archive ID` puts one away:")
        lines += [f"  {one['id']}  {one['text']}" for one in unused]
    if result["applied"]:
        made = len(result["memories"])
        lines.append(
            f"{result['archived']} memories were put away, {made} took their place. "
            "`keepsake memory undo` takes it back."
        )
    elif result.get("reason"):
        lines.append(_NOT_TIDIED[result["reason"]])
    return "\n".join(lines) or "Nothing was changed."


def _spaces(result: Object) -> str:
    if not result["spaces"]:
        return "There are no spaces; everything is global."
    return "\n".join(f"{one['name']}  ({one['memories']} memories)" for one in result["spaces"])


def _space(result: Object) -> str:
    return f"{result['space']['name']}  {result['space']['colour']}"


def _space_deleted(result: Object) -> str:
    target, count = result["moved_to"], result["memories"]
    where = "are in the trash now" if target is None else f"belong to {target} now"
    return f"Deleted {result['space']['name']}. {count} memories {where}."


def _related(result: Object) -> str:
    if not result["related"]:
        return "Nothing is near."
    return "\n".join(f"{one['score']:.2f}  {one['text']}" for one in result["related"])


def _history(result: Object) -> str:
    return "\n".join(
        f"{_local(one['at'])}  {one['what']:<11} {one['text']}" for one in result["history"]
    )


def _stats(result: Object) -> str:
    vectors = result["vectors"]
    lines = [f"{result['total']} active, {result['bytes']} bytes on disk"]
    lines += [f"  {state:<12} {count}" for state, count in result["by_state"].items() if count]
    lines += ["By category:"]
    lines += [f"  {category:<12} {count}" for category, count in result["by_category"].items()]
    if result["top_tags"]:
        lines.append("Tags: " + ", ".join(f"{tag} {count}" for tag, count in result["top_tags"]))
    if result["most_used"]:
        lines.append("Used most:")
        lines += [f"  {one['access_count']:>4} × {one['text']}" for one in result["most_used"]]
    lines.append(f"Never used: {result['never_used']}")
    lines.append(f"Found by meaning: {vectors['ready']}, still to come: {vectors['pending']}")
    return "\n".join(lines)


def _undone(result: Object) -> str:
    return "Taken back:\n" + "\n".join(
        f"  {one['state']:<10} {one['text']}" for one in result["memories"]
    )


def _settings(result: Object) -> str:
    return "\n".join(f"{key} = {_value(value)}" for key, value in result["settings"].items())


def _models(result: Object) -> str:
    lines = [f"{one['provider']}:{one['id']}" for one in result["models"]]
    lines += [f"({provider}: {code})" for provider, code in result["errors"].items()]
    return "\n".join(lines)


def _doctor(result: Object) -> str:
    return "\n".join(
        f"{'ok ' if check['ok'] else 'BAD'}  {check['name']:<8} {check['detail']}"
        for check in result["checks"]
    )


def _key(result: Object) -> str:
    if result["kept"] == "keyring":
        return f"The key of {result['provider']} is kept in the system's keyring."
    return (
        f"There is no usable keyring, so the key of {result['provider']} was not kept. "
        "Set it in the window for one session, or give it in the environment."
    )


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _local(moment: str) -> str:
    return parse_utc(moment).astimezone().strftime("%Y-%m-%d %H:%M")


_LEARNED = {
    "saved": "Remembered",
    "duplicate": "Already known",
    "updated": "Changed",
    "proposed": "To review",
    "refused": "Not remembered",
    "forgotten": "Forgotten (`keepsake memory undo` brings it back)",
    "forget_which": "Do you mean this? `keepsake memory forget {id}`",
    "forget_none": "Nothing like it is remembered",
}
_NOT_TIDIED = {
    "nothing_to_do": "There is nothing to put together.",
    "no_model": "It takes a chat model to write the statements. Nothing was changed.",
    "no_statement": "The model wrote nothing that could take their place. Nothing was changed.",
}
_REFUSED = {
    "secret": "it holds a secret such as a password, a key or a card number",
    "empty": "there is no statement in it",
    "never_health": "you do not want anything about health remembered",
    "never_contact": "you do not want contact data of others remembered",
    "never_word": "it holds a word that you do not want remembered",
    "never_topic": "it is about something that you do not want remembered",
    "never_pattern": "it matches a pattern that you do not want remembered",
    "too_long": "it is too long",
    "forgotten_before": "it was forgotten for good before",
}
_RENDERERS: Mapping[str, Callable[[Object], str]] = {
    "ask": _ask,
    "memory add": _added,
    "memory search": _found,
    "memory list": _listed,
    "memory inbox": _inbox,
    "memory move": _shown,
    "memory tidy": _tidied,
    "space list": _spaces,
    "space add": _space,
    "space rename": _space,
    "space recolour": _space,
    "space delete": _space_deleted,
    "memory show": _shown,
    "memory edit": _shown,
    "memory forget": _shown,
    "memory restore": _shown,
    "memory archive": _shown,
    "memory erase": _erased,
    "memory related": _related,
    "memory history": _history,
    "memory stats": _stats,
    "memory undo": _undone,
    "memory rebuild-index": lambda result: (
        f"Found by meaning: {result['vectors']['ready']}, still to come: "
        f"{result['vectors']['pending']}"
    ),
    "config get": lambda result: _value(result["value"]),
    "config set": lambda result: f"{result['key']} = {_value(result['value'])}",
    "config list": _settings,
    "key set": _key,
    "models": _models,
    "doctor": _doctor,
}
