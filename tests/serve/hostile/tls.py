"""A server with a certificate: handshakes that do not end, are none, or are thrown away."""
import socket
import ssl
from pathlib import Path

from hostile.attack import HUNG_UP, OPEN, TOKEN, attack, expect, reset

DATA = Path(__file__).parents[1] / "data"
TLS = {"options": ("--tls-certificate", str(DATA / "certificate.pem"),
                   "--tls-key", str(DATA / "key.pem"))}


def hello():
    """The first bytes of a proper handshake."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def wrap(one):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(one)


@attack(TOKEN, **TLS)
def unfinished_handshakes(hostile):
    """Idle, half a hello, a whole one and then nothing."""
    data = hello()
    connections = []
    for length in (0, 5, len(data) // 2, len(data)):
        for _ in range(25 if hostile.quick else 250):
            one = hostile.connect(receive_bytes=4096)
            one.sendall(data[:length])
            connections.append(one)
    hostile.wait()


@attack(TOKEN, **TLS)
def thrown_away_handshakes(hostile):
    """A hello costs the client nothing and the server a signature."""
    data = hello()

    def once():
        one = hostile.connect()
        one.sendall(data)
        one.recv(1)
        reset(one)
    hostile.repeat(once)


@attack(TOKEN, **TLS)
def plain_text_to_tls(hostile):
    hostile.refused({"a request": hostile.request("GET", "/health"), "a sample": hostile.sample(),
                     "a record without end": b"\x16\x03\x01\xff\xff" + bytes(100000),
                     "lines": b"\r\n" * 10000})


@attack(OPEN, **TLS)
def requests_in_tls(hostile):
    """What is bounded in plain text is bounded here as well."""
    def once():
        with wrap(hostile.connect()) as one:
            one.sendall(hostile.chunked(hostile.api + "/predict") + b"5;x=")
            hostile.pour(one, b"x" * 16384)
        with wrap(hostile.connect()) as one:
            one.sendall(hostile.request("POST", hostile.api + "/queries/next", b"[" * (1 << 20)))
            status = hostile.read_reply(one).status
            expect(status in (400, 413, HUNG_UP), f"a large body: {status}")
    hostile.repeat(once)


@attack(TOKEN, **TLS)
def no_good_bye(hostile):
    """Cut in the middle of an answer, without TLS' own end."""
    def once():
        one = wrap(hostile.connect())
        one.sendall(hostile.request("GET", "/openapi.json"))
        one.recv(100)
        plain = socket.socket(fileno=one.detach())
        reset(plain)
    hostile.repeat(once)
