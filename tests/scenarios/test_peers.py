"""What the documentation and the tests of other resequencers promise, put to this one (docs/peers.md).

A scenario is a ruleset and some sequences of its own. All scenarios of a peer run together, at the clocks its fixture
names; a test compares what became of its messages. Times are seconds after noon. Where this project decides
otherwise than the peer, the test says why, and expects what this project decides.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_modes import at

NOON_US = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()) * 1_000_000

# A number, the second it arrives, and fields of the record besides.
Arrival = tuple[Any, float] | tuple[Any, float, dict[str, Any]]
# A reason, and the number that blocks.
Held = tuple[str, int | None]


@dataclass(frozen=True)
class Scenario:
    """The settings of a ruleset, and what arrives: by sequence, of which no two scenarios of a peer share a name."""

    settings: dict[str, Any]
    sequences: dict[str, list[Arrival]]
    each: dict[str, Any]

    def ruleset(self, name: str) -> dict[str, Any]:
        return {"name": name, "match": {"properties": [{"scenario": f"^{name}$"}]}, **self.settings}

    def records(self, name: str) -> Iterator[tuple[float, dict[str, Any]]]:
        """Each record with the second it arrives; a message is called `number@second` within its sequence."""
        for sequence, arrivals in self.sequences.items():
            for number, seconds, *more in arrivals:
                fields = {**self.each, **(more[0] if more else {})}
                yield seconds, {
                    "message_id": f"{sequence}/{number}@{seconds:g}", "sequence_id": sequence, "sequence_number": number,
                    "arrived_at": at(seconds), "body": "x", **fields,
                    "properties": {"scenario": name, **fields.get("properties", {})},
                }  # fmt: skip


Scenarios = dict[str, Scenario]


def sequence(name: str, *arrivals: Arrival, each: dict[str, Any] | None = None, **settings: Any) -> Scenarios:
    return {name: Scenario(settings, {name: list(arrivals)}, each or {})}


def sequences(
    name: str, arrivals: dict[str, list[Arrival]], each: dict[str, Any] | None = None, **settings: Any
) -> Scenarios:
    return {name: Scenario(settings, arrivals, each or {})}


@dataclass
class Outcome:
    """Where the messages of a sequence are: numbers in order of release with the second they left, others by name."""

    released: list[tuple[str, float]] = field(default_factory=list)
    bypass: dict[str, str] = field(default_factory=dict)
    failure: dict[str, str] = field(default_factory=dict)
    pending: dict[str, Held] = field(default_factory=dict)


Snapshot = dict[str, Outcome]


def outcomes(project: Project) -> Snapshot:
    """What has become of each sequence's messages."""
    found: Snapshot = {}
    for row in project.query(
        "select message_id, 'released' as outlet, unix_micros(released_at) as released_us, cast(null as string) as reason,"
        " cast(null as bigint) as blocked_by, sequence_id, release_position from {s}.resequencer__released"
        " union all select message_id, 'bypass', null, reason, null, null, null from {s}.resequencer__bypass"
        " union all select message_id, 'failure', null, reason, null, null, null from {s}.resequencer__failure"
        " union all select message_id, 'pending', null, reason, blocked_by, null, null from {s}.resequencer__pending"
        " union all select message_id, 'nohit', null, null, null, null, null from {s}.resequencer__nohit"
        " order by sequence_id, release_position"
    ):
        name, message = row["message_id"].split("/")
        outcome = found.setdefault(name, Outcome())
        match row["outlet"]:
            case "released":
                outcome.released.append(
                    (message.split("@")[0], round((row["released_us"] - NOON_US) / 1e6, 3))
                )
            case "bypass":
                outcome.bypass[message] = row["reason"]
            case "failure":
                outcome.failure[message] = row["reason"]
            case "pending":
                outcome.pending[message] = (row["reason"], row["blocked_by"])
            case outlet:
                raise AssertionError(f"{row['message_id']} is in {outlet}: no scenario expects that")
    return found


def replay(project: Project, scenarios: Scenarios, clocks: list[float], **settings: Any) -> Iterator[float]:
    """Run at each clock, with what has arrived by then; after each run the caller looks at what there is."""
    rulesets = [scenario.ruleset(name) for name, scenario in scenarios.items()]
    records = [record for name, scenario in scenarios.items() for record in scenario.records(name)]
    for before, clock in zip([float("-inf"), *clocks], clocks, strict=False):
        due: list[dict[str, Any] | str] = [record for seconds, record in records if before < seconds <= clock]
        project.land(f"{clock:07.2f}.json", due)
        run = project.run if clock == clocks[0] else project.run_again
        run(as_of=at(clock), rulesets=rulesets, **settings)
        yield clock


@pytest.fixture(scope="module")
def peer_project(lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Project]:
    """Make the project of a peer: its tests share what its runs came to."""

    def make(peer: str) -> Project:
        landing = tmp_path_factory.mktemp(peer) / "landing"
        landing.mkdir()
        return Project(schema=f"test_peers_{peer}_{os.getpid()}", landing=landing)

    return make


def waits_for(number: int) -> Held:
    return ("waiting_for_predecessor", number)


# --- Apache Camel, Resequence EIP: https://camel.apache.org/components/latest/eips/resequence-eip.html ---------------

