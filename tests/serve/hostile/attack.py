"""The list of attacks, and what a hostile client is able to do."""
import dataclasses
import json
import socket
import struct
import threading
import time

ATTACKS = []
TOKEN, OPEN = "token", "open"  # a server with a token that the client has not; one without
REFUSED = range(400, 500)
# Instead of a status: the connection ended without an answer; nothing came in five seconds.
HUNG_UP, WAITS = 0, -1


@dataclasses.dataclass(frozen=True)
class Attack:
    name: str
    run: object            # takes a Hostile, in a process of its own; raises Finding
    servers: tuple         # TOKEN, OPEN or both: each is a run
    seconds: float = 1
    options: tuple = ()    # of the server
    prepare: object = None  # takes the Server and the API's prefix, before anything is measured
    honest: str = "/samples"  # what the honest client posts to
    values: int = 2           # of its samples
    small_disk: bool = False  # the state is on a disk of two megabytes
    may_be_late: bool = False  # time is not judged: the attack stops the server by other means


def attack(*servers, **more):
    def register(run):
        ATTACKS.append(Attack(run.__name__, run, servers, **more))
        return run
    return register


class Finding(Exception):
    """The server did what it must not do."""


def expect(fact, what):
    if not fact:
        raise Finding(what)


@dataclasses.dataclass
class Reply:
    status: int
    head: str = ""
    body: bytes = b""

    def header(self, name):
        for line in self.head.split("\r\n")[1:]:
            key, _, value = line.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return None


class Hostile:
    def __init__(self, port, api, server, quick, program, folder, pid):
        self.port, self.api, self.server, self.quick = port, api, server, quick
        self.program, self.folder, self.pid = program, folder, pid
        self.until = time.monotonic()

    def left(self):
        return self.until - time.monotonic()

    def connect(self, receive_bytes=None):
        one = socket.socket()
        if receive_bytes:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        one.settimeout(10)
        one.connect(("127.0.0.1", self.port))
        return one

    def wait(self):
        time.sleep(max(0, self.left()))

    def repeat(self, action, threads=1):
        """Once, and again until the time is up; what one thread finds ends all."""
        findings = []

        def loop():
            first = True
            while (first or self.left() > 0) and not findings:
                first = False
                try:
                    action()
                except OSError:  # the server may hang up
                    continue
                except Finding as finding:
                    findings.append(finding)

        running = [threading.Thread(target=loop) for _ in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()
        if findings:
            raise findings[0]

    def pour(self, one, piece, most=1 << 40):
        """Sends `piece` until the time is up, `most` bytes are gone or the server hangs up."""
        sent = 0
        one.settimeout(0.1)
        try:
            while self.left() > 0 and sent < most:
                try:
                    sent += one.send(piece[:min(len(piece), most - sent)])
                except TimeoutError:
                    continue
        except OSError:
            pass
        one.settimeout(10)
        return sent

    def read_head(self, one):
        """The head of an answer, and what has come after it."""
        data = b""
        while b"\r\n\r\n" not in data and (more := one.recv(65536)):
            data += more
        head, _, rest = data.partition(b"\r\n\r\n")
        return head.decode("latin-1"), rest

    def read_reply(self, one, patience=10):
        """One answer; a status of HUNG_UP if there is none."""
        one.settimeout(patience)
        try:
            head, body = self.read_head(one)
            reply = Reply(int(head.split(" ", 2)[1]), head)
            body, length = bytearray(body), int(reply.header("Content-Length") or 0)
            while len(body) < length and (more := one.recv(1 << 20)):
                body += more
            reply.body = bytes(body)
            return reply
        except (OSError, ValueError, IndexError):
            return Reply(HUNG_UP)

    def exchange(self, data, patience=10):
        """Sends bytes as they are on a new connection; the first answer."""
        with self.connect() as one:
            try:
                one.settimeout(patience)
                one.sendall(data)
            except OSError:  # the answer may be there all the same
                pass
            return self.read_reply(one, patience)

    def replies(self, data):
        """Statuses of all answers to these bytes on one connection, or HUNG_UP, or WAITS."""
        received, closed = b"", False
        with self.connect() as one:
            try:
                one.sendall(data)
                one.settimeout(5)
                while more := one.recv(65536):
                    received += more
                    one.settimeout(0.1)
                closed = True
            except TimeoutError:
                pass
            except OSError:
                closed = True
        found = [int(part[:3]) for part in received.split(b"HTTP/1.1 ")[1:]]
        return found or [HUNG_UP if closed else WAITS]

    def request(self, method, path, body=b"", headers=()):
        """The bytes of a proper request without a token."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", *headers]
        if body or method in ("POST", "PUT"):
            lines.append(f"Content-Length: {len(body)}")
            if not any(line.lower().startswith("content-type") for line in headers):
                lines.append("Content-Type: application/json")
        return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def chunked(self, path):
        """The header of a request whose body comes in chunks."""
        return (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n").encode()

    def sample(self):
        """The bytes of a request that would be learned, on a server without a token."""
        return self.request("POST", self.api + "/samples", b'{"values":[0.5,0.5]}')

    def post_all(self, paths, body, headers=()):
        """The same body to each of these in turn until the time is up; all have to be refused."""
        def once():
            for path in paths:
                status = self.exchange(self.request("POST", path, body, headers)).status
                expect(status in REFUSED or status == HUNG_UP, f"POST {path}: {status}")
        self.repeat(once)

    def refused(self, messages, statuses=REFUSED):
        """Each of these, by its name, has to be answered with these statuses or by hanging up."""
        def once():
            for name, data in messages.items():
                found = self.replies(data)
                expect(all(status in statuses or status == HUNG_UP for status in found),
                       f"{name}: {' '.join(map(str, found))}")
        self.repeat(once)


def reset(one):
    """Closes without the usual good-bye: the server gets a reset."""
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()


def to_json(value):
    return json.dumps(value).encode()
