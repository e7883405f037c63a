"""A ledger that another version of the package has built."""

from __future__ import annotations

from datetime import UTC

import pytest
from tests.scenarios.project import Project, failure_text
from tests.scenarios.test_main_job import message


def test_a_ledger_of_another_version_is_not_written_to(project: Project) -> None:
    project.land("a.json", [message(1, 0), message(3, 1)])
    project.run(as_of="2026-03-01T11:00:00Z")
    # As version 0.1.0 had it.
    project.query(
        "create table {s}.kept using delta as select * except (batch, batch_group),"
        " case when batch is not null then named_struct('number', batch.number, 'clock', batch.clock, 'last_clock', batch.last_clock,"
        " 'previous_clock', batch.previous_clock, 'arrivals_from', batch.arrivals_from, 'arrivals_to', batch.arrivals_to,"
        " 'order_groups', batch.order_groups) end as batch from {s}.resequencer__ledger"
    )
    project.query(
        "create or replace table {s}.resequencer__ledger using delta partitioned by (disposition, batch_id)"
        " as select * from {s}.kept"
    )
    project.land("b.json", [message(2, 2)])
    failed = project.invoke("run", as_of="2026-03-01T12:00:00Z")
    assert not failed.success
    message_shown = failure_text(failed)
    assert "resequencer__ledger has been built by another version of resequencer" in message_shown
    assert "--full-refresh" in message_shown
    assert project.query("select count(*) from {s}.resequencer__arrivals where kind = 'file'")[0][0] == 1

    project.run("--full-refresh", as_of="2026-03-01T12:00:00Z")
    assert project.verdict_counts() == {"released": 3}
    clocks = project.query(
        "select batch.number, batch.clock from {s}.resequencer__ledger where disposition = 'batch' order by 1"
    )
    assert [row["clock"].astimezone(UTC).hour for row in clocks] == [11, 12]


@pytest.mark.long
def test_a_ledger_that_orders_times_by_microseconds_is_not_written_to(project: Project) -> None:
    rulesets = [{"name": "ticks", "key_type": "time", "bake_time": "1s"}]
    first = {**message(1, 0), "sequence_number": "2026-03-01T00:00:00.123456789Z"}
    project.land("a.json", [first])
    project.run(as_of="2026-03-01T11:00:00Z", rulesets=rulesets)
    # As the version before had it.
    project.query(
        "create table {s}.kept using delta as select * except (batch), if(batch is null, null, named_struct("
        + ", ".join(
            f"'{name}', replace(batch.{name}, '\"is_ranked\": true', '\"is_ranked\": false')"
            if name == "order_groups"
            else f"'{name}', batch.{name}"
            for name in project.query("select batch.* from {s}.resequencer__ledger limit 1")[0].asDict()
        )
        + ")) as batch from {s}.resequencer__ledger"
    )
    columns = ", ".join(project.query("select * from {s}.resequencer__ledger limit 1")[0].asDict())
    project.query(
        "create or replace table {s}.resequencer__ledger using delta partitioned by (disposition, batch_id)"
        f" as select {columns} from {{s}}.kept"
    )
    failed = project.invoke("run", as_of="2026-03-01T12:00:00Z", rulesets=rulesets)
    assert not failed.success
    assert "its times are ordered by microseconds" in failure_text(failed)
    assert "--full-refresh" in failure_text(failed)
