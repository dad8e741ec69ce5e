"""Addresses in every spelling, proxies of every kind."""

from __future__ import annotations

import ssl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import (
    host_of,
    is_loopback,
    normalise_base_url,
    openai_url,
    proxy_for,
    redirect_target,
    ssl_context,
)


@pytest.mark.parametrize(
    "text",
    [
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/",
        "http://127.0.0.1:8080/v1",
        "http://127.0.0.1:8080/v1/",
        "http://127.0.0.1:8080/v1//",
        "http://127.0.0.1:8080/v1/chat/completions",
        "http://127.0.0.1:8080/v1/embeddings/",
        "http://127.0.0.1:8080/v1/models?key=1",
        "  http://127.0.0.1:8080/v1 \n",
        "127.0.0.1:8080",
        "127.0.0.1:8080/v1",
        "HTTP://127.0.0.1:8080/V1",
        "http：／／127.0.0.1：8080/v1",
        '"http://127.0.0.1:8080"',
    ],
)
def test_every_spelling_of_one_server_is_one_root(text):
    assert normalise_base_url(text) == "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com"),
        ("api.openai.com", "https://api.openai.com"),
        ("https://api.groq.com/openai/v1", "https://api.groq.com/openai"),
        (
            "https://generativelanguage.googleapis.com/v1beta/openai/",
            "https://generativelanguage.googleapis.com/v1beta/openai",
        ),
        ("https://open.bigmodel.cn/api/paas/v4", "https://open.bigmodel.cn/api/paas/v4"),
        ("https://user:pw@example.com/v1", "https://user:pw@example.com"),
        ("https://example.com:443/x/", "https://example.com/x"),
        ("my-box:1234/v1", "http://my-box:1234"),
        ("192.168.1.5:1234", "http://192.168.1.5:1234"),
        ("http://[::1]:8080/v1", "http://[::1]:8080"),
    ],
)
def test_paths_that_belong_to_the_server_stay(text, root):
    assert normalise_base_url(text) == root


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8000", "http://127.0.0.1:8000"),
        ("http://0.0.0.0", "http://127.0.0.1:11434"),
        ("http://0.0.0.0:11434", "http://127.0.0.1:11434"),
        ("::", "http://127.0.0.1:11434"),
        ("[::]:9000", "http://127.0.0.1:9000"),
        ("::1", "http://[::1]:11434"),
        (":9000", "http://127.0.0.1:9000"),
        ("localhost", "http://localhost:11434"),
        ("host:1234", "http://host:1234"),
        ("gpu.example.org", "http://gpu.example.org:11434"),
        ("http://gpu.example.org", "http://gpu.example.org"),
        ("https://gpu.example.org", "https://gpu.example.org"),
        ("https://gpu.example.org/ollama/api/chat", "https://gpu.example.org/ollama"),
        ("http://localhost:11434/api", "http://localhost:11434"),
        ("http://localhost:11434/v1", "http://localhost:11434"),
    ],
)
def test_ollama_host_in_every_form_reaches_the_server(text, root):
    assert normalise_base_url(text, default_port=11434) == root


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  ",
        "http://",
        "ftp://x",
        "http://x:99999",
        "http://x:port",
        "http://[::1",
        "x:0",
        "a<b",
        "a|b/c",
    ],
)
def test_what_is_no_address_is_a_user_error(text):
    with pytest.raises(UserError) as caught:
        normalise_base_url(text)
    assert caught.value.code is ErrorCode.SETTING_INVALID


def test_a_password_in_a_bad_address_is_not_repeated():
    with pytest.raises(UserError) as caught:
        normalise_base_url("http://me:secret@x:99999/")
    assert "secret" not in str(caught.value)


@given(
    st.text(max_size=40)
    | st.lists(
        st.sampled_from(["http://", "h", ":", "1", "/", "v1", "<", '"', "@", "/models", "?", "["])
    ).map("".join)
)
def test_normalising_is_stable_for_any_text(text):
    try:
        once = normalise_base_url(text)
    except UserError:
        return
    assert normalise_base_url(once) == once


def test_endpoints_stand_after_v1_unless_the_root_has_a_version():
    assert openai_url("http://h:1", "embeddings") == "http://h:1/v1/embeddings"
    assert openai_url("https://h/v1beta/openai", "models") == "https://h/v1beta/openai/models"
    assert openai_url("https://h/api/paas/v4", "models") == "https://h/api/paas/v4/models"


