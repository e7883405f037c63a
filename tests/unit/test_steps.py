"""Steps of a query as subqueries (nest_steps): the same query, written so that Spark plans it quickly."""

from __future__ import annotations

import pytest
from pyspark.sql import SparkSession
from tests.unit.ledger import spark as spark

from dbt.adapters.sparksession.steps import computed_once, nest_steps


def squeezed(query: str) -> str:
    """With one blank where there are several, and none inside parentheses."""
    return " ".join(query.split()).replace("( ", "(").replace(" )", ")")


@pytest.mark.parametrize(
    ("query", "nested"),
    [
        ("select 1 as a", "select 1 as a"),
        ("with a as (select 1 as n) select n from a", "select n from (select 1 as n) as a"),
        # A chain.
        (
            "with a as (select 1 as n), b as (select n from a), c as (select n from b) select * from c",
            "select * from (select n from (select n from (select 1 as n) as a) as b) as c",
        ),
        # Read twice, by one step or by two, or by what follows: it stays.
        (
            "with a as (select 1 as n), b as (select * from a union all select * from a) select * from b",
            "with a as (select 1 as n) select * from (select * from a union all select * from a) as b",
        ),
        (
            "with a as (select 1 as n), b as (select * from a), c as (select * from a) select * from b cross join c",
            "with a as (select 1 as n) select * from (select * from a) as b cross join (select * from a) as c",
        ),
        # Of what stays, what it reads once is in it.
        (
            "with a as (select 1 as n), b as (select n from a) select * from b as x join b as y on x.n = y.n",
            "with b as (select n from (select 1 as n) as a) select * from b as x join b as y on x.n = y.n",
        ),
        # Read never: it vanishes, and with it what only it reads.
        ("with a as (select 1 as n), b as (select n from a) select 2 as n", "select 2 as n"),
        (
            "with a as (select 1 as n), b as (select n from a) select n from a",
            "select n from (select 1 as n) as a",
        ),
        # Aliases stay; without one the step's name is it.
        ("with a as (select 1 as n) select x.n from a as x", "select x.n from (select 1 as n) as x"),
        (
            "with a as (select 1 as n) select a.n from a where a.n = 1",
            "select a.n from (select 1 as n) as a where a.n = 1",
        ),
        # Names in text, in quotes and in comments are none, nor are parentheses there.
        (
            "with a as (select ')' as n) select 'from a' as t, n from a",
            "select 'from a' as t, n from (select ')' as n) as a",
        ),
        (
            "with a as (select 'it\\'s (' as n) select n from a",
            "select n from (select 'it\\'s (' as n) as a",
        ),
        ("with a as (select 1 as `from a`) select * from a", "select * from (select 1 as `from a`) as a"),
        (
            "with a as (select 1 as n /* from a ( */) select n from a /* join a */",
            "select n from (select 1 as n /* from a ( */) as a /* join a */",
        ),
        # Names that only begin or end like it, are of a schema, a function, or a column.
        (
            "with a as (select 1 as n) select n, a.n as m from a cross join ab cross join s.a",
            "select n, a.n as m from (select 1 as n) as a cross join ab cross join s.a",
        ),
        (
            "with a as (select 1 as n) select n from a cross join a.b",
            "select n from (select 1 as n) as a cross join a.b",
        ),
        # A `with` in a step, whose steps are nested as well.
        (
            "with a as (with b as (select 1 as n) select n from b) select n from a",
            "select n from (select n from (select 1 as n) as b) as a",
        ),
        (
            "WITH a AS (select 1 as n) SELECT n FROM a",
            "SELECT n FROM (select 1 as n) as a",
        ),
    ],
)
def test_steps_are_nested(query: str, nested: str) -> None:
    assert squeezed(nest_steps(query)) == squeezed(nested)


def test_a_comment_to_the_end_of_a_line_ends_nothing() -> None:
    nested = nest_steps("with a as (\n    select 1 as n -- from a ) or (\n)\nselect n from a -- from a\n")
    assert squeezed(nested) == "select n from (select 1 as n -- from a) or () as a -- from a"


def test_a_comment_at_the_end_of_a_step_hides_no_parenthesis(spark: SparkSession) -> None:
    nested = nest_steps("with a as (select 1 as n -- the end)\n) select n from a")
    assert [row.n for row in spark.sql(nested).collect()] == [1]


def test_a_parenthesis_that_is_not_closed_is_said() -> None:
    with pytest.raises(ValueError, match="not closed"):
        nest_steps("with a as (select (1 as n) select n from a")


