"""Messages that are not HTTP, or are not the same to everybody who reads them.

Where a sample is smuggled in, the runner's count of what was learned tells.
"""
import os

from hostile.attack import HUNG_UP, OPEN, REFUSED, TOKEN, attack, expect


def post(hostile, *lines, body=b""):
    """A sample's request with other header lines."""
    head = [f"POST {hostile.api}/samples HTTP/1.1", f"Host: 127.0.0.1:{hostile.port}",
            "Content-Type: application/json", *lines]
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


def get(hostile, *lines, target="/health"):
    return "\r\n".join([f"GET {target} HTTP/1.1", *lines]).encode("latin-1") + b"\r\n\r\n"


def host(hostile):
    return f"Host: 127.0.0.1:{hostile.port}"


SAMPLE = b'{"values":[0.5,0.5]}'
CHUNKED = b"14\r\n" + SAMPLE + b"\r\n0\r\n\r\n"


@attack(TOKEN, OPEN)
def chunk_extension_without_end(hostile):
    with hostile.connect() as one:
        one.sendall(hostile.chunked(hostile.api + "/predict") + b"5;x=")
        hostile.pour(one, b"x" * 65536)


@attack(TOKEN, OPEN)
def chunk_extensions_without_end(hostile):
    """Short ones, each with a byte of the body."""
    with hostile.connect() as one:
        one.sendall(hostile.chunked(hostile.api + "/predict"))
        hostile.pour(one, 100 * (b"1;" + b"x" * 4000 + b"\r\n \r\n"))


@attack(TOKEN, OPEN)
def trailer_without_end(hostile):
    with hostile.connect() as one:
        one.sendall(hostile.chunked(hostile.api + "/predict") + b"2\r\n{}\r\n0\r\nX: ")
        hostile.pour(one, b"x" * 65536)


@attack(TOKEN, OPEN)
def trailer_fields_without_end(hostile):
    with hostile.connect() as one:
        one.sendall(hostile.chunked(hostile.api + "/predict") + b"2\r\n{}\r\n0\r\n")
        hostile.pour(one, 1000 * b"X: y\r\n")


@attack(TOKEN, OPEN)
def tiny_chunks(hostile):
    def once():
        with hostile.connect() as one:
            one.sendall(hostile.chunked(hostile.api + "/predict"))
            hostile.pour(one, 10000 * b"1\r\n \r\n")
    hostile.repeat(once, threads=4)


@attack(TOKEN, OPEN)
def chunk_size_overflow(hostile):
    sizes = ["f" * 15, "f" * 16, "1" + "0" * 16, "f" * 17, "f" * 1000,
             "7fffffffffffffff", "8000000000000000"]
    hostile.refused({f"size {size[:20]}": post(hostile, "Transfer-Encoding: chunked",
                                               body=size.encode() + CHUNKED[2:])
                     for size in sizes})


@attack(TOKEN, OPEN)
def chunk_size_garbage(hostile):
    sizes = ["-14", "+14", "0x14", " 14", "\t14", "14 14", "g", "", "1_4", "14\r", "\0"]
    hostile.refused({f"size {size!r}": post(hostile, "Transfer-Encoding: chunked",
                                            body=size.encode() + CHUNKED[2:])
                     for size in sizes})


@attack(TOKEN, OPEN)
def length_and_chunks(hostile):
    """Smuggling: one reader ends the body by its length, another by its last chunk."""
    inner = hostile.sample()
    hostile.refused({
        "length, then chunks": post(hostile, f"Content-Length: {len(CHUNKED) + len(inner)}",
                                    "Transfer-Encoding: chunked", body=CHUNKED + inner),
        "chunks, then length": post(hostile, "Transfer-Encoding: chunked", "Content-Length: 5",
                                    body=b"0\r\n\r\n" + inner),
        "length 0 and chunks": post(hostile, "Content-Length: 0", "Transfer-Encoding: chunked",
                                    body=CHUNKED + inner)})


