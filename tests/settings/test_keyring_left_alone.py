"""A keyring that holds nothing of ours is not asked: some systems would want a password first."""

from __future__ import annotations

from assistant_app.settings.secrets import SecretStore, Source
from assistant_app.settings.vault import Vault


class _Ring:
    def __init__(self) -> None:
        self.asked: list[str] = []
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        self.asked.append(username)
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


def test_the_keyring_is_asked_only_for_providers_that_have_a_key_there() -> None:
    ring = _Ring()
    named = {"openai"}
    secrets = SecretStore(
        vault=Vault(find_backend=lambda: ring), environment={}, is_kept=named.__contains__
    )
    assert secrets.get("groq") is None
    assert ring.asked == []
    assert secrets.set("openai", "sk-planted-5521-abc") is Source.KEYRING
    found = secrets.get("openai")
    assert found is not None
    assert found.value == "sk-planted-5521-abc"
    assert set(ring.asked) == {"openai"}