QUERIES = [
    "with a as (select id from range(5)), b as (select id, id * 2 as twice from a where id > 1) select * from b",
    "with a as (select id from range(5)), b as (select sum(id) as total from a) select a.id, b.total from a cross join b",
    "with a as (select id, id % 2 as parity from range(9)),"
    " b as (select parity, count(*) as n, max(id) as top from a group by parity)"
    " select a.id, b.n, b.top from a inner join b on a.parity = b.parity",
    "with a as (select id, id % 3 as g from range(9)),"
    " b as (select *, row_number() over w as place from a window w as (partition by g order by id))"
    " select g, place from b where place > 1 union all select g, id from a",
    "with a as (select explode(array('a', 'from a', ')')) as t), b as (select t, length(t) as n from a) select * from b",
    "with a as (select 1 as n), b as (select n from a where n = (select max(n) from a)) select * from b",
    "with a as (select id from range(3)) select x.id from a as x left join a as y on x.id = y.id + 1 where y.id is null",
    "with a as (select id from range(4)), b as (with a as (select 7 as id) select id from a) select * from b union all select * from a",
    "with a as (select id from range(4)), b as (select id from a) select id, (select max(id) from b) as top from range(2)",
]


@pytest.mark.parametrize("query", QUERIES)
def test_the_result_is_the_same(spark: SparkSession, query: str) -> None:
    nested = nest_steps(query)
    assert sorted(map(tuple, spark.sql(nested).collect())) == sorted(map(tuple, spark.sql(query).collect()))


ONCE = "-- computed once\n"
PLANNED = "-- planned once\n"


def test_a_step_of_several_readers_is_computed_once_if_it_says_so() -> None:
    steps = f"with a as (select 1 as n), b as ({ONCE}select n from a), c as (select n from b union all select n from b)"
    views, rest = computed_once(f"{steps} select * from c")
    assert [(name, squeezed(query)) for name, query in views] == [
        ("b", "select * from (-- computed once select n from (select 1 as n) as a) as b")
    ]
    assert squeezed(rest) == "select * from (select n from b union all select n from b) as c"


def test_a_step_that_reads_such_a_step_reads_its_view() -> None:
    steps = (
        f"with a as ({ONCE}select 1 as n), b as ({ONCE}select x.n from a as x join a as y using (n)),"
        " c as (select n from b union all select n from b)"
    )
    views, rest = computed_once(f"{steps} select * from c")
    assert [name for name, _ in views] == ["a", "b"]
    assert "select 1" not in views[1][1]
    assert "select 1" not in rest


def test_a_step_is_planned_once_however_often_it_is_read() -> None:
    views, rest = computed_once(f"with a as ({PLANNED}select 1 as n), b as (select n from a) select n from b")
    assert [name for name, _ in views] == ["a"]
    assert "select 1" not in rest
    assert computed_once(f"with a as ({PLANNED}select 1 as n) select 2 as n")[0] == []


def test_a_step_with_steps_of_its_own_says_that_it_is_planned_once() -> None:
    """Without that line its rows would be kept, instead of computed as they are read."""
    views, _ = computed_once(
        f"with a as ({PLANNED}with p as (select 1 as n) select n from p) select n from a"
    )
    assert views[0][1].startswith(PLANNED)


@pytest.mark.parametrize(
    "query",
    [
        # One reader; two, of which nobody reads one; none.
        f"with a as ({ONCE}select 1 as n) select n from a",
        f"with a as ({ONCE}select 1 as n), b as (select n from a), c as (select n from a) select n from c",
        f"with a as ({ONCE}select 1 as n) select 2 as n",
        # It does not say so; only a text does.
        "with a as (select 1 as n) select n from a union all select n from a",
        "with a as (select '-- computed once' as n) select n from a union all select n from a",
    ],
)
def test_other_steps_stay_in_the_query(query: str) -> None:
    views, rest = computed_once(query)
    assert (views, squeezed(rest)) == ([], squeezed(nest_steps(query)))


@pytest.mark.parametrize("query", QUERIES)
def test_the_result_of_steps_computed_once_is_the_same(spark: SparkSession, query: str) -> None:
    views, rest = computed_once(query.replace(" as (select", f" as ({ONCE}select"))
    for name, step in views:
        spark.sql(step).localCheckpoint(eager=False).createOrReplaceTempView(name)
    found = sorted(map(tuple, spark.sql(rest).collect()))
    for name, _ in views:
        spark.catalog.dropTempView(name)
    assert found == sorted(map(tuple, spark.sql(query).collect()))


def test_a_long_chain_has_no_with_clause_left(spark: SparkSession) -> None:
    steps = ["s0 as (select 0 as n)"] + [f"s{i} as (select n + 1 as n from s{i - 1})" for i in range(1, 40)]
    nested = nest_steps(f"with {', '.join(steps)} select n from s39")
    assert "with" not in nested
    assert [row.n for row in spark.sql(nested).collect()] == [39]
