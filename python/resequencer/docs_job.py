"""The docs job: the documentation of all models, with the lineage graph, as one HTML page.

`python -m resequencer.docs_job [ARGUMENTS FOR DBT DOCS GENERATE]`, from the project's root; `make docs` is
the same. It shows the project, not a lake: every model is in it, whatever the settings enable.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from resequencer.main_job import problem_before_start, told_failure, with_variables

_SAMPLE = {"format": "json", "path": "seeds/landing"}

EVERY_MODEL: dict[str, Any] = {
    "resequencer__subscriptions": [{"name": "everything", "match": "all"}],
    "resequencer__deliveries": _SAMPLE,
    "resequencer__actions": _SAMPLE,
    "resequencer__advice": True,
    "resequencer__python_models": True,
    "resequencer__throughput": {"service_time": "100ms", "wait": "1s"},
    "resequencer__resend": {"attempts": 5},
    "resequencer__counter": {
        "relation": "raw.events",
        "cursor": "load_id",
        "by": "device",
        "order_by": "received_at",
    },
    # What a project may have set that does not go with these, or that leaves a model out.
    "resequencer__landing": _SAMPLE,
    "resequencer__arrivals_relation": None,
    "resequencer__arrivals_cursor": None,
    "resequencer__arrivals_cursor_by": None,
    "resequencer__arrivals_lookback": None,
    "resequencer__rulesets": None,
    "resequencer__ruleset_defaults": None,
    "resequencer__failover": None,
    "resequencer__policies": None,
}
"""Settings that enable every model. Nothing runs by them: dbt only compiles, on a lake that stays empty."""

INTRODUCTION_ENDS = "\n## Run it"
"""The line of README.md before which it says what this is."""

STEP = "step"
"""The tag that the page gives to models that are steps on the way to those for everybody."""

_BEGINS_WITHOUT = '/^(int|stg|py)_/.test({name})?"":"tag:' + STEP + '"'

CHANGES = {
    # Drawn to begin with: not tests, among which models are hard to find. The menu still has them.
    '"source","test","unit_test",': '"source",',
    "var t=r.assign({},l.options);e?": "var t=r.assign({},l.options,"
    "{resource_types:l.selection.clean.resource_types});e?",
    # Nor steps, but where the lineage is a step's own: the whole is then a picture that can be read.
    't.include="+"+e+"+",t.exclude="")': f't.include="+"+e+"+",t.exclude={_BEGINS_WITHOUT.format(name="e")})',
    't.include="",t.exclude="")': f't.include="",t.exclude="tag:{STEP}")',
    "i=r.assign({},t,o);n.selection.clean": "i=r.assign({},t,o,"
    f"{{exclude:{_BEGINS_WITHOUT.format(name='e&&e.name')}}});n.selection.clean",
    # What leads to a model through others that are left out is drawn all the same, as a broken line.
    "r.flatten(r.each(e,(function(t){var n=A.graph.pristine.edges[t];r.each(n,(function(t){"
    "r.includes(e,t.data.target)&&r.includes(e,t.data.source)&&i.push(t)}))})));": "var shown=new Set(e);"
    "r.each(e,(function(t){var seen=new Set,edges=A.graph.pristine.edges,next=(edges[t]||[]).slice();"
    "for(var k=0;k<next.length;k++){var from=next[k].data.source;if(seen.has(from))continue;seen.add(from);"
    "if(shown.has(from))i.push(next[k].data.target===t?next[k]:{group:'edges',data:"
    "{source:from,target:t,unique_id:from+'|'+t,through:1}});"
    "else if(n==='horizontal')(edges[from]||[]).forEach((function(one){next.push(one)}))}}));",
    '{selector:"edge[selected=1]"': '{selector:"edge[through=1]",style:{"line-style":"dashed"}},'
    '{selector:"edge[selected=1]"',
    # How far one can zoom out: until all models are in the picture. Less room between them: larger labels.
    "minZoom:.05}": "minZoom:.01}",
    "edgeSep:30,nodeSep:50}": "edgeSep:10,nodeSep:12}",
    # What a column is, in full, where dbt shows the first three words of it.
    "</head>": '<style>td[style*="max-width: 1px"]'
    "{white-space:normal!important;max-width:none!important;width:60%}</style></head>",
    # Lines and labels that can be seen.
    '"target-arrow-color":"#006f8a"': '"target-arrow-color":"#7cc6d8"',
    '"line-color":"#006f8a",width:3': '"line-color":"#7cc6d8",width:3',
    '"font-weight":300,"font-family"': '"font-weight":500,"font-family"',
    '"font-size":"24px",shape:"roundrectangle"': '"font-size":"30px",shape:"roundrectangle"',
    'height:"label",padding:"12px"': 'height:"label",padding:"6px"',
    '"text-outline-width":"1px"': '"text-outline-width":"0px"',
}
"""What is otherwise in the page of dbt's that draws the lineage."""

WALK = re.compile(
    r"function (\w)\(e,t,n,(\w)\)\{\2\|\|\(\2=1\);var l=e\.(predecessors|successors)\(t\);"
    r"if\(!l\|\|0==n\)return\[\];var s=l\.concat\(l\.reduce\(\(function\(t,r\)"
    r"\{return \2>=n&&(\w)\(n\)\?t:t\.concat\(\1\(e,r,n,\2\+1\)\)\}\),\[\]\)\);return r\.uniq\(s\)\}"
)
"""How dbt's page finds what leads to a model, or what it leads to: along every way there is, of which
there are too many through all the steps of the decision. e: the graph; t: the model; n: how far."""