@attack(TOKEN, OPEN)
def odd_transfer_encodings(hostile):
    """Smuggling: what one reader takes for chunked another does not."""
    inner = hostile.sample()
    values = ["xchunked", "chunked, identity", "identity, chunked", "chunked, chunked", "chunked;x",
              "\vchunked", "gzip, chunked", "gzip", "identity", ""]
    hostile.refused({
        **{f"Transfer-Encoding: {value}":
           post(hostile, f"Transfer-Encoding: {value}", body=CHUNKED + inner) for value in values},
        "Transfer-Encoding : chunked": post(hostile, "Transfer-Encoding : chunked",
                                            body=CHUNKED + inner),
        "twice": post(hostile, "Transfer-Encoding: chunked", "Transfer-Encoding: identity",
                      body=CHUNKED + inner)}, statuses=(*REFUSED, 501))


@attack(TOKEN, OPEN)
def two_lengths(hostile):
    inner = hostile.sample()
    hostile.refused({
        "0 and more": post(hostile, "Content-Length: 0", f"Content-Length: {len(inner)}",
                           body=inner),
        "more and 0": post(hostile, f"Content-Length: {len(inner)}", "Content-Length: 0",
                           body=inner),
        "a list": post(hostile, f"Content-Length: 0, {len(inner)}", body=inner)})


@attack(TOKEN, OPEN)
def odd_lengths(hostile):
    values = ["+20", "-20", "20 20", "0x14", "20x", "2_0", "", "18446744073709551616",
              "18446744073709551636", "9" * 500, "20.0", "1e1", "\v20"]
    hostile.refused({f"Content-Length: {value[:25]}":
                     post(hostile, f"Content-Length: {value}", body=SAMPLE) for value in values})


@attack(TOKEN, OPEN)
def host_headers(hostile):
    """Two, none, or somebody else's, also in the request line."""
    model = hostile.api + "/model"
    hostile.refused({name: get(hostile, *lines, target=target) for name, target, lines in (
        ("two", model, [host(hostile), "Host: evil.example"]),
        ("two, for a probe", "/health", [host(hostile), "Host: evil.example"]),
        ("the same twice", model, [host(hostile), host(hostile)]),
        ("none", model, ["X: y"]),
        ("empty", model, ["Host:"]),
        ("another's", model, ["Host: evil.example"]),
        ("with a user", model, [f"Host: 127.0.0.1@evil.example:{hostile.port}"]),
        ("with a path", model, ["Host: evil.example/127.0.0.1"]),
        ("in the request line", "http://evil.example" + model, [host(hostile)]))})


@attack(TOKEN, OPEN)
def folded_and_broken_headers(hostile):
    """A line that goes on, control characters, no colon, no name."""
    hostile.refused({
        "NUL in a value": get(hostile, host(hostile), "X: a\0b"),
        "CR in a value": get(hostile, host(hostile), "X: a\rContent-Length: 5"),
        "NUL in a name": get(hostile, host(hostile), "X\0: a"),
        "space in a name": get(hostile, host(hostile), "X y: a"),
        "space before the colon": get(hostile, host(hostile), "X : a"),
        "no colon": get(hostile, host(hostile), "nothing"),
        "no name": get(hostile, host(hostile), ": a"),
        "NUL in the target": get(hostile, host(hostile), target="/health\0"),
        "folded at the start": get(hostile, " X: a", host(hostile))})
    hostile.refused({"folded": get(hostile, host(hostile), "X: a\r\n b")}, (200, 400))


@attack(TOKEN, OPEN)
def large_headers(hostile):
    """Larger than 8 KB: one of 9 KB, one of 1 MB, 10,000 small ones."""
    hostile.refused({
        "9 KB": get(hostile, host(hostile), "X: " + "x" * 9000),
        "1 MB": get(hostile, host(hostile), "X: " + "x" * 1000000),
        "10,000": get(hostile, host(hostile), *(f"X{i}: y" for i in range(10000))),
        "1 MB of name": get(hostile, host(hostile), "X" * 1000000 + ": y"),
        "1 MB of token": get(hostile, host(hostile), "Authorization: Bearer " + "x" * 1000000),
        "1 MB of target": get(hostile, host(hostile), target="/" + "x" * 1000000),
        "1 MB of method": b"X" * 1000000 + get(hostile, host(hostile))})