CAMEL: Scenarios = {
    **sequence("timeout_1", (4, 1), start="auto", bake_time="500ms"),
    **sequence("timeout_2", (4, 1), start=3, bake_time="500ms"),
    **sequence("timeout_3", (4, 1), start=4, bake_time="500ms"),
    **sequence("timeout_4", (4, 1), (3, 1.1), start=3, bake_time="500ms"),
    **sequence("timeout_1000", (4, 1), (1, 1.1), (3, 1.2), (2, 1.3), start="auto", bake_time="1s"),
    **sequence("oldest_first", (10, 1), (7, 1.3), start="auto", bake_time="1s"),
    **sequence("old_in_sequence", (2, 1), (3, 1.001), (1, 1.002), (5, 1.003), start="auto", bake_time="50ms"),
    **sequence("old_duplicate", (2, 1), (3, 1.001), (1, 1.002), (3, 1.06), start="auto", bake_time="50ms"),
    **sequence("old_simple", (4, 1), (3, 1.001), (2, 1.002), (1, 1.06), start="auto", bake_time="50ms"),
    **sequence(
        "old_complex", (5, 1), (4, 1.001), (1, 1.002), (2, 1.102), (3, 1.103), (6, 1.104),
        start="auto", bake_time="50ms",
    ),
    **sequence(
        "file_names",
        ("12-D003", 1, {"body": "20090612-D003"}), ("12-D001", 1.001, {"body": "20090612-D001"}),
        ("15-D001", 2, {"body": "20090615-D001"}), ("12-D002", 2.001, {"body": "20090612-D002"}),
        key="##body##", key_substitution="s/-D//", start="auto", bake_time="100ms",
    ),
    **sequence(
        "capacity", (8, 1.23), (6, 1.231), (4, 1.232), (2, 1.233),
        start="auto", bake_time="50ms", session_size=3, on_overflow="release",
    ),
    **sequence(
        "batch_of_names",
        *((name, 1 + n / 100, {"body": name}) for n, name in enumerate(["Rob", "Hiram", "Guillaume", "James"])),
        *((name, 2 + n / 100, {"body": name}) for n, name in enumerate(["Jack", "Donald", "Goofy"])),
        key="##body##", key_type="string", session_timeout="50ms",
    ),
    **sequence(
        "batch_of_two", (4, 1), (1, 1.01), (3, 1.02), (2, 1.03), key_type="long", session_timeout="50ms"
    ),
    **sequence(
        "priorities",
        *((name, 1 + n / 100, {"properties": {"priority": f"{priority}"}})
          for n, (name, priority) in enumerate(zip("ABCDEFGH", [6, 6, 4, 4, 6, 4, 8, 6], strict=True))),
        key="##priority##", key_type="long", order="descending", session_timeout="1s",
    ),
    **sequence("invalid", (None, 1), ("x", 1.01), (1, 1.02)),
}  # fmt: skip


@pytest.fixture(scope="module")
def camel(peer_project: Callable[[str], Project]) -> dict[float, Snapshot]:
    project = peer_project("camel")
    return {clock: outcomes(project) for clock in replay(project, CAMEL, [1.25, 59])}


def test_camel_a_gap_is_waited_for_until_its_timeout(camel: dict[float, Snapshot]) -> None:
    """testTimeout1 to 4: 500 ms; nothing after 250 ms, and at once where the predecessor has been delivered.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/resequencer/ResequencerEngineTest.java
    """
    assert camel[1.25]["timeout_1"] == Outcome(pending={"4@1": ("baking", None)})
    assert camel[59]["timeout_1"] == Outcome(released=[("4", 1.5)])
    # The test sets what was delivered last to 2 or 3; here it is where the sequence starts.
    assert camel[1.25]["timeout_2"] == Outcome(pending={"4@1": waits_for(3)})
    assert camel[59]["timeout_2"] == Outcome(released=[("4", 1.5)])
    assert camel[1.25]["timeout_3"] == Outcome(released=[("4", 1)])
    assert camel[1.25]["timeout_4"] == Outcome(released=[("3", 1.1), ("4", 1.1)])


def test_camel_a_timeout_counts_from_the_oldest_message_held(camel: dict[float, Snapshot]) -> None:
    """testSendMessagesInWrongOrderButReceiveThemInCorrectOrder: 4, 1, 3, 2 with a timeout of 1000 ms.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/StreamResequencerTest.java

    The order is Camel's. The time is not: there each message has a timer of its own, and one that has expired still
    waits for that of a lower number that came later (1 at 2.1 s; 10 not before 7, at 2.3 s). Here nothing is
    held for longer than bake_time, and what is below has to leave with it.
    """
    assert camel[59]["timeout_1000"] == Outcome(released=[("1", 2), ("2", 2), ("3", 2), ("4", 2)])
    assert camel[59]["oldest_first"] == Outcome(released=[("7", 2), ("10", 2)])


def test_camel_old_messages_are_rejected(camel: dict[float, Snapshot]) -> None:
    """rejectOld with a timeout of 50 ms: the four tests of the class.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/ResequenceStreamRejectOldExchangesTest.java

    Camel throws MessageRejectedException; here the message is late. A capacity of 3 keeps the sender waiting there
    until there is room: the late and the repeated message have their arrival times from that.
    """
    in_sequence = [("1", 1.05), ("2", 1.05), ("3", 1.05), ("5", 1.053)]
    assert camel[59]["old_in_sequence"] == Outcome(released=in_sequence)
    # Without rejectOld Camel would deliver the repeat once more, as its engine keeps only the last number delivered.
    assert camel[59]["old_duplicate"] == Outcome(released=in_sequence[:3], bypass={"3@1.06": "duplicate"})
    assert camel[59]["old_simple"] == Outcome(
        released=[("2", 1.05), ("3", 1.05), ("4", 1.05)], bypass={"1@1.06": "late"}
    )
    assert camel[59]["old_complex"] == Outcome(
        released=[("1", 1.05), ("4", 1.05), ("5", 1.05), ("6", 1.104)],
        bypass={"2@1.102": "late", "3@1.103": "late"},
    )


