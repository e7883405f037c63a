"""A real Kafka broker of one node, started on loopback and stopped by its pid."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
from pyspark.sql import SparkSession
from tests.adapter.spark_home import free_port, listens

from resequencer.environment import broker_directory

PROPERTIES = """
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:{controller}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs={home}/logs
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
auto.create.topics.enable=false
"""


def class_path() -> str:
    """The broker's jars, and Spark's Scala."""
    scala = next((Path(pyspark.__file__).parent / "jars").glob("scala-library-*.jar"))
    return f"{broker_directory()}/*:{scala}"


@dataclass
class Broker:
    """A broker that runs."""

    home: Path
    servers: str

    def landing(self, **options: Any) -> dict[str, Any]:
        """`resequencer__landing` for topics of this broker."""
        return {"format": "kafka", "options": {"kafka.bootstrap.servers": self.servers, **options}}

    def tool(self, name: str, *arguments: str) -> str:
        """One of Kafka's own command-line tools; what it prints."""
        done = subprocess.run(
            ["java", "-XX:TieredStopAtLevel=1", "-cp", class_path(), f"org.apache.kafka.tools.{name}", "--bootstrap-server", self.servers, *arguments],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def create(self, topic: str, partitions: int, **config: str) -> None:
        arguments = [
            part
            for name, value in config.items()
            for part in ("--config", f"{name.replace('_', '.')}={value}")
        ]
        self.tool("TopicCommand", "--create", "--topic", topic, "--partitions", str(partitions), *arguments)

    def delete_before(self, topic: str, partition: int, offset: int) -> None:
        """What retention does: no record below the offset is there any more."""
        asked = self.home / "delete.json"
        asked.write_text(
            json.dumps(
                {"version": 1, "partitions": [{"topic": topic, "partition": partition, "offset": offset}]}
            )
        )
        self.tool("DeleteRecordsCommand", "--offset-json-file", str(asked))

    def send(self, topic: str, *rows: tuple[int, Any, Any], headers: Any = ()) -> None:
        """Write records (partition, key, value), in order; a key or value is text, bytes or null."""
        raw = [
            (number, partition, *(part.encode() if isinstance(part, str) else part for part in parts), list(headers))
            for number, (partition, *parts) in enumerate(rows)
        ]  # fmt: skip
        spark = SparkSession.active()
        frame = spark.createDataFrame(
            raw,
            "number int, partition int, key binary, value binary, headers array<struct<key: string, value: binary>>",
        )
        (
            frame.coalesce(1).sortWithinPartitions("number").drop("number").write.format("kafka")
            .option("kafka.bootstrap.servers", self.servers).option("includeHeaders", "true").option("topic", topic).save()
        )  # fmt: skip

    def send_numbers(self, topic: str, first: int, last: int) -> None:
        """Write records `first` to before `last` of 40 sequences, each of which counts from 1."""
        numbers = (
            SparkSession.active()
            .range(first, last)
            .selectExpr(
                "concat('s', id % 40) as key", "concat('{\"sequence_number\":', id div 40 + 1, '}') as value"
            )
        )
        (
            numbers.write.format("kafka").option("kafka.bootstrap.servers", self.servers).option("topic", topic).save()
        )  # fmt: skip


@contextmanager
def broker_in(home: Path) -> Iterator[Broker]:
    """A broker that keeps its files in a folder."""
    port = free_port()
    properties = home / "server.properties"
    properties.write_text(PROPERTIES.format(home=home, port=port, controller=free_port()))
    java = ["java", "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp", class_path()]
    subprocess.run(
        [*java, "kafka.tools.StorageTool", "format", "-t", "MkU3OEVBNTcwNTJENDM2Qk", "-c", str(properties)],
        check=True, capture_output=True,
    )  # fmt: skip
    with (home / "broker.log").open("w") as log:
        process = subprocess.Popen([*java, "kafka.Kafka", str(properties)], stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + 60
        while not listens(port):
            is_alive = process.poll() is None
            assert is_alive, (home / "broker.log").read_text()
            assert time.monotonic() < deadline
            time.sleep(0.2)
        yield Broker(home, f"127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()
