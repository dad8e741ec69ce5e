"""What every client of a server has to know about addresses, proxies and certificates.

Three faults of programs like ours start here: a system proxy that swallows requests to
127.0.0.1, a proxy variable of a kind the HTTP library does not know, which stops the program at
start, and a base URL copied in any of ten spellings. The functions are pure; only `ssl_context`
touches the system. Nothing here opens a connection.
"""

from __future__ import annotations

import functools
import ipaddress
import re
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from assistant_app.base.errors import ErrorCode, UserError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator, Mapping

_SCHEME = re.compile(r"^([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
# What people paste after the root: an endpoint, with or without the version before it.
_ENDPOINT = re.compile(
    r"/+(?:(?:chat/)?completions|embeddings|messages|responses|models"
    r"|api/(?:chat|generate|embed|embeddings|tags|show|version|ps))/*$",
    re.IGNORECASE,
)
_PLAIN_API = re.compile(r"/+api/*$", re.IGNORECASE)
_WRAPPING = "\"'<>"
_HOST = re.compile(r"[\w.:%*-]*")  # \w: names may be in any script
_PLAIN_V1 = re.compile(r"/+v1/*$", re.IGNORECASE)
_VERSION_SEGMENT = re.compile(r"/v\d+(?:alpha|beta)?\d*(?=/|$)", re.IGNORECASE)
# The full-width forms that a Chinese or Japanese keyboard makes of the marks in a URL.
_FULL_WIDTH = str.maketrans({"：": ":", "／": "/", "．": ".", "。": "."})
_DEFAULT_PORTS = {"http": 80, "https": 443}
_RULE_WITH_PORT = re.compile(r"^(\[.*\]|[^:]*):(\d{1,5})$")
_PROXY_SCHEMES = frozenset({"http", "https"})
_SOCKS_SCHEMES = {"socks": "socks5", "socks5": "socks5", "socks5h": "socks5h"}


def normalise_base_url(text: str, *, default_port: int | None = None) -> str:
    """Turn what a person or `OLLAMA_HOST` says into the root that requests are built from.

    Spaces, a missing scheme, `/v1`, `/v1/chat/completions`, `/api/chat` and trailing slashes make
    no difference. "All addresses" (`0.0.0.0`, `::`, an empty host) is where a server listens, not
    where it can be reached; it becomes 127.0.0.1.

    Args:
        text: The address in any spelling.
        default_port: Port of a server on this machine or network, used with http when neither
            scheme nor port is given, and on loopback when only the scheme is (Ollama: 11434).

    Returns:
        `scheme://host[:port][/path]` without `/v1` and without a trailing slash. A version other
        than a plain `/v1` at the end stays; see `openai_url`.

    Raises:
        UserError: `setting_invalid` when no address can be made out.
    """
    cleaned = "".join(text.translate(_FULL_WIDTH).split()).strip(_WRAPPING)
    match = _SCHEME.match(cleaned)
    scheme = match.group(1).lower() if match else ""
    rest = cleaned[match.end() :] if match else cleaned.lstrip("/")
    if scheme not in {"", "http", "https"} or not rest:
        raise _invalid(cleaned)
    authority, slash, path = rest.partition("/")
    parts = _split(f"//{_bracketed(authority)}{slash}{path}", cleaned)
    host, port = _host(parts), _port(parts, cleaned)
    broken = ":" in host and _address(host) is None
    if broken or not _HOST.fullmatch(host) or not (host or port or default_port):
        raise _invalid(cleaned)
    host = _reachable(host)
    if port is None and default_port is not None and _takes_default(scheme, host):
        port = default_port
    scheme = scheme or _likely_scheme(host, port, default_port)
    root = _root_path(parts.path)
    if default_port is not None:  # at a local server it is Ollama's; at OpenRouter it is the root
        root = _PLAIN_API.sub("", root)
    return f"{scheme}://{_netloc(parts, host, port, scheme)}{root}"


def openai_url(base_url: str, endpoint: str) -> str:
    """Address of an endpoint of an OpenAI-compatible server.

    Args:
        base_url: A root from `normalise_base_url`.
        endpoint: For example `chat/completions`, `embeddings` or `models`.

    Returns:
        `<root>/v1/<endpoint>`; without the `/v1` where the root names a version of its own, as
        Gemini's `/v1beta/openai` does.
    """
    has_version = _VERSION_SEGMENT.search(urlsplit(base_url).path) is not None
    return f"{base_url}/{'' if has_version else 'v1/'}{endpoint}"


def host_of(url: str) -> str:
    """Host and port of a URL, for a sentence; never its password, path or query."""
    return urlsplit(url).netloc.rpartition("@")[2]


def is_loopback(url: str) -> bool:
    """Whether a URL points at this very machine.

    Args:
        url: A URL, or a host with or without a port.

    Returns:
        True for `localhost` and its subdomains, 127.0.0.0/8, `::1` and "all addresses".
    """
    try:
        parts = urlsplit(url if "://" in url else f"//{_bracketed(url)}")
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _address(host)
    return address is not None and (address.is_loopback or address.is_unspecified)


def proxy_for(url: str, environ: Mapping[str, str] | None = None) -> str | None:
    """The proxy that a request should take, in a form that the HTTP library accepts.

    A proxy that cannot be used (GNOME's `socks://`, a broken port) is passed over instead of
    stopping the program.

    Args:
        url: Where the request goes.
        environ: Environment variables; None asks the system, which on Windows and macOS includes
            its settings.

    Returns:
        URL of the proxy, or None for a direct connection. Loopback is always direct.
    """
    if is_loopback(url):
        return None
    proxies = _system_proxies() if environ is None else _proxies_of(environ)
    parts = urlsplit(url)
    if _bypassed(parts, proxies.get("no", "")):
        return None
    if environ is None and _system_bypasses(parts.hostname or ""):
        return None
    for kind in (parts.scheme, "all"):
        usable = _usable_proxy(proxies.get(kind, ""))
        if usable is not None:
            return usable
    return None


def redirect_target(url: str, location: str) -> str | None:
    """Where a redirect may be followed to: the same host, and never from https down to http.

    A request carries a key and the user's words; another host has no business with them.

    Args:
        url: The URL that answered.
        location: Its `Location` header, absolute or relative.

    Returns:
        The absolute target, or None when the redirect is not followed.
    """
    try:
        target = urljoin(url, location)
        before, after = urlsplit(url), urlsplit(target)
        same_port = after.port == before.port or (
            before.scheme == "http" and after.scheme == "https" and after.port in {None, 443}
        )
    except ValueError:
        return None
    if after.scheme not in {"http", "https"} or (before.scheme, after.scheme) == ("https", "http"):
        return None
    return target if before.hostname == after.hostname and same_port else None


@functools.cache
def ssl_context() -> ssl.SSLContext:
    """Certificates as the system trusts them, so that a company's own are accepted.

    Returns:
        One shared context that verifies hosts.
    """
    import ssl

    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _invalid(text: str) -> UserError:
    shown = _SCHEME.sub("", text).rpartition("@")[2]
    return UserError(
        ErrorCode.SETTING_INVALID,
        key="base_url",
        allowed="http(s)://host[:port][/path]",
        value=shown[:200],
    )


def _bracketed(authority: str) -> str:
    """Put brackets around a bare IPv6 address, which `OLLAMA_HOST` may be."""
    bare = authority.count(":") > 1 and not authority.startswith("[")
    return f"[{authority}]" if bare and _address(authority) is not None else authority


def _split(url: str, shown: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError as error:  # brackets that do not hold an address
        raise _invalid(shown) from error


def _host(parts: SplitResult) -> str:
    return (parts.hostname or "").rstrip(".")


def _port(parts: SplitResult, shown: str) -> int | None:
    try:
        port = parts.port
    except ValueError as error:
        raise _invalid(shown) from error
    if port == 0:
        raise _invalid(shown)
    return port


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _reachable(host: str) -> str:
    address = _address(host)
    everywhere = not host or host == "*" or (address is not None and address.is_unspecified)
    return "127.0.0.1" if everywhere else host


def _takes_default(scheme: str, host: str) -> bool:
    return not scheme or (scheme == "http" and is_loopback(host))


def _likely_scheme(host: str, port: int | None, default_port: int | None) -> str:
    if port in {443, 8443}:
        return "https"
    address = _address(host)
    near = address.is_private if address else ("." not in host or host.endswith((".local", ".lan")))
    local_server = default_port is not None and port == default_port
    return "http" if near or local_server or is_loopback(host) else "https"


def _netloc(parts: SplitResult, host: str, port: int | None, scheme: str) -> str:
    user = parts.netloc.rpartition("@")
    bracketed = f"[{host}]" if ":" in host else host
    shown_port = "" if port in {None, _DEFAULT_PORTS[scheme]} else f":{port}"
    return f"{user[0]}{user[1]}{bracketed}{shown_port}"


def _root_path(path: str) -> str:
    before = None
    while path != before:  # taking something off the end may bring up another
        before = path
        path = _PLAIN_V1.sub("", _ENDPOINT.sub("", path.rstrip(_WRAPPING + "/")))
    return path


def _proxies_of(environ: Mapping[str, str]) -> dict[str, str]:
    """Proxy variables by kind (`http`, `https`, `all`, `no`); lower case wins, as in curl."""
    found: dict[str, str] = {}
    for wanted_lower in (False, True):
        for name, value in environ.items():
            kind, mark, rest = name.lower().rpartition("_proxy")
            if mark and not rest and value and name.islower() == wanted_lower:
                found[kind] = value
    return found


def _system_proxies() -> dict[str, str]:
    from urllib.request import getproxies

    return getproxies()


def _system_bypasses(host: str) -> bool:
    from urllib.request import proxy_bypass

    return bool(proxy_bypass(host))


def _bypassed(parts: SplitResult, no_proxy: str) -> bool:
    host = _host(parts)
    port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    return any(_rule_covers(rule, host, port) for rule in _rules(no_proxy))


def _rules(no_proxy: str) -> Iterator[str]:
    for rule in re.split(r"[,\s]+", no_proxy.lower()):
        if rule:
            yield _SCHEME.sub("", rule)


def _rule_covers(rule: str, host: str, port: int | None) -> bool:
    if rule == "*":
        return True
    address = _address(host)
    if address is not None and "/" in rule:
        try:
            return address in ipaddress.ip_network(rule, strict=False)
        except ValueError:
            return False
    with_port = _RULE_WITH_PORT.match(rule)
    if with_port is not None:
        if int(with_port.group(2)) != port:
            return False
        rule = with_port.group(1)
    suffix = rule.strip("[]").removeprefix("*").lstrip(".")
    return bool(suffix) and (host == suffix or host.endswith(f".{suffix}"))


def _usable_proxy(value: str) -> str | None:
    value = value.strip()
    if not value:
        return None
    scheme, mark, rest = value.partition("://")
    if not mark:
        scheme, rest = "http", value
    scheme = scheme.lower()
    scheme = _SOCKS_SCHEMES.get(scheme, scheme) if _speaks_socks() else scheme
    if scheme not in _PROXY_SCHEMES and not (_speaks_socks() and scheme.startswith("socks5")):
        return None
    try:
        parts = urlsplit(f"{scheme}://{rest}")
        usable = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return urlunsplit((scheme, parts.netloc, "", "", "")) if usable else None


@functools.cache
def _speaks_socks() -> bool:
    """Whether the optional package that httpx needs for SOCKS proxies is installed."""
    import importlib.util

    return importlib.util.find_spec("socksio") is not None