def test_camel_numbers_from_an_expression_and_old_messages_without_reject_old(
    camel: dict[float, Snapshot],
) -> None:
    """testStreamResequence: numbers made of file names, timeout 100 ms.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/resequencer/ResequencerFileNameTest.java

    Without rejectOld Camel delivers 20090612-D002 after D003. Here nothing leaves out of order (guarantee G6).
    """
    assert camel[59]["file_names"] == Outcome(
        released=[("12-D001", 1.1), ("12-D003", 1.1), ("15-D001", 2.1)], bypass={"12-D002@2.001": "late"}
    )


def test_camel_capacity(camel: dict[float, Snapshot]) -> None:
    """StreamConfig's capacity: at most so many are held; "to prevent the Resequencer from running out of memory".

    https://camel.apache.org/components/latest/eips/resequence-eip.html
    https://github.com/apache/camel/blob/main/core/camel-core-processor/src/main/java/org/apache/camel/processor/StreamResequencer.java

    There the sender of 2 waits until there is room, and 2 comes after 4 has left. Here no sender can be made to wait:
    at the end of a run the lowest leave until the rest fits, so 2 leaves in order, and the others when they have baked.
    """
    assert camel[1.25]["capacity"] == Outcome(
        released=[("2", 1.25)],
        pending={"8@1.23": waits_for(3), "6@1.231": waits_for(3), "4@1.232": waits_for(3)},
    )
    assert camel[59]["capacity"] == Outcome(released=[("2", 1.25), ("4", 1.28), ("6", 1.28), ("8", 1.28)])


def test_camel_batches(camel: dict[float, Snapshot]) -> None:
    """testSendMessagesInWrongOrderButReceiveThemInCorrectOrder, testRestartRoute: by body, in batches of 50 ms.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/ResequencerTest.java
    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/resequencer/ResequencerBatchOrderTest.java

    The second test has batches of two, and takes 1, 4, 2, 3 as well as 1, 2, 3, 4, which comes of a batch that the timeout
    ends. A size that ends a batch there is none here: it would make the order depend on how messages fall into runs.
    """
    assert camel[59]["batch_of_names"] == Outcome(
        released=[
            *((name, 1.08) for name in ("Guillaume", "Hiram", "James", "Rob")),
            *((name, 2.07) for name in ("Donald", "Goofy", "Jack")),
        ]
    )
    assert camel[59]["batch_of_two"] == Outcome(released=[(f"{n}", 1.08) for n in range(1, 5)])


def test_camel_reverse_with_duplicates(camel: dict[float, Snapshot]) -> None:
    """testBatchResequencerJMSPriority: allowDuplicates and reverse, by JMSPriority, in a batch of a second.

    https://github.com/apache/camel/blob/main/core/camel-core/src/test/java/org/apache/camel/processor/BatchResequencerJMSPriorityTest.java

    Without allowDuplicates Camel keeps one message of each key; here equal keys are duplicates only with equal ids.
    """
    held: dict[str, Held] = {
        f"{name}@{1 + n / 100:g}": ("session_open", None) for n, name in enumerate("ABCDEFGH")
    }
    assert camel[1.25]["priorities"] == Outcome(pending=held)
    assert camel[59]["priorities"] == Outcome(released=[(name, 2.07) for name in "GABEHCDF"])


def test_camel_messages_without_a_number(camel: dict[float, Snapshot]) -> None:
    """ignoreInvalidExchanges: else a message whose expression gives nothing is an exception; ignored, it is lost.

    https://camel.apache.org/components/latest/eips/resequence-eip.html

    Here it is a row, and stops nothing (guarantee G7).
    """
    assert camel[59]["invalid"] == Outcome(
        released=[("1", 1.02)], failure={"None@1": "missing_key", "x@1.01": "invalid_key"}
    )


# --- Spring Integration, Resequencer: https://docs.spring.io/spring-integration/reference/resequencer.html -----------


def of(total: int) -> dict[str, Any]:
    return {"sequence_total": total}


WHOLE = {"hold": "whole_sequence"}
SPRING: Scenarios = {
    **sequence("basic", (3, 1), (2, 2), (1, 3), each=of(3), **WHOLE),
    **sequence("complete", (2, 1), (1, 2), (4, 3), (3, 9), each=of(4), **WHOLE),
    **sequence("repeated", (3, 1), (2, 2), (2, 3), (1, 4), each=of(3), **WHOLE),
    **sequence("partial", (4, 1), (2, 2), (1, 3), (3, 9), each=of(4)),
    **sequence("unbounded", (3, 1), (1, 2), (2, 3), (5, 4), (4, 9)),
    **sequence("gaps", (6, 1), (2, 2), (1, 3), (5, 4), (4, 9), each=of(6)),
    **sequence("other_size", (2, 1, of(4)), (1, 2, of(5))),
    **sequence("wrong_size", (4, 1), each=of(2)),
    **sequence("sent_on_expiry", (3, 1), (2, 1.05), (1, 9), each=of(3), bake_time="100ms", **WHOLE),
    **sequence("kept_on_expiry", (3, 1), (2, 1.05), (1, 9), each=of(3), bake_time="100ms", on_gap="suspend", **WHOLE),
    **sequence("room", (4, 1), (2, 2), (1, 9), each=of(4), session_size=2, on_overflow="bypass"),
    **sequence("no_room", (4, 1), (2, 2), (3, 9), each=of(4), session_size=2, on_overflow="bypass"),
}  # fmt: skip
REFUSED = sequence("refused", (4, 60), (2, 61), (3, 62), each=of(4), session_size=2, on_overflow="fail")


