"""`mpart serve` as a child, and a client for it; for the checks beside this file."""
import http.client
import json
import subprocess


class Server:
    def __init__(self, program, folder, *options, stderr=subprocess.DEVNULL):
        self.process = subprocess.Popen(
            [program, "serve", "--state", str(folder), "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=stderr, text=True)
        url = self.process.stdout.readline().strip()
        if not url:
            raise SystemExit("the server did not start")
        self.port = int(url.rstrip("/").rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def call(self, method, target, body=None):
        """Status and answer, by one connection that stays."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        self.connection.request(method, target, json.dumps(body) if body is not None else None,
                                headers)
        reply = self.connection.getresponse()
        text = reply.read()
        return reply.status, json.loads(text) if text else None

    def memory(self):
        """Resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return 1024 * int(line.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait()
