#!/usr/bin/env python3
"""Writes turns of an agent that footfall does not know: made_agent.py CONFIG.json TOPIC"""
import hashlib
import json
import sys
from datetime import datetime, timezone

from confluent_kafka import KafkaException, Producer

AGENT = "pathfinder"


class Session:
    """Sends the lines of a session, in order, as those of one file."""

    def __init__(self, producer, topic, name):
        self.producer, self.topic, self.name = producer, topic, name
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self.file = f"{AGENT}/{name}@{digest}.0"
        self.offset, self.previous = 0, -1

    def line(self, kind, **fields):
        """Sends a line of one event. The offset of a file of your own is the position of the line in it."""
        line = f"{self.name}-{self.offset}"
        event = {
            "kind": kind,
            "session_id": self.name,
            "uuid": line,
            "at": datetime.now(timezone.utc).isoformat().replace("+00:00", "Z"),
            "project": "trail-map",
            **fields,
        }
        headers = {
            "footfall.schema": "2",
            "footfall.file": self.file,
            "footfall.offset": str(self.offset),
            "footfall.previous": str(self.previous),
        }
        self.producer.produce(
            self.topic,
            key=self.name,
            value=json.dumps({"id": line, "events": [event]}),
            headers=list(headers.items()),
            on_delivery=raise_error,
        )
        self.previous, self.offset = self.offset, self.offset + 1

    def turn(self, calls):
        """A prompt, the calls (tool, what is wrong or None) one after the other, and an answer."""
        self.line("prompt", trigger="human", chars=24, says="text")
        for tool, error in calls:
            call = f"call-{self.offset}"
            self.answer("tool_use", [{"id": call, "tool": tool, "input_bytes": 40}])
            result = {"tool_use_id": call, "result_bytes": 100}
            if error:
                category, subject, text = error
                result.update(outcome="error", error=text, verdict={"category": category, "subject": subject})
            self.line("results", results=[result])
        self.answer("end_turn", [])
        self.line("ended", duration_ms=1500)

    def answer(self, reason, calls):
        message = {
            "id": f"message-{self.offset}",
            "model": "claude-sonnet-4-5-20250929",
            "stop_reason": reason,
            "usage": {"input": 100, "output": 20, "cache_read": 4000},
        }
        self.line("answer", message=message, tool_uses=calls)


def raise_error(error, message):
    if error is not None:
        raise KafkaException(error)


def main(config, topic):
    # The partitioner of Kafka's own clients, and no record twice or out of order when it is sent again.
    producer = Producer({**config, "partitioner": "murmur2_random", "enable.idempotence": True})
    missing = ("env-need", "surveyor", "Exit code 127\ncommand not found: surveyor")
    for name in ["walk-1", "walk-2"]:
        session = Session(producer, topic, name)
        session.turn([("look", None), ("dig", None)])
        # It tries the same again and again: a long turn, an alert while it runs, and a desire.
        session.turn([("look", None)] + [("shell", missing)] * 7 + [("dig", None)])
    producer.flush()


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        main(json.load(file), sys.argv[2])
