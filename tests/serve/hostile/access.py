"""Tokens, leases, event streams, and requests whose answers cost more than they do."""
import base64
import http.client
import itertools
import os
import random
import threading
import time

from hostile.attack import HUNG_UP, OPEN, REFUSED, TOKEN, attack, expect, to_json

MOST_TRIES = 100  # wrong tokens that are looked at in some seconds


@attack(TOKEN, seconds=4)
def wrong_tokens(hostile):
    counts = {}
    lock = threading.Lock()

    def guess():
        connection = http.client.HTTPConnection("127.0.0.1", hostile.port, timeout=10)
        while hostile.left() > 0:
            secret = os.urandom(12).hex()
            basic = base64.b64encode(f"x:{secret}".encode()).decode()
            for target, authorization in ((hostile.api + "/model", "Bearer " + secret),
                                          ("/label-studio/versions", "Basic " + basic)):
                connection.request("GET", target, headers={"Authorization": authorization})
                reply = connection.getresponse()
                reply.read()
                with lock:
                    counts[reply.status] = counts.get(reply.status, 0) + 1
                if reply.status == 429:
                    expect(reply.headers["Retry-After"], "429 without Retry-After")

    hostile.repeat(guess, threads=8)
    judged = counts.get(401, 0) + counts.get(403, 0)
    expect(judged <= MOST_TRIES and set(counts) <= {401, 429},
           ", ".join(f"{count:,} × {status}" for status, count in sorted(counts.items())))


@attack(TOKEN)
def odd_authorizations(hostile):
    """No secret at all, other schemes, parts of nothing, two headers."""
    values = ["", "Bearer", "Bearer ", "bearer x", "Basic", "Basic Og==", "Basic ====", "Basic \xff",
              "Digest x", "Negotiate x", "Bearer " + "\0", "Bearer " + "x" * 7000]
    model = hostile.api + "/model"
    for value in values:
        reply = hostile.exchange(hostile.request("GET", model, headers=["Authorization: " + value]))
        expect(reply.status in (400, 401, 429, 431), f"{value[:20]!r}: {reply.status}")
        if reply.status == 401:
            expect(reply.header("WWW-Authenticate"), "401 without WWW-Authenticate")
    twice = ["Authorization: Bearer x", "Authorization: Bearer y"]
    reply = hostile.exchange(hostile.request("GET", model, headers=twice))
    expect(reply.status in (400, 401, 429), f"two: {reply.status}")
    hostile.wait()


@attack(TOKEN, OPEN)
def other_sites(hostile):
    """A page of another site speaks for a person who has it open."""
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{hostile.port}.evil.example",
                   f"http://localhost:{hostile.port + 1}", "file://"):
        for method, path in (("POST", "/samples"), ("GET", "/model"), ("GET", "/events")):
            data = hostile.request(method, hostile.api + path, b'{"values":[0.5,0.5]}'
                                   if method == "POST" else b"", ["Origin: " + origin])
            reply = hostile.exchange(data, patience=2)
            expect(reply.status in (401, 403), f"{origin}, {method} {path}: {reply.status}")
            expect(not reply.header("Access-Control-Allow-Origin"), "a browser would let it")
    hostile.wait()


# Every sample is asked about, and its query goes to disk: predictions tell more about the attack.
ASKS = {"options": ("--budget", "1/1"), "honest": "/predict"}


