"""Connections: many, slow, idle, broken."""
import socket
import time

from hostile.attack import OPEN, REFUSED, TOKEN, attack, expect, reset


def drip(hostile, connections, text):
    """A byte of each connection in turn, every 20 ms."""
    position = 0
    while hostile.left() > 0:
        for one in connections:
            try:
                one.sendall(text[position:position + 1])
            except OSError:  # the server has had enough of it
                pass
        position = (position + 1) % len(text)
        time.sleep(0.02)


@attack(TOKEN, OPEN)
def slow_header(hostile):
    connections = [hostile.connect() for _ in range(300)]
    for one in connections:
        one.sendall(b"POST /samples HTTP/1.1\r\nHost: localhost\r\nX: ")
    drip(hostile, connections, b"x")


@attack(TOKEN, OPEN)
def slow_body(hostile):
    header = hostile.request("POST", hostile.api + "/predict", b" " * 50000)[:-50000]
    connections = [hostile.connect() for _ in range(300)]
    for one in connections:
        one.sendall(header)
    drip(hostile, connections, b" ")


@attack(TOKEN, OPEN)
def slow_reader(hostile):
    """The page and the contract are for everybody: asked for again and again, never read."""
    many = 10 * (hostile.request("GET", "/openapi.json") + hostile.request("GET", "/"))
    connections = [hostile.connect(receive_bytes=4096) for _ in range(100)]
    for one in connections:
        one.settimeout(0.05)
        try:
            one.sendall(many)
        except OSError:
            pass
    hostile.wait()


@attack(TOKEN, OPEN, seconds=3)
def idle_connections(hostile):
    count = 1000 if hostile.quick else 10000
    connections = [hostile.connect() for _ in range(count)]
    hostile.wait()
    expect(len(connections) == count, "some were refused")


@attack(TOKEN, OPEN)
def connection_churn(hostile):
    hostile.repeat(lambda: hostile.connect().close(), threads=4)


@attack(TOKEN, OPEN)
def resets(hostile):
    data = hostile.request("POST", hostile.api + "/predict", b" " * 5000)

    def once():
        for length in (0, 10, 100, 1000, len(data)):
            one = hostile.connect()
            one.sendall(data[:length])
            reset(one)
    hostile.repeat(once, threads=2)


@attack(TOKEN, OPEN)
def half_closed(hostile):
    """A request, or half of one, and no more to send; the answer is never read."""
    data = hostile.request("GET", "/openapi.json")
    kept = []

    def once():
        for length in (0, 20, len(data)):
            one = hostile.connect()
            one.sendall(data[:length])
            one.shutdown(socket.SHUT_WR)
            kept.append(one)
            if len(kept) > 2000:
                kept.pop(0).close()
    hostile.repeat(once)


@attack(TOKEN, OPEN)
def pipelining(hostile):
    """10,000 requests at once by one connection, whose answers are not read at first."""
    one = hostile.connect()
    one.settimeout(0.5)
    try:
        one.sendall(10000 * hostile.request("GET", "/health"))
    except OSError:
        pass
    hostile.wait()
    reply = hostile.read_reply(one)
    expect(reply.status in (0, 200, *REFUSED), f"the first is {reply.status}")


@attack(TOKEN, OPEN)
def endless_pipeline(hostile):
    """Requests without end by four connections, answers never read."""
    data = 100 * hostile.request("GET", hostile.api + "/model")
    hostile.repeat(lambda: hostile.pour(hostile.connect(receive_bytes=4096), data), threads=4)