@dataclass(frozen=True)
class Spring:
    project: Project
    at: dict[float, Snapshot]


@pytest.fixture(scope="module")
def spring(peer_project: Callable[[str], Project]) -> Spring:
    project = peer_project("spring")
    return Spring(project, {clock: outcomes(project) for clock in replay(project, SPRING, [5, 59])})


@pytest.mark.long
def test_spring_whole_sequences(spring: Spring) -> None:
    """release-partial-sequences="false": testBasicResequencing, …WithCompleteSequenceRelease, …WithDuplicateMessages.

    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/ResequencerTests.java
    """
    assert spring.at[59]["basic"] == Outcome(released=[("1", 3), ("2", 3), ("3", 3)])
    assert spring.at[5]["complete"] == Outcome(
        pending={"2@1": waits_for(3), "1@2": waits_for(3), "4@3": waits_for(3)}
    )
    assert spring.at[59]["complete"] == Outcome(released=[("1", 9), ("2", 9), ("3", 9), ("4", 9)])
    assert spring.at[59]["repeated"] == Outcome(
        released=[("1", 4), ("2", 4), ("3", 4)], bypass={"2@3": "duplicate"}
    )


@pytest.mark.long
def test_spring_partial_sequences(spring: Spring) -> None:
    """release-partial-sequences="true": testResequencingWithIncompleteSequenceRelease, testBasicUnboundedResequencing.

    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/ResequencerTests.java
    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/scenarios/PartialSequencesWithGapsTests.java
    """
    assert spring.at[5]["partial"] == Outcome(released=[("1", 3), ("2", 3)], pending={"4@1": waits_for(3)})
    assert spring.at[59]["partial"] == Outcome(released=[("1", 3), ("2", 3), ("3", 9), ("4", 9)])
    assert spring.at[59]["unbounded"] == Outcome(released=[("1", 2), ("2", 3), ("3", 3), ("4", 9), ("5", 9)])
    # shouldNotReleaseAfterGap
    assert spring.at[59]["gaps"] == Outcome(
        released=[("1", 3), ("2", 3)],
        pending={"6@1": waits_for(3), "5@4": waits_for(3), "4@9": waits_for(3)},
    )


@pytest.mark.long
def test_spring_sizes_that_contradict(spring: Spring) -> None:
    """testResequencingWithDifferentSequenceSizes, testResequencingWithWrongSequenceSizeAndNumber.

    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/ResequencerTests.java

    Spring discards the message of another size. One whose number is above its size gets no reply there; here it is
    bypassed.
    """
    assert spring.at[59]["other_size"] == Outcome(
        pending={"2@1": waits_for(1)}, failure={"1@2": "last_conflict"}
    )
    assert spring.at[59]["wrong_size"] == Outcome(bypass={"4@1": "after_last"})


@pytest.mark.long
def test_spring_groups_that_expire(spring: Spring) -> None:
    """testTimeoutDefaultExpiry: group-timeout 100 ms; 3 and 2 of 3 come, then 1, after the group has expired.

    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/ResequencerTests.java
    https://docs.spring.io/spring-integration/reference/resequencer.html

    send-partial-result-on-expiry="true" sends 2 and 3; what comes late is discarded. The timeout begins anew with each
    message there; bake_time counts from the one held longest.
    Else Spring discards 2 and 3. Here nothing that is held is given up without a decision: the sequence is
    suspended, and goes on if 1 comes after all.
    """
    assert spring.at[5]["sent_on_expiry"] == Outcome(released=[("2", 1.1), ("3", 1.1)])
    assert spring.at[59]["sent_on_expiry"] == Outcome(
        released=[("2", 1.1), ("3", 1.1)], bypass={"1@9": "late"}
    )
    assert spring.at[5]["kept_on_expiry"] == Outcome(
        pending={"3@1": ("suspended", 1), "2@1.05": ("suspended", 1)}
    )
    assert spring.at[59]["kept_on_expiry"] == Outcome(released=[("1", 9), ("2", 9), ("3", 9)])


@pytest.mark.long
def test_spring_out_of_capacity(spring: Spring) -> None:
    """testResequencingWithCapacity: a group of at most 2 holds 4 and 2; the third message is refused.

    https://github.com/spring-projects/spring-integration/blob/main/spring-integration-core/src/test/java/org/springframework/integration/aggregator/ResequencerTests.java

    Spring's exception goes to the sender of 1, without which the group can never go on. Here only what is still held at
    the end of a run takes room: 1 is let in, and frees 2. A message that frees nothing is bypassed, or stops the run.
    """
    assert spring.at[5]["room"] == Outcome(pending={"4@1": waits_for(1), "2@2": waits_for(1)})
    assert spring.at[59]["room"] == Outcome(released=[("1", 9), ("2", 9)], pending={"4@1": waits_for(3)})
    assert spring.at[59]["no_room"] == Outcome(
        pending={"4@1": waits_for(1), "2@2": waits_for(1)}, bypass={"3@9": "overflow"}
    )
    spring.project.land("refused.json", [record for _, record in REFUSED["refused"].records("refused")])
    rulesets = [scenario.ruleset(name) for name, scenario in {**SPRING, **REFUSED}.items()]
    refused = spring.project.invoke(
        "run", "--select", "+resequencer__ledger", as_of=at(70), rulesets=rulesets
    )
    assert not refused.success
    text = failure_text(refused)
    assert "resequencer__rulesets refused.session_size is 2" in text
    assert "3 messages would be held" in text