def ask_questions(server, api, count):
    """`count` open queries of a server with a budget of 1/1."""
    draw = random.Random(2)
    for _ in range(count // 256):
        status, answer = server.call("POST", api + "/samples", [
            {"values": [draw.random(), draw.random()]} for _ in range(256)])
        assert status == 200, answer


@attack(OPEN, **ASKS, seconds=2,
        prepare=lambda server, api: ask_questions(server, api, 2048))
def leases(hostile):
    """A client of another name for every query, by the thousand."""
    names = itertools.count()

    def once():
        with hostile.connect() as one:
            for _ in range(100):
                name = f"{next(names):0100}"
                one.sendall(hostile.request("POST", hostile.api + "/queries/next",
                                            to_json({"client": name})))
                status = hostile.read_reply(one).status
                expect(status in (200, 204, HUNG_UP, *REFUSED), f"a lease: {status}")
    hostile.repeat(once, threads=4)


def answer_one(server, api):
    ask_questions(server, api, 256)
    status, answer = server.call("POST", api + "/queries/1/label", {"label": "cat"})
    assert status == 200, answer


@attack(OPEN, **ASKS, seconds=3, prepare=answer_one)
def event_flood(hostile):
    """Hundreds of listeners that never read, and an answer that is corrected all the time."""
    listeners = []
    for _ in range(500):
        one = hostile.connect(receive_bytes=4096)
        one.sendall(hostile.request("GET", hostile.api + "/events"))
        listeners.append(one)
    labels = itertools.cycle(("x" * 200, "y" * 200))

    def correct():
        with hostile.connect() as one:
            for _ in range(100):
                one.sendall(hostile.request("POST", hostile.api + "/queries/1/label",
                                            to_json({"label": next(labels)})))
                hostile.read_reply(one)
    hostile.repeat(correct, threads=2)


@attack(TOKEN, OPEN)
def listeners_come_and_go(hostile):
    def once():
        with hostile.connect() as one:
            one.sendall(hostile.request("GET", hostile.api + "/events"))
            one.recv(100)
    hostile.repeat(once, threads=4)


WIDE = 256  # values, so that a map takes long to draw


def learn_a_graph(server, api):
    """Three thousand nodes."""
    draw = random.Random(3)
    for _ in range(12):
        status, answer = server.call("POST", api + "/samples", [
            {"values": [int(bit) for bit in f"{draw.getrandbits(WIDE):0{WIDE}b}"]}
            for _ in range(256)])
        assert status == 200, answer


@attack(OPEN, options=("--rho", "0.9"), seconds=2, values=WIDE, prepare=learn_a_graph)
def graph(hostile):
    data = hostile.request("GET", hostile.api + "/graph", headers=["Accept-Encoding: gzip"])

    def once():
        status = hostile.exchange(data, patience=10).status
        expect(status in (200, 429, 503, HUNG_UP), f"GET /graph: {status}")
    hostile.repeat(once, threads=4)


def show_pictures(server, api):
    """300 open queries with pictures of 200 KB."""
    draw = random.Random(4)
    picture = "data:image/png;base64," + base64.b64encode(os.urandom(150000)).decode()
    for _ in range(10):
        status, answer = server.call("POST", api + "/samples", [
            {"values": [draw.random(), draw.random()], "show": {"picture": picture}}
            for _ in range(30)])
        assert status == 200, answer


@attack(OPEN, **ASKS, seconds=2, prepare=show_pictures)
def lists_of_pictures(hostile):
    def once():
        for limit in (1000, 100):
            target = f"{hostile.api}/queries?limit={limit}"
            status = hostile.exchange(hostile.request("GET", target)).status
            expect(status in (200, 429, 503, HUNG_UP, *REFUSED), f"GET {target}: {status}")
    hostile.repeat(once, threads=2)


@attack(OPEN)
def idempotency_keys(hostile):
    """Every request with another key, and keys that are none."""
    keys = itertools.count()
    skip = hostile.api + "/queries/999999/skip"
    for key in ("", "x" * 201, "x" * 7000, "a\tb", "\xff"):
        reply = hostile.exchange(hostile.request("POST", skip, b"{}", [f"Idempotency-Key: {key}"]))
        expect(reply.status == 400, f"{key[:20]!r}: {reply.status}")

    def once():
        with hostile.connect() as one:
            for _ in range(100):
                one.sendall(hostile.request("POST", skip, b"{}",
                                            [f"Idempotency-Key: {next(keys):0200}"]))
                expect(hostile.read_reply(one).status in (*REFUSED, HUNG_UP), "a query is skipped")
    hostile.repeat(once, threads=4)


@attack(OPEN)
def huge_budgets(hostile):
    """So many questions in so many samples that no sum over them ends."""
    for questions, period in ((1, 2**53 - 1), (2**53, 2**53), (10**30, 10**30), (10**9, 10**15)):
        body = to_json({"questions": questions, "period": period})
        status = hostile.exchange(hostile.request("PUT", hostile.api + "/budget", body)).status
        expect(status in (200, *REFUSED), f"PUT /budget: {status}")
    hostile.wait()


@attack(OPEN)
def snapshots(hostile):
    """A snapshot a request."""
    data = hostile.request("POST", hostile.api + "/snapshot", b"{}")

    def once():
        status = hostile.exchange(data).status
        expect(status in (200, 429, 503, HUNG_UP), f"POST /snapshot: {status}")
        time.sleep(0.001)
    hostile.repeat(once, threads=4)
