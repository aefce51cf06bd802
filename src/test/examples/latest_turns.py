#!/usr/bin/env python3
"""Prints the latest revision of each turn: latest_turns.py CONFIG.json TOPIC"""
import json
import sys

from confluent_kafka import Consumer, KafkaException


def read(config, topic):
    """Returns the turns by turn_id, up to the present end of the topic."""
    consumer = Consumer({
        "group.id": "latest-turns",
        **config,
        "isolation.level": "read_committed",
        "auto.offset.reset": "earliest",
        "enable.auto.commit": False,
        "enable.partition.eof": True,
    })
    turns, ended = {}, set()
    try:
        partitions = consumer.list_topics(topic).topics[topic].partitions
        consumer.subscribe([topic])
        while len(ended) < len(partitions):
            message = consumer.poll(1.0)
            if message is None:
                continue
            if message.error():
                if message.error().name() != "_PARTITION_EOF":
                    raise KafkaException(message.error())
                ended.add(message.partition())
                continue
            apply(turns, message.key().decode(), message.value())
    finally:
        consumer.close()
    return turns


def apply(turns, key, value):
    if value is None:  # a tombstone
        turns.pop(key, None)
        return
    turn = json.loads(value)
    if key not in turns or turns[key]["revision"] < turn["revision"]:
        turns[key] = turn


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        for turn_id, turn in sorted(read(json.load(file), sys.argv[2]).items()):
            print(turn_id, turn["revision"], turn["length"], turn["pattern"], sep="\t")
