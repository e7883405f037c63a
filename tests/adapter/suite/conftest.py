"""Fixtures of the conformance suite; run through test_python_models.py, never collected by itself.

One process runs against one kind of session, named by SPARKSESSION_TEST_TARGET: `embedded` or `connect`.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..spark_home import connect_server, spark_settings


@pytest.fixture(scope="session")
def server_side_parameters() -> Iterator[dict[str, str]]:
    """Settings of the session under test, with a lake of its own."""
    with tempfile.TemporaryDirectory() as home:
        if os.environ["SPARKSESSION_TEST_TARGET"] == "connect":
            with connect_server(Path(home)) as server:
                yield {"spark.remote": server.address}
        else:
            yield spark_settings(Path(home))


@pytest.fixture(scope="class")
def dbt_profile_target(server_side_parameters: dict[str, str]) -> dict[str, Any]:
    return {
        "type": "sparksession",
        "method": "session",
        "host": "NA",
        "threads": 4,
        "server_side_parameters": server_side_parameters,
    }


@pytest.fixture(scope="class")
def project_config_update() -> dict[str, Any]:
    return {"models": {"+file_format": "delta"}}


@pytest.fixture(scope="class")
def logs_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Keeps dbt's logs out of the repository, where its own fixture puts them."""
    directory = str(tmp_path_factory.mktemp("logs"))
    os.environ["DBT_LOG_PATH"] = directory
    yield directory
    del os.environ["DBT_LOG_PATH"]
