"""`mpart serve` as a child, and a client for it; for the checks beside this file."""
import http.client
import json
import os
import ssl
import subprocess


def connect(port, tls=False, timeout=30):
    """A connection that opens itself. Certificates are not looked at: they are a test's own."""
    if not tls:
        return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=timeout,
                                       context=ssl._create_unverified_context())


class Server:
    """With a token, it is in the file FOLDER.token and the client sends it."""

    def __init__(self, program, folder, *options, token=None, before=(), stderr=subprocess.DEVNULL):
        self.folder = str(folder)
        self.headers = {}
        if token is not None:
            path = f"{folder}.token"
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(token)
            options = (*options, "--token-file", path)
            self.headers["Authorization"] = "Bearer " + token
        self.process = subprocess.Popen(
            [*before, program, "serve", "--state", self.folder, "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=stderr, text=True)
        url = self.process.stdout.readline().strip()
        if not url:
            raise SystemExit("the server did not start")
        self.port = int(url.rstrip("/").rsplit(":", 1)[1])
        self.tls = url.startswith("https:")
        self.connection = connect(self.port, self.tls, 30)

    def call(self, method, target, body=None):
        """Status and answer, by one connection that stays."""
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        self.connection.request(method, target, json.dumps(body) if body is not None else None,
                                headers)
        reply = self.connection.getresponse()
        text = reply.read()
        return reply.status, json.loads(text) if text else None

    def memory(self, peak=False):
        """Resident memory in bytes, or the most that it was since reset_peak()."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmHWM" if peak else "VmRSS"):
                    return 1024 * int(line.split()[1])

    def reset_peak(self):
        with open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
