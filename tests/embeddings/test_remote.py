"""What servers do wrong, and what the user is told."""

from __future__ import annotations

import base64
import struct

import numpy as np
import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.ollama import ollama_embedder
from assistant_app.embeddings.openai_compatible import openai_compatible_embedder
from assistant_app.embeddings.port import Purpose
from tests.embeddings import servers
from tests.embeddings.servers import Answer

PROXIES = {
    "HTTP_PROXY": "http://127.0.0.1:9",
    "http_proxy": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "ALL_PROXY": "socks://127.0.0.1:9/",
    "all_proxy": "socks://127.0.0.1:9/",
}


@pytest.fixture
def make():
    """Makes embedders and closes them."""
    made = []

    def factory(kind, url, **options):
        maker = {"ollama": ollama_embedder, "openai": openai_compatible_embedder}[kind]
        made.append(maker("some-model", base_url=url, **options))
        return made[-1]

    yield factory
    for embedder in made:
        embedder.close()


def failing(embedder, texts=("dog",)):
    with pytest.raises(UserError) as caught:
        embedder.embed_documents(list(texts))
    return caught.value


OLLAMA_ANSWERS = {
    "model missing": (
        Answer({"error": 'model "some-model" not found, try pulling it first'}, 404),
        ErrorCode.MODEL_NOT_FOUND,
    ),
    "chat model": (
        Answer({"error": "this model does not support embeddings"}, 400),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "chat model, said as a fault of the server": (
        Answer({"error": 'model "llama3" does not support embeddings'}, 500),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "chat model, said in no words": (
        Answer({"model": "llama3", "embeddings": []}),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "chat model, empty rows": (Answer({"embeddings": [[]]}), ErrorCode.NOT_AN_EMBEDDING_MODEL),
    "an answer of a chat": (
        Answer({"message": {"role": "assistant", "content": "Woof"}}),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "too few rows": (
        Answer({"embeddings": [[1.0], [1.0]]}),
        ErrorCode.BAD_RESPONSE,
    ),
    "null in a row": (Answer({"embeddings": [[1.0, None]]}), ErrorCode.BAD_RESPONSE),
    "not a number": (Answer(b'{"embeddings": [[1.0, NaN]]}'), ErrorCode.BAD_RESPONSE),
    "a page of a hotel": (Answer(b"<html>Welcome to our Wi-Fi</html>"), ErrorCode.BAD_RESPONSE),
    "a list": (Answer([1, 2]), ErrorCode.BAD_RESPONSE),
    "nothing": (Answer(b""), ErrorCode.BAD_RESPONSE),
    "nested without end": (Answer(b"[" * 100_000), ErrorCode.BAD_RESPONSE),
    "a fault of the server": (Answer({"error": "out of memory"}, 500), ErrorCode.PROVIDER_ERROR),
    "unauthorised": (Answer({"error": "unauthorized"}, 401), ErrorCode.PROVIDER_AUTH),
    "forbidden": (Answer(b"", 403), ErrorCode.PROVIDER_FORBIDDEN),
    "no such page": (Answer(b"404 page not found", 404), ErrorCode.MODEL_NOT_FOUND),
    "too many requests": (Answer(b"", 429), ErrorCode.PROVIDER_RATE_LIMITED),
    "too long": (
        Answer({"error": "input length exceeds the context length"}, 400),
        ErrorCode.CONTEXT_TOO_LONG,
    ),
    "gateway": (Answer(b"Bad gateway", 502), ErrorCode.PROVIDER_ERROR),
    "gateway timed out": (Answer(b"", 504), ErrorCode.PROVIDER_TIMEOUT),
}


@pytest.mark.parametrize(("answer", "code"), OLLAMA_ANSWERS.values(), ids=OLLAMA_ANSWERS)
def test_what_ollama_says_becomes_one_code(make, answer, code):
    with servers.serving(lambda _: answer) as server:
        error = failing(make("ollama", server.url))
    assert error.code is code


def item(**values):
    return {"object": "embedding", **values}


OPENAI_ANSWERS = {
    "bad key": (
        Answer({"error": {"message": "Incorrect API key: sk-123456789012345"}}, 401),
        ErrorCode.PROVIDER_AUTH,
    ),
    "model missing": (
        Answer(
            {"error": {"message": "The model `x` does not exist", "code": "model_not_found"}}, 404
        ),
        ErrorCode.MODEL_NOT_FOUND,
    ),
    "model missing, said as a bad request": (
        Answer({"error": {"message": "Model 'x' not found."}}, 400),
        ErrorCode.MODEL_NOT_FOUND,
    ),
    "llama.cpp without --embeddings": (
        Answer(
            {
                "error": {
                    "code": 501,
                    "message": "This server does not support embeddings. Start it with "
                    "`--embeddings`",
                }
            },
            501,
        ),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "LM Studio with a chat model": (
        Answer({"error": "Model is not an embedding model"}, 400),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "OpenAI with a chat model": (
        Answer(
            {"error": {"message": "You are not allowed to generate embeddings from this model"}},
            403,
        ),
        ErrorCode.PROVIDER_FORBIDDEN,
    ),
    "an answer of a chat": (
        Answer({"choices": [{"message": {"content": "Woof"}}]}),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "items without a vector": (
        Answer({"data": [{"object": "text"}]}),
        ErrorCode.NOT_AN_EMBEDDING_MODEL,
    ),
    "an error with status 200": (
        Answer({"error": {"message": "model not found"}}),
        ErrorCode.MODEL_NOT_FOUND,
    ),
    "numbered twice": (
        Answer({"data": [item(index=0, embedding=[1.0]), item(index=0, embedding=[1.0])]}),
        ErrorCode.BAD_RESPONSE,
    ),
    "numbered beyond": (
        Answer({"data": [item(index=7, embedding=[1.0])]}),
        ErrorCode.BAD_RESPONSE,
    ),
    "packed nonsense": (
        Answer({"data": [item(index=0, embedding="not base64")]}),
        ErrorCode.BAD_RESPONSE,
    ),
    "packed and cut off": (
        Answer({"data": [item(index=0, embedding="AAA=")]}),
        ErrorCode.BAD_RESPONSE,
    ),
    "a vector that is a word": (
        Answer({"data": [item(index=0, embedding={"x": 1})]}),
        ErrorCode.BAD_RESPONSE,
    ),
}


@pytest.mark.parametrize(("answer", "code"), OPENAI_ANSWERS.values(), ids=OPENAI_ANSWERS)
def test_what_a_compatible_server_says_becomes_one_code(make, answer, code):
    with servers.serving(lambda _: answer) as server:
        error = failing(make("openai", server.url, key="sk-123456789012345"))
    assert error.code is code
    assert "sk-1234" not in str(error)


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_a_server_that_is_down_is_unreachable(make, kind):
    error = failing(make(kind, f"http://127.0.0.1:{servers.free_port()}"))
    assert error.code is ErrorCode.PROVIDER_UNREACHABLE
    assert error.params["host"].startswith("127.0.0.1:")


def hang(connection, over):
    over.wait()


def drip(connection, over):
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not over.wait(0.02):
        connection.sendall(b" ")


@pytest.mark.parametrize("talk", [hang, drip])
def test_a_server_that_keeps_us_waiting_is_given_up(make, talk):
    with servers.raw_server(talk) as url:
        error = failing(make("ollama", url, connect_seconds=0.3, total_seconds=0.3))
    assert error.code is ErrorCode.PROVIDER_TIMEOUT
    assert error.params["seconds"] == "0.3"


def hang_up(connection, over):
    connection.recv(65536)


def speak_otherwise(connection, over):
    connection.recv(65536)
    connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")


def stop_in_the_middle(connection, over):
    connection.recv(65536)
    connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"embeddings": [[1')


@pytest.mark.parametrize("talk", [hang_up, speak_otherwise, stop_in_the_middle])
def test_a_server_that_breaks_off_gives_no_vector(make, talk):
    with servers.raw_server(talk) as url:
        error = failing(make("ollama", url))
    assert error.code in {ErrorCode.BAD_RESPONSE, ErrorCode.PROVIDER_UNREACHABLE}


def test_https_to_a_server_without_certificates_is_a_tls_failure(make):
    with servers.raw_server(speak_otherwise) as url:
        error = failing(make("ollama", url.replace("http:", "https:")))
    assert error.code is ErrorCode.TLS_FAILED


def test_a_server_that_changes_its_dimension_is_caught(make):
    sizes = iter([8, 16])

    def script(request):
        return Answer({"embeddings": servers.vectors(request.body["input"], next(sizes))})

    with servers.serving(script) as server:
        embedder = make("ollama", server.url)
        assert embedder.dimension is None
        embedder.embed_query("dog")
        assert embedder.dimension == 8
        error = failing(embedder)
    assert error.code is ErrorCode.DIMENSION_MISMATCH


def test_the_dimension_of_an_earlier_run_is_held(make):
    with servers.serving(servers.as_ollama) as server:
        error = failing(make("ollama", server.url, dimension=servers.DIMENSION + 1))
    assert error.code is ErrorCode.DIMENSION_MISMATCH


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_loopback_is_reached_past_every_proxy(make, kind, monkeypatch):
    for name, value in PROXIES.items():
        monkeypatch.setenv(name, value)
    script = {"ollama": servers.as_ollama, "openai": servers.as_openai}[kind]
    with servers.serving(script) as server:
        assert make(kind, server.url).embed_query("dog").any()


def test_a_proxy_of_an_unknown_kind_does_not_stop_the_request(make):
    port = servers.free_port()
    embedder = make(
        "ollama", f"http://keepsake.invalid:{port}", environ={"ALL_PROXY": "socks://127.0.0.1:9/"}
    )
    assert failing(embedder).code is ErrorCode.PROVIDER_UNREACHABLE


def test_a_server_elsewhere_is_asked_through_the_proxy(make):
    targets = []

    def script(request):
        targets.append(request.path)
        return Answer({"embeddings": servers.vectors(request.body["input"])})

    with servers.serving(script) as proxy:
        embedder = make(
            "ollama", "http://keepsake.invalid:11434", environ={"http_proxy": proxy.url}
        )
        assert embedder.embed_query("dog").any()
        assert not embedder.is_local
    assert targets == ["http://keepsake.invalid:11434/api/embed"]


def test_blank_texts_are_never_sent(make):
    with servers.serving(servers.as_ollama) as server:
        embedder = make("ollama", server.url)
        assert not embedder.embed_query("  ").any()
        vectors = embedder.embed_documents(["", "dog", "\x00"])
        assert server.texts == ["dog"]
    assert vectors.any(axis=1).tolist() == [False, True, False]


@pytest.mark.parametrize(
    "spelling",
    ["{}", "{}/", "{}/v1", "{}/v1/", "{}/v1/embeddings", " {} ", "{}/v1/chat/completions"],
)
@pytest.mark.parametrize("scheme", [True, False])
def test_base_urls_in_every_spelling_reach_the_endpoint(make, spelling, scheme):
    with servers.serving(servers.as_openai) as server:
        address = server.url if scheme else server.url.removeprefix("http://")
        make("openai", spelling.format(address)).embed_query("dog")
        assert [request.path for request in server.seen] == ["/v1/embeddings"]


def test_a_request_says_what_the_servers_expect(make):
    with servers.serving(servers.as_openai) as server:
        make("openai", server.url, key=" secret \n").embed_query("dog")
        (request,) = server.seen
    assert request.headers["Authorization"] == "Bearer secret"
    assert request.body == {"model": "some-model", "input": ["dog"], "encoding_format": "float"}


def test_without_a_key_none_is_sent(make):
    with servers.serving(servers.as_openai) as server:
        make("openai", server.url).embed_query("dog")
        assert "Authorization" not in server.seen[0].headers


@pytest.mark.parametrize("key", ["schlüssel", "a\nb", "\u201csk\u201d"])
def test_a_key_that_cannot_be_a_key_is_said_so(make, key):
    with servers.serving(servers.as_openai) as server:
        assert failing(make("openai", server.url, key=key)).code is ErrorCode.KEY_INVALID


def test_texts_are_sent_in_requests_of_the_size_that_the_server_takes(make):
    with servers.serving(servers.as_openai) as server:
        embedder = make("openai", server.url, batch_size=10)
        vectors = embedder.embed_documents([f"text {n}" for n in range(25)])
        assert [len(request.body["input"]) for request in server.seen] == [10, 10, 5]
    expected = servers.vectors([f"text {n}" for n in range(25)])
    assert np.allclose(vectors * 3, expected, atol=1e-5)


@pytest.mark.parametrize(
    "message",
    ["batch size is invalid, it should not be larger than 10.", "too many inputs in one request"],
)
def test_a_batch_that_is_too_large_is_halved(make, message):
    def script(request):
        if len(request.body["input"]) > 10:
            return Answer({"error": {"message": message}}, 400)
        return servers.as_openai(request)

    with servers.serving(script) as server:
        embedder = make("openai", server.url, batch_size=64)
        assert embedder.embed_documents([f"text {n}" for n in range(30)]).shape[0] == 30
        sizes = [len(request.body["input"]) for request in server.seen]
        assert max(sizes[2:]) <= 10
        before = len(sizes)
        embedder.embed_documents([f"other {n}" for n in range(30)])
        assert max(len(request.body["input"]) for request in server.seen[before:]) <= 10


def test_a_single_text_that_is_refused_is_not_sent_for_ever(make):
    with servers.serving(lambda _: Answer(b"", 413)) as server:
        assert failing(make("openai", server.url)).code is ErrorCode.CONTEXT_TOO_LONG
        assert len(server.seen) == 1


def test_vectors_packed_in_base64_are_understood(make):
    def script(request):
        packed = [
            base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()
            for row in servers.vectors(request.body["input"])
        ]
        return Answer({"data": [{"index": i, "embedding": p} for i, p in enumerate(packed)]})

    with servers.serving(script) as server:
        vector = make("openai", server.url).embed_query("dog")
    assert np.allclose(vector * 3, servers.vectors(["dog"])[0], atol=1e-5)


def test_a_redirect_on_the_host_is_followed(make):
    def script(request):
        if request.path == "/api/embed":
            return Answer(b"", 308, {"Location": "/new/api/embed"})
        return Answer({"embeddings": servers.vectors(request.body["input"])})

    with servers.serving(script) as server:
        assert make("ollama", server.url).embed_query("dog").any()


def test_a_redirect_to_another_host_is_not_followed(make):
    with servers.serving(servers.as_ollama) as other:
        away = Answer(b"", 307, {"Location": f"{other.url}/api/embed"})
        with servers.serving(lambda _: away) as server:
            assert failing(make("ollama", server.url)).code is ErrorCode.BAD_RESPONSE
        assert other.seen == []


def test_a_redirect_in_a_circle_ends(make):
    circle = Answer(b"", 307, {"Location": "/api/embed"})
    with servers.serving(lambda _: circle) as server:
        assert failing(make("ollama", server.url)).code is ErrorCode.BAD_RESPONSE


def test_how_long_to_wait_is_passed_on(make):
    with servers.serving(lambda _: Answer(b"", 429, {"Retry-After": "7"})) as server:
        assert failing(make("openai", server.url)).params["retry_after"] == "7"


def test_models_get_the_words_that_they_want():
    with servers.serving(servers.as_ollama) as server:
        embedder = ollama_embedder("nomic-embed-text:latest", base_url=server.url)
        embedder.embed_documents(["dog"], purpose=Purpose.PASSAGE)
        embedder.embed_query("dog")
        embedder.close()
        assert server.texts == ["search_document: dog", "search_query: dog"]


def test_spaces_differ_by_provider_model_and_unknown_address():
    made = [
        ollama_embedder("a/b:c"),
        ollama_embedder("a-b-c"),
        openai_compatible_embedder("a", base_url="http://h:1"),
        openai_compatible_embedder("a", base_url="http://h:2"),
        openai_compatible_embedder("a", base_url="http://h:1", provider="openai"),
    ]
    assert len({embedder.space for embedder in made}) == len(made)
    assert ollama_embedder("m", base_url="h:1").space == ollama_embedder("m", base_url="h:2").space


def test_a_server_on_this_machine_is_local_but_still_a_call():
    embedder = ollama_embedder("m", base_url="0.0.0.0")
    assert embedder.is_local
    assert embedder.is_remote_call
    assert embedder.model_id == "ollama:m"
