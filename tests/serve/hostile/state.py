"""The state folder, the disk, the clock: what the machine itself does to a server."""
import json
import os
import signal
import stat
import subprocess
import time
from pathlib import Path

from hostile.attack import OPEN, TOKEN, attack, expect


@attack(TOKEN)
def two_servers(hostile):
    """A second one on the same state has to give up, and say why."""
    command = [hostile.program, "serve", "--state", hostile.folder, "--port", "0"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    expect(second.returncode > 0, f"the second server ended with {second.returncode}")
    expect(hostile.folder in second.stderr, f"it says {second.stderr!r}")
    hostile.wait()


VICTIM = b"not to be overwritten"


def plant_links(server, api):
    """Links out of the state folder where the next snapshots are to be."""
    folder = Path(server.folder)
    for i in range(1, 200):
        victim = folder.parent / f"victim-{i}"
        victim.write_bytes(VICTIM)
        for name in (f"model-{i}.mpart", f"model-{i}.mpart.new.{server.process.pid}"):
            if not (folder / name).exists():
                (folder / name).symlink_to(victim)


@attack(OPEN, prepare=plant_links)
def planted_links(hostile):
    for _ in range(3):
        hostile.exchange(hostile.request("POST", hostile.api + "/snapshot", b"{}"))
        time.sleep(0.1)
    hostile.wait()
    folder = Path(hostile.folder)
    changed = [victim.name for victim in folder.parent.glob("victim-*")
               if victim.read_bytes() != VICTIM]
    expect(not changed, f"{len(changed)} files outside are overwritten")


@attack(OPEN)
def file_modes(hostile):
    """Nobody but the owner reads samples, queries or labels."""
    hostile.exchange(hostile.request("POST", hostile.api + "/snapshot", b"{}"))
    hostile.wait()
    folder = Path(hostile.folder)
    wrong = [f"{path.name} {stat.S_IMODE(path.stat().st_mode):04o}"
             for path in (folder, *folder.iterdir())
             if stat.S_IMODE(path.stat().st_mode) & 0o077]
    expect(any(folder.glob("model-*.mpart")), "there is no snapshot")
    expect(not wrong, ", ".join(wrong))


@attack(TOKEN, may_be_late=True)
def stopped_for_seconds(hostile):
    """SIGSTOP, as a suspended machine or a debugger does it; idle and half sent requests wait."""
    connections = [hostile.connect() for _ in range(50)]
    for one in connections[::2]:
        one.sendall(hostile.request("GET", "/health")[:-1])
    os.kill(hostile.pid, signal.SIGSTOP)
    hostile.wait()
    os.kill(hostile.pid, signal.SIGCONT)
    for one in connections[::2]:
        one.sendall(b"\n")
        status = hostile.read_reply(one).status
        expect(status == 200, f"a request across the stop: {status}")


@attack(OPEN, options=("--budget", "1/1"), honest="/predict",
        prepare=lambda server, api: server.call("POST", api + "/samples", {"values": [0.1, 0.9]}))
def clock_jumps(hostile):
    """The files are of the next century; a lease goes on, and so do snapshots."""
    next_query = hostile.request("POST", hostile.api + "/queries/next", b'{"client":"a person"}')
    first = hostile.exchange(next_query)
    expect(first.status == 200, f"a lease: {first.status}")
    query = json.loads(first.body)["id"]
    for path in Path(hostile.folder).iterdir():
        os.utime(path, (4e9, 4e9))
    reply = hostile.exchange(hostile.request("POST", hostile.api + "/snapshot", b"{}"))
    expect(reply.status == 200, f"a snapshot: {reply.status}")
    for path in Path(hostile.folder).iterdir():
        os.utime(path, (0, 0))
    reply = hostile.exchange(hostile.request("POST", hostile.api + "/snapshot", b"{}"))
    expect(reply.status == 200, f"another snapshot: {reply.status}")
    expect(json.loads(hostile.exchange(next_query).body)["id"] == query, "the lease is another")
    hostile.wait()


@attack(OPEN, honest="/predict", small_disk=True, options=("--snapshot-every", "1"), seconds=3)
def full_disk(hostile):
    """Nothing can be written for a while; predictions go on, and afterwards everything does."""
    ballast = Path(f"/proc/{hostile.pid}/root{hostile.folder}/ballast")
    with open(ballast, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    reply = hostile.exchange(hostile.request("POST", hostile.api + "/snapshot", b"{}"))
    expect(reply.status == 507, f"a snapshot on a full disk: {reply.status}")
    hostile.wait()
    ballast.unlink()
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if hostile.exchange(hostile.request("GET", "/health")).status == 200:
            return
        time.sleep(0.1)
    expect(False, "it does not recover")