def test_the_name_of_a_host_carries_no_password():
    assert host_of("https://me:secret@example.com:8443/x?y") == "example.com:8443"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://127.0.0.1:1", True),
        ("http://127.9.9.9", True),
        ("http://localhost", True),
        ("http://LOCALHOST.", True),
        ("http://app.localhost", True),
        ("http://[::1]:11434", True),
        ("http://[::ffff:127.0.0.1]", True),
        ("http://0.0.0.0", True),
        ("::1", True),
        ("localhost:11434", True),
        ("http://localhost.example.com", False),
        ("http://127.0.0.1.example.com", False),
        ("http://192.168.1.1", False),
        ("https://api.openai.com", False),
        ("http://[broken", False),
        ("", False),
    ],
)
def test_loopback_is_told_from_the_rest(url, expected):
    assert is_loopback(url) is expected


EVERY_PROXY = {
    "HTTP_PROXY": "http://proxy:3128",
    "HTTPS_PROXY": "http://proxy:3128",
    "ALL_PROXY": "socks://proxy:1080/",
}


@pytest.mark.parametrize("url", ["http://127.0.0.1:11434", "http://localhost", "http://[::1]:1"])
def test_loopback_never_takes_a_proxy(url):
    assert proxy_for(url, EVERY_PROXY) is None


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("https://a.example", EVERY_PROXY, "http://proxy:3128"),
        ("https://a.example", {"ALL_PROXY": "socks://proxy:1080/"}, None),
        ("https://a.example", {"https_proxy": "p:1", "HTTPS_PROXY": "q:2"}, "http://p:1"),
        ("https://a.example", {"https_proxy": "http://p:notaport"}, None),
        ("https://a.example", {"https_proxy": "nonsense://p", "all_proxy": "q:1"}, "http://q:1"),
        ("http://a.example", {"https_proxy": "p:1"}, None),
        ("https://a.example", {**EVERY_PROXY, "NO_PROXY": "*"}, None),
        ("https://x.a.example", {**EVERY_PROXY, "NO_PROXY": "b, a.example"}, None),
        ("https://xa.example", {**EVERY_PROXY, "no_proxy": ".a.example"}, "http://proxy:3128"),
        ("http://10.1.2.3", {**EVERY_PROXY, "no_proxy": "10.0.0.0/8"}, None),
        ("http://11.1.2.3", {**EVERY_PROXY, "no_proxy": "10.0.0.0/8"}, "http://proxy:3128"),
        ("http://a.example:81", {**EVERY_PROXY, "no_proxy": "a.example:82"}, "http://proxy:3128"),
        ("http://a.example:82", {**EVERY_PROXY, "no_proxy": "a.example:82"}, None),
        ("http://a.example", {**EVERY_PROXY, "no_proxy": "10.0.0.0/99"}, "http://proxy:3128"),
        ("https://a.example", {"https_proxy": "  "}, None),
        ("https://a.example", {}, None),
    ],
)
def test_proxies_are_taken_only_where_they_can_be_used(url, environ, proxy, monkeypatch):
    monkeypatch.setattr("assistant_app.base.web._speaks_socks", lambda: False)
    assert proxy_for(url, environ) == proxy


def test_gnome_s_socks_becomes_socks5_where_that_is_spoken(monkeypatch):
    monkeypatch.setattr("assistant_app.base.web._speaks_socks", lambda: True)
    assert proxy_for("https://a", {"ALL_PROXY": "socks://p:1080/"}) == "socks5://p:1080"
    assert proxy_for("https://a", {"ALL_PROXY": "socks4://p:1080/"}) is None


def test_without_variables_the_system_is_asked(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "http://p:1")
    monkeypatch.setenv("no_proxy", "b.example")
    assert proxy_for("https://a.example") == "http://p:1"
    assert proxy_for("https://b.example") is None


@pytest.mark.parametrize(
    ("url", "location", "target"),
    [
        ("http://a/x", "/y", "http://a/y"),
        ("http://a/x", "https://a/x", "https://a/x"),
        ("http://a:1/x", "http://a:1/x/", "http://a:1/x/"),
        ("http://a:1/x", "http://a:2/x", None),
        ("https://a/x", "http://a/x", None),
        ("https://a/x", "https://b/x", None),
        ("https://a/x", "//b/x", None),
        ("https://a/x", "file:///etc/passwd", None),
        ("https://a/x", "https://[broken", None),
    ],
)
def test_redirects_stay_on_the_host(url, location, target):
    assert redirect_target(url, location) == target


def test_certificates_are_verified_with_the_system_s_trust_store():
    context = ssl_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert type(context).__module__.startswith("truststore")
    assert ssl_context() is context