@attack(TOKEN, OPEN)
def header_without_end(hostile):
    def once():
        with hostile.connect() as one:
            one.sendall(get(hostile, host(hostile))[:-2])
            hostile.pour(one, 1000 * b"X: y\r\n")
    hostile.repeat(once, threads=4)


@attack(TOKEN, OPEN)
def other_protocols(hostile):
    """HTTP/0.9, HTTP/2, HTTP/3.0, TLS, SSH, empty lines and noise."""
    client_hello = bytes.fromhex("16030100c8010000c40303") + bytes(range(193))
    hostile.refused({
        "HTTP/0.9": b"GET /health\r\n\r\n",
        "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9),
        "HTTP/3.0": b"GET /health HTTP/3.0\r\nHost: 127.0.0.1\r\n\r\n",
        "HTTP/1.12": b"GET /health HTTP/1.12\r\nHost: 127.0.0.1\r\n\r\n",
        "TLS": client_hello,
        "SSH": b"SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "noise": os.urandom(5000) + b"\r\n\r\n",
        "NULs": bytes(20000)})


@attack(TOKEN, OPEN)
def methods(hostile):
    """TRACE must not echo, CONNECT not connect; HEAD has no body."""
    secret = "X-Secret: to be echoed"
    for method in ("TRACE", "CONNECT", "OPTIONS", "BREW", "get", "M-SEARCH", "X" * 200):
        for target in ("/health", hostile.api + "/samples", "*", "127.0.0.1:22"):
            reply = hostile.exchange(hostile.request(method, target, headers=[secret]))
            expect(reply.status in (*REFUSED, 204, 501, HUNG_UP),
                   f"{method[:20]} {target}: {reply.status}")
            expect(b"echoed" not in reply.body, f"{method} echoes")
    with hostile.connect() as one:
        one.sendall(hostile.request("HEAD", "/health") + hostile.request("GET", "/health"))
        head, after = hostile.read_head(one)
        expect(head.startswith("HTTP/1.1 200"), f"HEAD /health: {head[:20]}")
        expect(not after or after.startswith(b"HTTP/1.1 "), "HEAD has a body")
    hostile.wait()


@attack(TOKEN, OPEN)
def odd_targets(hostile):
    """Ways out of the folder of the page, NULs, no slash, queries of all kinds."""
    targets = ["/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
               "/..\\..\\etc\\passwd", "//etc/passwd", "/index.html%00.js", "/%00", "/%", "/%zz",
               "/%c0%ae%c0%ae/etc/passwd", "/./token", "/state/state.db", "/queries/-1",
               "/queries/99999999999999999999", "/queries/1%2flabel", "/queries/0x1",
               "/v1/v1/model", "/v1", "/v1/", "/v2/model", "/queries?limit=-1",
               "/queries?limit=99999999999999999999", "/queries?limit=1&limit=2",
               "/queries?state=%00", "/queries?cursor=" + "A" * 4000, "*", "etc/passwd",
               "http:///etc/passwd", "file:///etc/passwd"]
    for target in targets:
        reply = hostile.exchange(hostile.request("GET", target))
        expect(reply.status in (*REFUSED, HUNG_UP, 200), f"{target}: {reply.status}")
        expect(b"root:" not in reply.body and b"SQLite" not in reply.body, f"{target} is read")
        known = hostile.server == OPEN and "/queries?" in target
        expect(reply.status != 200 or known, f"{target[:40]}: 200")
    hostile.wait()


@attack(TOKEN, OPEN)
def request_ids(hostile):
    """What a client calls its request goes to the answer and the log: no tricks in it."""
    for value in ("\x1b[2Jx", '"},{"x":"', "a b", "x" * 5000, "<script>", "a\tb", "\xff\xfe"):
        reply = hostile.exchange(hostile.request("GET", "/health", headers=[
            "X-Request-Id: " + value]))
        expect(reply.header("X-Request-Id") != value.strip(), f"{value[:20]!r} is sent back")
    hostile.wait()