# --- Apache NiFi, EnforceOrder: https://nifi.apache.org/components/org.apache.nifi.processors.standard.EnforceOrder ---

NIFI: Scenarios = {
    **sequences("sort", {"sort_a": [(1, 2), (0, 3)], "sort_b": [(0, 1)]}, start=0),
    **sequence("duplicated", (2, 1), (1, 2), (2, 3), (3, 4)),
    **sequence("illegal", (1, 1, {"sequence_id": ""}), ("non-integer", 2), (2, 3), (1, 4)),
    **sequence("initial", (100, 1), (101, 2), each=of(4), start=100),
    **sequences(
        "maximum",
        {
            "maximum_a": [(2, 1, of(2)), (1, 2, of(2)), (3, 3, of(2))],
            "maximum_b": [(1, 1, of(3))],
            "maximum_c": [(1, 1)],
            "maximum_d": [(1, 1, {"sequence_total": "X"})],
        },
    ),
    **sequences(
        "overtake",
        {
            "overtake_a": [(2, 1.1), (1, 1.2), (5, 1.3), (6, 12), (3, 20), (4, 21)],
            "overtake_b": [(1, 1), (3, 1.4), (2, 11)],
            "overtake_c": [(9, 1.5)],
            "overtake_d": [(10, 1.6)],
        },
        each=of(10),
        bake_time="10s",
    ),
    **sequence("inactive", (1, 1), (2, 40), bake_time="5s"),
}


@dataclass(frozen=True)
class Nifi:
    at: dict[float, Snapshot]
    skipped: set[tuple[str, int, int]]


@pytest.fixture(scope="module")
def nifi(peer_project: Callable[[str], Project]) -> Nifi:
    project = peer_project("nifi")
    snapshots = {clock: outcomes(project) for clock in replay(project, NIFI, [5, 59])}
    skipped = project.query(
        "select sequence_id, range_start, range_end from {s}.resequencer__missing_ranges where status = 'skipped'"
    )
    return Nifi(snapshots, {(row[0], row[1], row[2]) for row in skipped})


@pytest.mark.long
def test_nifi_success(nifi: Nifi) -> None:
    """testSort, testDuplicatedOrder: success for what is in order, skipped for a number that has been.

    https://github.com/apache/nifi/blob/main/nifi-extension-bundles/nifi-standard-bundle/nifi-standard-processors/src/test/java/org/apache/nifi/processors/standard/TestEnforceOrder.java

    "It's not possible to distinguish skipped and duplicated" there; here a duplicate is one.
    """
    assert nifi.at[59]["sort_a"] == Outcome(released=[("0", 3), ("1", 3)])
    assert nifi.at[59]["sort_b"] == Outcome(released=[("0", 1)])
    assert nifi.at[59]["duplicated"] == Outcome(
        released=[("1", 2), ("2", 2), ("3", 4)], bypass={"2@3": "duplicate"}
    )


@pytest.mark.long
def test_nifi_failure(nifi: Nifi) -> None:
    """testNoGroupIdentifier, testIllegalOrderValue: without a group, or with an order that is no integer.

    https://github.com/apache/nifi/blob/main/nifi-extension-bundles/nifi-standard-bundle/nifi-standard-processors/src/test/java/org/apache/nifi/processors/standard/TestEnforceOrder.java
    """
    assert nifi.at[59]["illegal"] == Outcome(
        released=[("1", 4), ("2", 4)],
        failure={"1@1": "missing_sequence_id", "non-integer@2": "invalid_key"},
    )


@pytest.mark.long
def test_nifi_initial_and_maximum_order(nifi: Nifi) -> None:
    """testInitialOrderValue, testMaxOrder: Initial Order 100; Maximum Order from an attribute of the first FlowFile.

    https://github.com/apache/nifi/blob/main/nifi-extension-bundles/nifi-standard-bundle/nifi-standard-processors/src/test/java/org/apache/nifi/processors/standard/TestEnforceOrder.java

    What is above the maximum is a failure there; here it can be processed, but is out of order: bypassed as after_last.
    A group without a maximum is a failure there as well; here its end is not known.
    """
    assert nifi.at[59]["initial"] == Outcome(released=[("100", 1), ("101", 2)])
    assert nifi.at[59]["maximum_a"] == Outcome(released=[("1", 2), ("2", 2)], bypass={"3@3": "after_last"})
    assert nifi.at[59]["maximum_b"] == Outcome(released=[("1", 1)])
    assert nifi.at[59]["maximum_c"] == Outcome(released=[("1", 1)])
    assert nifi.at[59]["maximum_d"] == Outcome(failure={"1@1": "undecodable"})


