"""The model servers: four APIs on loopback that answer from the scripts of scenarios and write down what happened.

A scenario is reached at http://127.0.0.1:PORT/NAME/. A prompt names the script of its turn by `step=NAME`. The step that a
request belongs to is read from its history, or where the agent has compacted that, is the one before. The record of answers
and results is the truth that scenarios are judged by.
"""

import json
import re
import select
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STEP = re.compile(r"step=(\w+)")
TASK = re.compile(r"(?:with ID: |shellId: |session ID |(?:agent|session)_id\W+)([\w-]+)")
# What opens a turn although nobody typed a step; such a turn is a step named by its kind and number.
OPENINGS = {
    "notification": re.compile(r"<task-notification>|SYSTEM NOTIFICATION - NOT USER INPUT|<system_notification>"),
    "shell": re.compile(r"<bash-stdout>"),
}


def call(tool, input, outcome="ok", **more):
    """A call that the model asks for, and what must become of it; as `judge.OUTCOMES` says.
    `more`: steps, what it counts as in a turn ("TOOL:OUTCOME"), if not as itself."""
    return {"tool": tool, "input": input, "outcome": outcome, **more}


def say(text, *calls, **more):
    """One answer of the model. `more`: delay (s), stop, input (tokens), thoughts (of its output tokens), usage (as the API
    reports it), cut (the connection breaks after so many blocks)."""
    return {"text": text, "calls": list(calls), **more}


def refuse(status, kind, message, **headers):
    """One answer that is an error of the API."""
    return {"status": status, "kind": kind, "message": message, "headers": headers, "calls": []}


class Record:
    """What the server was asked in one scenario, and what it answered."""

    def __init__(self, scenario, places):
        self.steps = scenario["steps"]
        self.places = places
        self.answers = []  # in order: session, agent, step, asked_at, calls, usage, status, model
        self.results = {}  # call id: whether the agent said that it failed; two processes may differ
        self.side = []  # usage of requests that belong to no turn: of a title, a compaction
        self.changed = threading.Condition()
        self.asked = {}  # (agent, step): answers so far
        self.open = {}  # (session, agent): step
        self.compactions = {}  # (session, agent): how many since its last answer
        self.task = "none"

    def wait(self, condition, seconds):
        with self.changed:
            return self.changed.wait_for(lambda: condition(self), seconds)

    def answer(self, request):
        """The next answer for a request, written down; None for a request that belongs to no turn."""
        with self.changed:
            for id, failed, text in request["results"]:
                if failed is not None:
                    self.results.setdefault(id, set()).add(failed)
                for task in re.findall(TASK, text):
                    self.task = task
            usage = {"input": 11, "cache_read": 100, "cache_write": request.get("cache_write", 7)}
            usage["output"] = 20 + len(self.answers)
            trail = request["session"] or self.places["SESSION"], request["agent"]
            if request["side"]:
                self.side.append({**usage, "of": request["side"]})
                if request["side"] == "compaction":
                    self.compactions[trail] = self.compactions.get(trail, 0) + 1
                self.changed.notify_all()
                return None, usage
            step = self.step(trail, request)
            key = request["agent"], step
            script = self.steps.get(step, [say("noted")])
            n = self.asked.get(key, 0)
            self.asked[key] = n + 1
            answer = script[min(n, len(script) - 1)]
            usage["input"] = answer.get("input", usage["input"])
            usage["thoughts"] = answer.get("thoughts", 0)
            usage["reported"] = answer.get("usage")
            calls = [dict(each, id=f"call_{len(self.answers):04d}{i:04d}") for i, each in enumerate(answer["calls"])]
            calls = json.loads(self.placed(json.dumps(calls)))
            entry = {
                "session": trail[0], "agent": trail[1], "step": step, "calls": calls, "usage": usage,
                "status": answer.get("status", 200), "model": request["model"], "sent": False,
                "compactions": self.compactions.pop(trail, 0),
            }
            self.answers.append(entry)
            self.changed.notify_all()
        return dict(answer, calls=calls, entry=entry), usage

    def step(self, trail, request):
        """The step that a request belongs to: the last one that its history opens, else that of its trail before."""
        step, numbers = None, dict.fromkeys(OPENINGS, 0)
        for text, has_results in request["texts"]:
            found = STEP.findall(text)
            kinds = [kind for kind, pattern in OPENINGS.items() if pattern.search(text)]
            if found:
                step = found[-1]
            elif kinds and not has_results:
                numbers[kinds[0]] += 1
                step = f"{kinds[0]}{numbers[kinds[0]]}"
        self.open[trail] = step or self.open.get(trail, "unknown")
        return self.open[trail]

    def placed(self, text):
        for name, value in {**self.places, "TASK": self.task}.items():
            text = text.replace(f"@{name}@", value)
        return text.replace('"@NUMBER@"', self.task)

    def sent(self, entry):
        with self.changed:
            entry["sent"] = True
            self.changed.notify_all()


