"""Plays a scenario: starts the agent with an empty environment, types, and waits for what the server and the screen say.

An action is a tuple; its first word names the method of `Play`. Waiting has a limit, and what did not come is an error of
the scenario. Every process has `mark` in its environment, by which those that an agent leaves behind are found and ended.
"""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

PATIENCE = 40
PRINT_SECONDS = 60
SLOWNESS = 1  # How many times as long to wait, on a busy machine.
KEYS = {
    "enter": "\r", "esc": "\x1b", "up": "\x1b[A", "down": "\x1b[B", "tab": "\t", "ctrl-b": "\x02", "ctrl-c": "\x03",
    "ctrl-u": "\x15", "ctrl-d": "\x04", "shift-tab": "\x1b[Z",
}
ESCAPES = re.compile(r"\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b.")


class NotDriven(Exception):
    """An agent did not do what the next action waits for."""


class Play:
    def __init__(self, agent, scenario, record, home, work):
        self.agent, self.scenario, self.record, self.home, self.work = agent, scenario, record, home, work
        self.terminal = self.live = None
        self.screen = ""
        self.outputs = []

    def run(self):
        try:
            for name, *arguments in self.scenario["play"]:
                getattr(self, name)(*arguments)
        finally:
            self.close()

    def command(self, arguments):
        return [*self.agent.command(self), *arguments], self.agent.environment(self)

    # In print mode

    def print(self, prompt, *arguments):
        self.finish(self.started(prompt, *arguments))

    def begin(self, prompt, *arguments):
        """As print, but goes on with the next action; `finish` waits."""
        self.process = self.started(prompt, *arguments)

    def started(self, prompt, *arguments):
        command, environment = self.command(self.agent.print_arguments(prompt, self.placed(arguments)))
        return subprocess.Popen(
            command, cwd=self.work, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )

    def finish(self, process=None):
        process = process or self.process
        try:
            out, _ = process.communicate(timeout=PRINT_SECONDS * SLOWNESS)
        except subprocess.TimeoutExpired:
            end(process.pid)
            raise NotDriven(f"print mode did not end in {PRINT_SECONDS * SLOWNESS} s") from None
        self.outputs.append(out)
        self.screen = out

    def signal(self, name):
        os.killpg(self.process.pid, getattr(signal, name))

    # In a terminal

    def start(self, *arguments):
        command, environment = self.command(self.placed(arguments))
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(self.work)
            os.execve(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        self.raw = b""
        threading.Thread(target=self.read, args=(self.terminal,), daemon=True).start()
        self.screen_from = 0
        for seen, keys in self.agent.greeting:
            self.see(seen)
            self.pause(0.5)
            if keys:
                self.keys(keys)

    def read(self, terminal):
        while True:
            try:
                part = os.read(terminal, 65536)
            except OSError:
                return
            if not part:
                return
            self.raw += part
            for question, answer in ((b"\x1b[6n", b"\x1b[1;1R"), (b"\x1b[c", b"\x1b[?1;2c")):
                if question in part:
                    os.write(terminal, answer)

    def shown(self, since):
        return re.sub(r"\s+", "", ESCAPES.sub(" ", self.raw[since:].decode(errors="replace")))

    def type(self, text, key="enter"):
        self.screen_from = len(self.raw)
        os.write(self.terminal, self.placed([text])[0].encode())
        self.pause(0.6)
        if key:
            os.write(self.terminal, KEYS[key].encode())

    def keys(self, *names):
        for name in names:
            self.screen_from = len(self.raw)
            os.write(self.terminal, KEYS.get(name, name).encode())
            self.pause(0.4)

    def see(self, pattern, seconds=PATIENCE):
        """Waits until the terminal has shown a pattern since the last key; blanks do not count."""
        wanted = re.compile(pattern.replace(" ", ""))
        self.until(lambda: wanted.search(self.shown(self.screen_from)), f"the screen shows {pattern}", seconds)

    def rules(self):
        """Gives the agent what footfall proposes to allow, from its transcripts so far."""
        out = self.home.parent / "extracted"
        footfall = Path(__file__).resolve().parent.parent.parent / "footfall"
        subprocess.run([footfall, "export", "--from", self.home / self.agent.HOME, "--out-dir", out], check=True,
                       capture_output=True, timeout=PRINT_SECONDS * SLOWNESS)
        self.agent.allow(self.home, (out / "permissions.yaml").read_text())

    def exit(self):
        self.type(self.agent.exit)
        until = time.monotonic() + 8
        while time.monotonic() < until:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                self.pid = None
                break
            time.sleep(0.1)
        self.close()

    def close(self):
        if self.terminal is not None:
            if self.pid:
                end(self.pid)
                os.waitpid(self.pid, 0)
            os.close(self.terminal)
            self.screen = ESCAPES.sub(" ", self.raw.decode(errors="replace"))[-3000:]
            self.terminal = None

    # Waiting

    def asked(self, step, count=1, seconds=PATIENCE):
        wanted = lambda record: sum(a["step"] == step for a in record.answers) >= count
        if not self.record.wait(wanted, seconds * SLOWNESS):
            raise NotDriven(f"request {count} of {step} did not come in {seconds} s")

    def answered(self, step, count=1, seconds=PATIENCE):
        wanted = lambda record: sum(a["step"] == step and a["sent"] for a in record.answers) >= count
        if not self.record.wait(wanted, seconds * SLOWNESS):
            raise NotDriven(f"answer {count} of {step} was not read in {seconds} s")
        self.pause(1)

    def file(self, name, seconds=PATIENCE):
        self.until((self.work / name).exists, f"the file {name} exists", seconds)
        self.pause(0.5)

    def told(self, count):
        """Waits until footfall has so many turns of the session, which may be deleted then."""
        told = lambda: self.pause(1) or self.live.count(self.placed(["@SESSION@"])[0]) >= count
        if self.live:
            self.until(told, f"footfall tells {count} turns", 3 * PATIENCE)

    def pause(self, seconds):
        time.sleep(seconds)

    def until(self, condition, what, seconds):
        limit = time.monotonic() + seconds * SLOWNESS
        while not condition():
            if time.monotonic() > limit:
                raise NotDriven(f"waited {seconds} s until {what}")
            time.sleep(0.05)

    def placed(self, texts):
        places = {**self.record.places, **{"SESSION": each["session"] for each in self.record.answers[:1]}}
        for name, value in places.items():
            texts = [text.replace(f"@{name}@", value) for text in texts]
        return texts


def end(pid):
    """Ends a process that we started, with those of its group."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(pid, number)
        except (ProcessLookupError, PermissionError):
            return
        limit = time.monotonic() + 3
        while time.monotonic() < limit and Path(f"/proc/{pid}").exists() and not zombie(pid):
            time.sleep(0.05)


def zombie(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def end_marked(mark):
    """Ends what the agents of a run left behind: processes with its mark in the environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes() and int(folder.name) != os.getpid():
                os.kill(int(folder.name), signal.SIGKILL)
        except OSError:
            continue