@pytest.mark.long
def test_nifi_wait_overtook_and_skipped(nifi: Nifi) -> None:
    """testWaitOvertakeSkip: Wait Timeout; a.5 overtakes 3 and 4, which are skipped when they come; b.2 is in time.

    https://github.com/apache/nifi/blob/main/nifi-extension-bundles/nifi-standard-bundle/nifi-standard-processors/src/test/java/org/apache/nifi/processors/standard/TestEnforceOrder.java

    The timeout is 10 s here. EnforceOrder.expectedOrder of what waits is blocked_by. `overtook` is no outlet of its own:
    the message is released, and the numbers it overtook are skipped ranges, until they come.
    """
    waiting = {name: nifi.at[5][f"overtake_{name}"] for name in "abcd"}
    assert waiting == {
        "a": Outcome(released=[("1", 1.2), ("2", 1.2)], pending={"5@1.3": waits_for(3)}),
        "b": Outcome(released=[("1", 1)], pending={"3@1.4": waits_for(2)}),
        "c": Outcome(pending={"9@1.5": waits_for(1)}),
        "d": Outcome(pending={"10@1.6": waits_for(1)}),
    }
    over = {name: nifi.at[59][f"overtake_{name}"] for name in "abcd"}
    assert over == {
        "a": Outcome(
            released=[("1", 1.2), ("2", 1.2), ("5", 11.3), ("6", 12)],
            bypass={"3@20": "late", "4@21": "late"},
        ),
        "b": Outcome(released=[("1", 1), ("2", 11), ("3", 11)]),
        "c": Outcome(released=[("9", 11.5)]),
        "d": Outcome(released=[("10", 11.6)]),
    }
    assert nifi.skipped == {("overtake_c", 1, 8), ("overtake_d", 1, 9)}


@pytest.mark.long
def test_nifi_inactive_groups(nifi: Nifi) -> None:
    """testCleanInactiveGroups: a group that nothing has come for is forgotten after Inactive Timeout.

    https://github.com/apache/nifi/blob/main/nifi-extension-bundles/nifi-standard-bundle/nifi-standard-processors/src/test/java/org/apache/nifi/processors/standard/TestEnforceOrder.java

    There b.2 then belongs to a new group, waits for a b.1 that will not come, and at last overtakes it. An open sequence
    is never forgotten here: 2 is the next number, and leaves at once.
    """
    assert nifi.at[59]["inactive"] == Outcome(released=[("1", 1), ("2", 40)])


# --- Apache Beam, ordered extension: https://beam.apache.org/releases/javadoc/current/org/apache/beam/sdk/extensions/ordered/package-summary.html