class Anthropic:
    """Claude Code's API: /v1/messages. Agents and sessions are named by headers."""

    @staticmethod
    def read(path, headers, body):
        texts, results = [("", False)], []
        for message in body.get("messages", []):
            content = message["content"]
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            if message["role"] == "assistant":
                texts.append(("", False))
            elif message["role"] == "user":
                found = [(b["tool_use_id"], bool(b.get("is_error")), json.dumps(b.get("content")))
                         for b in blocks if b["type"] == "tool_result"]
                before, had_results = texts.pop()
                text = "\n".join([before, *(block["text"] for block in blocks if block["type"] == "text")])
                texts.append((text, had_results or bool(found)))
                results += found
        return {
            "session": headers.get("X-Claude-Code-Session-Id"), "agent": headers.get("x-claude-code-agent-id"),
            "model": body.get("model"), "texts": texts, "results": results,
            "side": "compaction" if "summary of the conversation" in texts[-1][0] else not body.get("tools") and "title",
        }

    @staticmethod
    def usage(usage):
        return usage.get("reported") or {
            "input_tokens": usage["input"], "output_tokens": usage["output"],
            "cache_read_input_tokens": usage["cache_read"], "cache_creation_input_tokens": usage["cache_write"],
            "cache_creation": {"ephemeral_5m_input_tokens": usage["cache_write"], "ephemeral_1h_input_tokens": 0},
            "service_tier": "standard",
        }

    @classmethod
    def write(cls, body, answer, usage, number):
        answer = answer or {"text": "<summary>What was done so far.</summary>", "calls": []}
        blocks = [{"type": "text", "text": answer["text"]}] if answer["text"] else []
        blocks += [{"type": "tool_use", "id": c["id"], "name": c["tool"], "input": c["input"]} for c in answer["calls"]]
        stop = answer.get("stop", "tool_use" if answer["calls"] else "end_turn")
        usage = cls.usage(usage)
        message = {
            "id": f"msg_{number:024d}", "type": "message", "role": "assistant", "model": body.get("model"),
            "content": [], "stop_reason": None, "stop_sequence": None, "usage": dict(usage, output_tokens=1),
        }
        if not body.get("stream"):
            return "application/json", [json.dumps(dict(message, content=blocks, stop_reason=stop, usage=usage))]
        events = [("message_start", {"message": message})]
        for i, block in enumerate(blocks):
            if block["type"] == "text":
                empty, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
            else:
                empty = dict(block, input={})
                delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            events.append(("content_block_start", {"index": i, "content_block": empty}))
            events.append(("content_block_delta", {"index": i, "delta": delta}))
            if i + 1 == answer.get("cut"):
                break
            events.append(("content_block_stop", {"index": i}))
        else:
            events.append(("message_delta", {"delta": {"stop_reason": stop, "stop_sequence": None}, "usage": usage}))
            events.append(("message_stop", {}))
        return "text/event-stream", [f"event: {n}\ndata: {json.dumps(dict(type=n, **d))}\n\n" for n, d in events]

    @staticmethod
    def error(answer):
        return {"type": "error", "error": {"type": answer["kind"], "message": answer["message"]}}