WALK_ONCE = (
    r"function \1(e,t,n){var found=new Set;"
    r"for(var next=[t],depth=0;next.length&&!(\4(n)&&depth>=n);depth++)"
    r"next=next.flatMap(of=>e.\3(of)||[]).filter(one=>!found.has(one)&&found.add(one));"
    r"return Array.from(found)}"
)
"""The same, each model once."""


def with_every_model(arguments: Sequence[str]) -> list[str]:
    """Return arguments for dbt with `EVERY_MODEL` among their variables; what they give counts before it."""
    return with_variables(arguments, lambda given: EVERY_MODEL | given)


def target_of(arguments: Sequence[str]) -> Path:
    """Return the folder that dbt writes to."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--target-path", type=Path, default=Path("target"))
    folder: Path = parser.parse_known_args(list(arguments))[0].target_path
    return folder


def without_injected(text: str, injected: Sequence[str]) -> str:
    """Return a compiled query without the queries that dbt has put in front of its own."""
    joined = ", ".join(injected)
    if f"{joined}, " in text:
        return text.replace(f"{joined}, ", "", 1)
    return text.replace(f"with{joined} ", "", 1)


def first_sentence(text: str) -> str:
    """Return the first sentence of a description, in one line."""
    words = " ".join(text.split("\n\n")[0].split())
    return words.split(". ")[0].rstrip(".:") + "."


def models_by_folder(nodes: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the list of the models that are for everybody, by folder, with a line each, as Markdown.

    Args:
        nodes: of dbt's manifest.
    """
    lines = defaultdict(list)
    for node in sorted(nodes.values(), key=lambda node: str(node["name"])):
        if node["resource_type"] == "model" and node["name"].startswith("resequencer__"):
            link = f"[{node['name']}](#!/model/{node['unique_id']})"
            lines[node["fqn"][1]].append(f"- {link}: {first_sentence(node['description'])}")
    folders = [f"### {folder}\n\n" + "\n".join(lines[folder]) for folder in sorted(lines)]
    return "\n\n".join(["## Models by folder", *folders])


def prepare(manifest: dict[str, Any], introduction: str) -> None:
    """Make of dbt's manifest what the page shows.

    The first page is the project's own. (In the project the block is not called `__overview__`: it would then
    be the first page of every project that installs this one, too.) Of compiled queries each model shows its
    own alone, which makes the page a quarter as large. Types are those of the YAML files. Steps have the tag
    `STEP`.

    Args:
        manifest: as dbt writes it; it is changed.
        introduction: what README.md says first, as Markdown.
    """
    nodes = manifest["nodes"]
    for node in nodes.values():
        injected = [step["sql"] for step in node.get("extra_ctes") or []]
        if injected and node.get("compiled_code"):
            node["compiled_code"] = without_injected(node["compiled_code"], injected)
        node["extra_ctes"] = []
        if node["resource_type"] == "model" and not node["name"].startswith("resequencer__"):
            node["tags"] = [*node["tags"], STEP]
        for column in node["columns"].values():
            column["type"] = column["data_type"]
    package = manifest["metadata"]["project_name"]
    own = manifest["docs"][f"doc.{package}.__{package}__"]["block_contents"]
    identity = f"doc.{package}.__overview__"
    manifest["docs"][identity] = {
        "unique_id": identity,
        "name": "__overview__",
        "resource_type": "doc",
        "package_name": package,
        "block_contents": "\n\n".join([introduction, own, models_by_folder(nodes)]),
    }


def page(target: Path, introduction: str) -> str:
    """Return the page, of what `dbt docs generate` has written into a folder.

    Args:
        target: the folder.
        introduction: what README.md says first, as Markdown.
    """
    manifest = json.loads((target / "manifest.json").read_text(encoding="utf-8"))
    prepare(manifest, introduction)
    html = (target / "index.html").read_text(encoding="utf-8")
    html, changed = WALK.subn(WALK_ONCE, html)
    if changed != 2 or any(html.count(text) != 1 for text in CHANGES):
        print(
            "dbt's page is not the one expected: its lineage may be slow, or begin with tests among models."
        )
    for text, instead in CHANGES.items():
        html = html.replace(text, instead)
    # As dbt does it with --static; a text that ends a script is not to end this one.
    html = html.replace('"MANIFEST.JSON INLINE DATA"', json.dumps(manifest).replace("</", r"<\/"))
    catalog = (target / "catalog.json").read_text(encoding="utf-8")
    return html.replace('"CATALOG.JSON INLINE DATA"', catalog)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page; return the exit code."""
    asked = [argument for argument in (sys.argv[1:] if arguments is None else arguments) if argument != "--"]
    problem = problem_before_start()
    if problem is not None:
        print(problem, file=sys.stderr)
        return 2
    # Imported late: it takes seconds, and the message above should not have to wait for it.
    from dbt.cli.main import dbtRunner

    done: Any = dbtRunner().invoke(["docs", "generate", "--empty-catalog", *with_every_model(asked)])
    if not done.success:
        return told_failure(done)
    target = target_of(asked)
    introduction = Path("README.md").read_text(encoding="utf-8").split(INTRODUCTION_ENDS)[0]
    output = target / "static_index.html"
    output.write_text(page(target, introduction), encoding="utf-8")
    print(f"\nOpen this file in a browser: {output}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