LARGEST = 2**63 - 1
BEAM: Scenarios = {
    **sequences(
        "perfect", {"perfect_1": [(0, 1), (1, 2), (2, 3), (3, 4)], "perfect_2": [(0, 1), (1, 2)]}, start=0
    ),
    **sequences(
        "shuffled",
        {
            "shuffled_1": [(2, 1), (1, 2), (0, 3), (3, 4)],
            "shuffled_2": [(1, 1), (2, 2), (4, 3), (0, 4), (3, 5)],
        },
        start=0,
    ),
    **sequences(
        "unfinished",
        {"unfinished_1": [(2, 1), (0, 2), (3, 3)], "unfinished_2": [(0, 1), (1, 2)]},
        start=0,
    ),
    **sequence("repeats", (3, 1), (2, 2), (3, 3), (3, 4), (0, 5), (1, 6), (1, 7), (3, 8), start=0),
    **sequence("last_input", (0, 1), (1, 2), (2, 3, {"body": "last"}), start=0),
    **sequence("largest", (0, 1), (1, 2), (LARGEST, 3), start=0),
    **sequence(
        "bundles", *((number, second) for second, number in enumerate([2, 3, 7, 8, 9, 10, 1, 4, 5, 6], start=1)),
        capacity=3, outlets={"released": "bundle"},
    ),
    **sequence(
        "windows",
        *((number, second, {"properties": {"window": window}})
          for number, second, window in [(0, 1, "0"), (1, 2, "0"), (0, 3, "10"), (1, 4, "10")]),
        start=0, group_by="##sequence_id##|##window##",
    ),
    **sequence(
        "global",
        *((number, second, {"sequence_id": key})
          for number, second, key in [(2, 1, "id-2"), (1, 2, "id-1"), (3, 3, "id-2"), (0, 4, "id-1")]),
        group_by="",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Status:
    """OrderedProcessingStatus, in its order."""

    last_processed_sequence: int | None
    buffered_events: int
    earliest_buffered_sequence: int | None
    latest_buffered_sequence: int | None
    received_events: int
    results: int
    duplicates: int
    last_event_received: bool = False


def statuses(project: Project) -> dict[str, Status]:
    """The status of each sequence, from the tables about sequences and what is pending."""
    rows = project.query(
        "select next.sequence_id, next.highest_released, next.pending_count, held.earliest, held.latest,"
        " counts.received_count, counts.released_count, counts.duplicate_count, next.last_number is not null"
        " from {s}.resequencer__next_expected as next"
        " inner join {s}.resequencer__sequence_completeness as counts"
        " on next.ruleset = counts.ruleset and next.sequence_id = counts.sequence_id"
        " left join (select ruleset, sequence_id, min(sequence_number) as earliest, max(sequence_number) as latest"
        " from {s}.resequencer__pending group by ruleset, sequence_id) as held"
        " on next.ruleset = held.ruleset and next.sequence_id = held.sequence_id"
    )
    return {row[0]: Status(*row[1:]) for row in rows}


@dataclass(frozen=True)
class Beam:
    at: dict[float, Snapshot]
    status_at: dict[float, dict[str, Status]]
    bundles: list[int]


@pytest.fixture(scope="module")
def beam(peer_project: Callable[[str], Project]) -> Beam:
    """isLastEvent is an expression: the body says so."""
    project = peer_project("beam")
    snapshots, found = {}, {}
    for clock in replay(project, BEAM, [6, 59], columns={"is_last": "body = 'last'"}):
        snapshots[clock], found[clock] = outcomes(project), statuses(project)
    bundles = project.query(
        "select handover_batch_id from {s}.resequencer__handover where outlet = 'bundle' order by release_position"
    )
    return Beam(snapshots, found, [row[0] for row in bundles])


@pytest.mark.long
def test_beam_events_in_and_out_of_sequence(beam: Beam) -> None:
    """testPerfectOrderingProcessing, testOutOfSequenceProcessing.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java
    """
    assert beam.at[59]["perfect_1"].released == [("0", 1), ("1", 2), ("2", 3), ("3", 4)]
    assert beam.at[59]["perfect_2"].released == [("0", 1), ("1", 2)]
    assert beam.at[59]["shuffled_1"].released == [("0", 3), ("1", 3), ("2", 3), ("3", 4)]
    assert beam.at[59]["shuffled_2"].released == [("0", 4), ("1", 4), ("2", 4), ("3", 5), ("4", 5)]
    for name, last in {"perfect_1": 3, "perfect_2": 1, "shuffled_1": 3, "shuffled_2": 4}.items():
        assert beam.status_at[59][name] == Status(last, 0, None, None, last + 1, last + 1, 0)


@pytest.mark.long
def test_beam_buffered_events(beam: Beam) -> None:
    """testUnfinishedProcessing: 1 is missing, 2 and 3 are buffered.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java
    """
    assert beam.at[59]["unfinished_1"] == Outcome(
        released=[("0", 2)], pending={"2@1": waits_for(1), "3@3": waits_for(1)}
    )
    assert beam.status_at[59]["unfinished_1"] == Status(0, 2, 2, 3, 3, 1, 0)
    assert beam.status_at[59]["unfinished_2"] == Status(1, 0, None, None, 2, 2, 0)


@pytest.mark.long
def test_beam_duplicates(beam: Beam) -> None:
    """testHandlingOfDuplicateSequences: of the event buffered, and of events processed.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java
    """
    released: list[tuple[str, float]] = [("0", 5), ("1", 6), ("2", 6), ("3", 6)]
    buffered = {"3@3": "duplicate", "3@4": "duplicate"}
    assert beam.at[6]["repeats"] == Outcome(released, buffered)
    assert beam.at[59]["repeats"] == Outcome(released, {**buffered, "1@7": "duplicate", "3@8": "duplicate"})
    assert beam.status_at[59]["repeats"] == Status(3, 0, None, None, 8, 4, 4)


@pytest.mark.long
def test_beam_last_event(beam: Beam) -> None:
    """testProcessingOfTheLastInput: isLastEvent, and nothing buffered, is how one knows that processing is complete.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java
    """
    assert beam.at[59]["last_input"] == Outcome(released=[("0", 1), ("1", 2), ("2", 3)])
    assert beam.status_at[59]["last_input"] == Status(2, 0, None, None, 3, 3, 0, True)


@pytest.mark.long
def test_beam_the_largest_number(beam: Beam) -> None:
    """testHandlingOfMaxSequenceNumber: Long.MAX_VALUE is sequence_id_outside_valid_range.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java

    Beam adds 1 to the number and cannot here. Any bigint is a number in this project, so it is held like others.
    """
    assert beam.at[59]["largest"] == Outcome(
        released=[("0", 1), ("1", 2)], pending={f"{LARGEST}@3": waits_for(2)}
    )
    assert beam.status_at[59]["largest"] == Status(1, 1, LARGEST, LARGEST, 3, 2, 0)


@pytest.mark.long
def test_beam_output_in_bundles(beam: Beam) -> None:
    """testSequenceGapProcessingInBufferedOutput: at most three results a bundle.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java

    What is behind the limit is handed over later; here its turn has come nevertheless, which is when it is released.
    """
    assert beam.status_at[6]["bundles"] == Status(None, 6, 2, 10, 6, 0, 0)
    assert beam.status_at[59]["bundles"] == Status(10, 0, None, None, 10, 10, 0)
    assert beam.at[59]["bundles"] == Outcome(
        released=[
            *((f"{number}", 7) for number in (1, 2, 3)), ("4", 8), ("5", 9),
            *((f"{number}", 10) for number in range(6, 11)),
        ]
    )  # fmt: skip
    assert beam.bundles == [2, 2, 2, 3, 3, 3, 4, 4, 4, 5]


@pytest.mark.long
def test_beam_windows_and_the_global_sequence(beam: Beam) -> None:
    """testWindowedProcessing: numbers begin again with each window. Global sequences: one over all keys.

    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorPerKeySequenceTest.java
    https://github.com/apache/beam/blob/master/sdks/java/extensions/ordered/src/test/java/org/apache/beam/sdk/extensions/ordered/OrderedEventProcessorGlobalSequenceTest.java
    """
    assert beam.at[59]["windows"] == Outcome(released=[("0", 1), ("1", 2), ("0", 3), ("1", 4)])
    assert beam.status_at[59]["windows|0"] == beam.status_at[59]["windows|10"]
    assert beam.status_at[59]["windows|0"] == Status(1, 0, None, None, 2, 2, 0)
    # before_initial_sequence
    assert beam.at[59]["global"] == Outcome(
        released=[("1", 2), ("2", 2), ("3", 3)], bypass={"0@4": "before_start"}
    )


# --- IBM App Connect Enterprise, Resequence node: https://www.ibm.com/support/knowledgecenter/SSTTDS_11.0.0/com.ibm.etools.mft.doc/bc28000_.html

MISSING: list[Arrival] = [(0, 1), (1, 2), (3, 3), (4, 4), (5, 14), (2, 20)]
IBM: Scenarios = {
    **sequence(
        "literal_end",
        *((number, 7 - number) for number in range(6, -1, -1)),
        (7, 20),
        each={"last_number": 6},
        start=0,
    ),
    **sequence(
        "reused",
        *((number, second) for second, number in enumerate([1, 2, 2, 3, 2, 1, 3], start=1)),
        each={"last_number": 3},
    ),
    **sequence(
        "reused_anew",
        *((number, second) for second, number in enumerate([1, 2, 2, 3, 2, 1, 3], start=1)),
        each={"last_number": 3},
        reopen=True,
    ),
    **sequence("below_start", (9, 1), (10, 2), start=10),
    **sequences(
        "automatic_start",
        {
            "automatic_a": [(5, 1), (4, 1.1), (3, 1.2), (2, 1.3), (6, 7)],
            "automatic_b": [(0, 1.4), (2, 1.5), (3, 7.1)],
        },
        start="auto",
        bake_time="5s",
    ),
    **sequence("missing", *MISSING, start=0, bake_time="10s"),
    **sequence("maintained", *MISSING, start=0, bake_time="10s", on_gap="suspend"),
    **sequence(
        "idle", (0, 1), (1, 2), (2, 3), (0, 70), (1, 71), (3, 72), start=0, bake_time="10s"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def ibm(peer_project: Callable[[str], Project]) -> dict[float, Snapshot]:
    """End of sequence definition is an expression over the record: here it compares the number with a field."""
    project = peer_project("ibm")
    columns = {"is_last": "sequence_number = cast(last_number as string)"}
    return {clock: outcomes(project) for clock in replay(project, IBM, [15, 120], columns=columns)}


@pytest.mark.long
def test_ibm_start_and_end_of_a_group(ibm: dict[float, Snapshot]) -> None:
    """Start of sequence definition 0, End of sequence definition 6; a number below the start; one above the end.

    https://www.ibm.com/docs/en/app-connect/13.0.x?topic=sequences-starting-message-sequence
    https://www.ibm.com/docs/en/app-connect/13.0?topic=sequences-ending-message-sequence

    Both are exceptions there, on the Failure terminal.
    """
    assert ibm[15]["literal_end"] == Outcome(released=[(f"{number}", 7) for number in range(7)])
    assert ibm[120]["literal_end"].bypass == {"7@20": "after_last"}
    assert ibm[15]["below_start"] == Outcome(released=[("10", 2)], bypass={"9@1": "before_start"})


@pytest.mark.long
def test_ibm_automatic_start(ibm: dict[float, Snapshot]) -> None:
    """Start of sequence definition Automatic, 5 s: the smallest number received by then.

    https://www.ibm.com/docs/en/app-connect/13.0.x?topic=sequences-starting-message-sequence

    The example's order, but its 2 and 3 of group b leave by the Expire terminal there, after the missing message
    timeout. Here one bake_time is both, counted from the arrival of what waits.
    """
    assert ibm[15]["automatic_a"] == Outcome(released=[("2", 6), ("3", 6), ("4", 6), ("5", 6), ("6", 7)])
    assert ibm[15]["automatic_b"] == Outcome(released=[("0", 6.4), ("2", 6.5), ("3", 7.1)])


@pytest.mark.long
def test_ibm_missing_messages(ibm: dict[float, Snapshot]) -> None:
    """Missing message timeout: what comes after the gap expires, and the missing message goes to Missing.

    https://www.ibm.com/docs/en/app-connect/13.0?topic=sequences-handling-missing-messages

    Out and Expire wired to the main line, "missing messages are allowed": on_gap skip. There is no outlet for all that
    follows a gap. Expire wired to a holding queue, "the message sequence must always be maintained": suspend.
    """
    assert ibm[15]["missing"] == Outcome(released=[("0", 1), ("1", 2), ("3", 13), ("4", 13), ("5", 14)])
    assert ibm[120]["missing"].bypass == {"2@20": "late"}
    assert ibm[15]["maintained"] == Outcome(
        released=[("0", 1), ("1", 2)],
        pending={name: ("suspended", 2) for name in ("3@3", "4@4", "5@14")},
    )
    assert ibm[120]["maintained"] == Outcome(
        released=[("0", 1), ("1", 2), ("2", 20), ("3", 20), ("4", 20), ("5", 20)]
    )


@pytest.mark.long
def test_ibm_a_group_id_used_again(ibm: dict[float, Snapshot]) -> None:
    """A duplicate while the group is open is an exception; what comes after its end belongs to a new group.

    https://ibm.com/docs/en/SSTTDS_13.0/com.ibm.etools.mft.doc/bc28051_.html
    https://www.ibm.com/docs/en/integration-bus/10.1?topic=sequences-sequence-groups

    That is reopen. Without it a sequence that is closed is remembered, so that a repeat is known as one; IBM warns that
    "two occurrences of the same sequence group could overlap, with unpredictable results". A group that ends when
    nothing has come for so long (End of sequence definition Automatic, 60 s) does not end here.
    """
    assert ibm[15]["reused"] == Outcome(
        released=[("1", 1), ("2", 2), ("3", 4)],
        bypass={name: "duplicate" for name in ("2@3", "2@5", "1@6", "3@7")},
    )
    assert ibm[15]["reused_anew"] == Outcome(
        released=[("1", 1), ("2", 2), ("3", 4), ("1", 6), ("2", 6), ("3", 7)], bypass={"2@3": "duplicate"}
    )
    assert ibm[120]["idle"] == Outcome(
        released=[("0", 1), ("1", 2), ("2", 3), ("3", 72)],
        bypass={"0@70": "duplicate", "1@71": "duplicate"},
    )