class Responses:
    """Codex's API: /v1/responses. The thread is named by a header; whether a call failed is only in its text."""

    FAILED = re.compile(r"(?:exited with code|Exit code:|exit_code\W+) ?[1-9]")

    @classmethod
    def read(cls, path, headers, body):
        texts, results = [("", False)], []
        for item in body.get("input", []):
            kind = item.get("type", "message")
            if kind.endswith("_output"):
                text = json.dumps(item.get("output"))
                results.append((item["call_id"], True if cls.FAILED.search(text) else None, text))
                texts[-1] = texts[-1][0], True
            elif kind == "agent_message" or item.get("role") == "user":
                texts[-1] = f"{texts[-1][0]}\n{json.dumps(item.get('content') or item, ensure_ascii=False)}", texts[-1][1]
            elif item.get("role") != "developer":
                texts.append(("", False))
        about = json.loads(headers.get("x-codex-turn-metadata") or "{}")
        kind = about.get("request_kind", "turn")
        session, thread = about.get("session_id") or headers.get("session-id"), headers.get("thread-id")
        return {
            "session": session, "agent": None if thread == session else thread, "model": body.get("model"), "texts": texts,
            "results": results,
            "side": kind if kind != "turn" else about.get("thread_source") == "thread_title" and "title",
        }

    @staticmethod
    def item(call):
        if isinstance(call["input"], str):
            return {"type": "custom_tool_call", "id": f"ctc_{call['id']}", "call_id": call["id"], "name": call["tool"],
                    "input": call["input"], "status": "completed"}
        if call["tool"] == "web_search":
            return {"type": "web_search_call", "id": f"ws_{call['id']}", "status": "completed", "action": call["input"]}
        namespace, _, name = call["tool"].rpartition("/")
        item = {"type": "function_call", "id": f"fc_{call['id']}", "call_id": call["id"], "name": name,
                "arguments": json.dumps(call["input"])}
        return dict(item, namespace=namespace) if namespace else item

    @classmethod
    def write(cls, body, answer, usage, number):
        answer = answer or {"text": "What was done so far.", "calls": []}
        items = [cls.item(call) for call in answer["calls"]]
        if answer["text"]:
            items.insert(0, {
                "type": "message", "id": f"msg_{number}", "role": "assistant",
                "phase": "commentary" if answer["calls"] else "final_answer",
                "content": [{"type": "output_text", "text": answer["text"], "annotations": []}]})
        total = usage["input"] + usage["cache_read"] + usage["cache_write"]
        counts = {
            "input_tokens": total, "output_tokens": usage["output"], "total_tokens": total + usage["output"],
            "input_tokens_details": {"cached_tokens": usage["cache_read"], "cache_write_tokens": usage["cache_write"]},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        events = [{"type": "response.created", "response": {"id": f"resp_{number}", "status": "in_progress"}}]
        for i, item in enumerate(items):
            events += [{"type": f"response.output_item.{end}", "output_index": i, "item": item} for end in ("added", "done")]
        events.append({"type": "response.completed", "response": {
            "id": f"resp_{number}", "status": "completed", "output": items, "usage": counts}})
        return "text/event-stream", [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]

    @staticmethod
    def error(answer):
        return {"error": {"type": answer["kind"], "message": answer["message"]}}


class Completions:
    """The API of Copilot and OpenCode: /v1/chat/completions. OpenCode names the session, also of a subagent, in headers. Copilot
    names neither session nor agent: an agent is named `?` and its step."""

    SUMMARY = re.compile("write the summary now|anchored summary")

    @classmethod
    def read(cls, path, headers, body):
        texts, results = [("", False)], []
        for message in body.get("messages", []):
            content = message.get("content") or ""
            text = content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
            if message["role"] == "assistant":
                texts.append(("", False))
            elif message["role"] == "tool":
                results.append((message["tool_call_id"], None, text))
                texts[-1] = texts[-1][0], True
            elif message["role"] == "user":
                texts[-1] = f"{texts[-1][0]}\n{text}", texts[-1][1]
        steps = STEP.findall("\n".join(text for text, _ in texts))
        is_agent = headers.get("x-interaction-type") == "conversation-subagent"
        session, parent = headers.get("x-session-id"), headers.get("x-parent-session-id")
        agent = f"?{steps[0]}" if is_agent and steps else session if parent else None
        return {
            "session": parent or session, "agent": agent, "model": body.get("model"), "texts": texts, "results": results,
            "cache_write": 0,
            "side": "compaction" if cls.SUMMARY.search(texts[-1][0]) else not body.get("tools") and "title",
        }

    @classmethod
    def write(cls, body, answer, usage, number):
        answer = answer or {"text": "What was done so far.", "calls": []}
        calls = [{"index": i, "id": call["id"], "type": "function",
                  "function": {"name": call["tool"], "arguments": json.dumps(call["input"])}}
                 for i, call in enumerate(answer["calls"])]
        total = usage["input"] + usage["cache_read"] + usage["cache_write"]
        counts = {
            "prompt_tokens": total, "completion_tokens": usage["output"], "total_tokens": total + usage["output"],
            "prompt_tokens_details": {"cached_tokens": usage["cache_read"]},
            "completion_tokens_details": {"reasoning_tokens": usage.get("thoughts", 0)},
        }

        def chunk(choices, **more):
            return {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": 1, "model": body.get("model"),
                    "choices": choices, **more}

        deltas = [{"role": "assistant", "content": answer["text"]}, *({"tool_calls": [call]} for call in calls)]
        chunks = [chunk([{"index": 0, "delta": delta, "finish_reason": None}]) for delta in deltas]
        chunks.append(chunk([{"index": 0, "delta": {}, "finish_reason": "tool_calls" if calls else "stop"}]))
        chunks.append(chunk([], usage=counts))
        return "text/event-stream", [*(f"data: {json.dumps(each)}\n\n" for each in chunks), "data: [DONE]\n\n"]

    @staticmethod
    def error(answer):
        return {"error": {"type": answer["kind"], "message": answer["message"], "code": "x"}}


class Gemini:
    """Gemini CLI's API: models/MODEL:streamGenerateContent. A request names no session; one of a subagent, whose tools contain
    complete_task, is named `?` and its step. The IDs of calls are Gemini's own, but for subagents and where a call has `named`."""

    ROUTE = json.dumps({"complexity_reasoning": "x", "complexity_score": 10, "reasoning": "x", "next_speaker": "user",
                        "model_choice": "flash", "confidence": 0})

    @staticmethod
    def read(path, headers, body):
        texts, results = [("", False)], []
        for message in body.get("contents", []):
            parts = message.get("parts", [])
            if message.get("role") == "model":
                texts.append(("", False))
                continue
            answers = [part["functionResponse"] for part in parts if "functionResponse" in part]
            text = "\n".join([texts[-1][0], *(part.get("text", "") for part in parts)])
            texts[-1] = text, texts[-1][1] or bool(answers)
            results += [(a.get("id", ""), True if "error" in a["response"] else None, json.dumps(a["response"])) for a in answers]
        tools = [each.get("name") for tool in body.get("tools") or [] for each in tool.get("functionDeclarations", [])]
        steps = STEP.findall("\n".join(text for text, _ in texts))
        is_summary = "state_snapshot" in json.dumps(body.get("systemInstruction") or {}) and not tools
        is_checked = any("state_snapshot" in json.dumps(m) for m in body.get("contents", []) if m.get("role") == "model")
        return {
            "session": None, "agent": f"?{steps[0]}" if "complete_task" in tools and steps else None,
            "model": path.rpartition("/")[2].partition(":")[0], "texts": texts, "results": results, "cache_write": 0,
            "side": "check" if is_summary and is_checked else "compaction" if is_summary else not tools and "router",
        }

    @classmethod
    def write(cls, body, answer, usage, number):
        if answer is None:
            is_json = "json" in (body.get("generationConfig") or {}).get("responseMimeType", "")
            answer = {"text": cls.ROUTE if is_json else "<state_snapshot>What was done so far.</state_snapshot>", "calls": []}
        parts = [{"text": answer["text"]}] if answer["text"] or not answer["calls"] else []
        for call in answer["calls"]:
            is_named = call.get("named") or call["tool"] == "invoke_agent"
            parts.append({"functionCall": {"name": call["tool"], "args": call["input"], **({"id": call["id"]} if is_named else {})}})
        prompt, thoughts = usage["input"] + usage["cache_read"], usage.get("thoughts", 0)
        reply = json.dumps({
            "candidates": [{"content": {"role": "model", "parts": parts}, "index": 0, "finishReason": answer.get("stop", "STOP")}],
            "modelVersion": "gemini-2.5-pro", "usageMetadata": {
                "promptTokenCount": prompt, "cachedContentTokenCount": usage["cache_read"], "thoughtsTokenCount": thoughts,
                "candidatesTokenCount": usage["output"] - thoughts, "totalTokenCount": prompt + usage["output"]}})
        return ("text/event-stream", [f"data: {reply}\n\n"])

    @staticmethod
    def error(answer):
        return {"error": {"code": answer["status"], "message": answer["message"], "status": answer["kind"]}}


class GeminiAtOnce(Gemini):
    """models/MODEL:generateContent: an answer that is not streamed."""

    @classmethod
    def write(cls, *arguments):
        _, (event,) = super().write(*arguments)
        return "application/json", [event.removeprefix("data: ").strip()]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def plain(self, status, value, headers=()):
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, text in [("content-type", "application/json"), ("content-length", str(len(body))), *headers]:
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def wait(self, seconds):
        """Waits as long as the agent does: whether it still listens."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if select.select([self.connection], [], [], 0.05)[0] and not self.connection.recv(1, socket.MSG_PEEK):
                self.close_connection = True
                return False
        return True

    def do_GET(self):
        self.plain(200, {"data": [], "models": []})

    do_HEAD = do_GET

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("content-encoding") == "zstd":
            body = subprocess.run(["zstd", "-dc"], input=body, capture_output=True).stdout
        name, _, path = self.path.lstrip("/").partition("/")
        record = self.server.records.get(name)
        api = next((api for end, api in APIS.items() if path.split("?")[0].endswith(end)), None)
        if path.split("?")[0].endswith(("/count_tokens", ":countTokens")):
            return self.plain(200, {"input_tokens": 100, "totalTokens": 100})
        if record is None or api is None:
            return self.plain(404, {"error": {"type": "not_found_error", "message": "no such path"}})
        body = json.loads(body)
        answer, usage = record.answer(api.read(path, self.headers, body))
        if answer and answer.get("status"):
            record.sent(answer["entry"])
            headers = [(k.replace("_", "-"), v) for k, v in answer["headers"].items()]
            return self.plain(answer["status"], api.error(answer), headers)
        if not self.wait(answer.get("delay", 0) if answer else 0):
            return  # interrupted before the answer
        kind, parts = api.write(body, answer, usage, self.server.next_number())
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for part in parts:
                self.wfile.write(part.encode())
                self.wfile.flush()
        except OSError:
            return  # the agent was interrupted
        if answer and not answer.get("cut"):
            record.sent(answer["entry"])


APIS = {
    "/messages": Anthropic, "/responses": Responses, "/chat/completions": Completions, ":streamGenerateContent": Gemini,
    ":generateContent": GeminiAtOnce,
}


class Server(ThreadingHTTPServer):
    """All scenarios of a run, on one free port of 127.0.0.1."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.records = {}
        self.number = 0
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def next_number(self):
        with self.lock:
            self.number += 1
            return self.number

    def url(self, name):
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"

    def handle_error(self, request, client_address):
        pass  # an agent that was ended in the middle of a request
