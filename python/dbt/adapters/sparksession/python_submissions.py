"""Runs Python models in the dbt process, in the Spark session the SQL models use."""

import linecache
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any
from uuid import uuid4

from dbt.adapters.base import PythonJobHelper
from dbt.adapters.spark.connections import SparkConnectionMethod
from dbt_common.exceptions import DbtBaseException, DbtRuntimeError
from pyspark import cloudpickle

from dbt.adapters.sparksession.connections import SparksessionCredentials
from dbt.adapters.sparksession.errors import without_java_stack
from dbt.adapters.sparksession.session import ship_package, spark_session

# Frames of dbt and Spark, on the driver and on the workers, say nothing about the model that failed.
_NOT_THE_MODEL = re.compile(r"/(?:(?:site|dist)-packages|pyspark\.zip)/(?:pyspark|py4j|dbt)/|/dbt/adapters/")


class SessionPythonJobHelper(PythonJobHelper):  # type: ignore[misc]
    """Submission method `session`."""

    def __init__(self, parsed_model: dict[str, Any], credential: SparksessionCredentials) -> None:
        self.filename = str(parsed_model["original_file_path"])
        self.parameters = credential.server_side_parameters
        self.method = credential.method

    def submit(self, compiled_code: str) -> None:
        """Runs a compiled model.

        Args:
            compiled_code: the model, followed by what dbt adds to it; `spark` in it is the session.

        Raises:
            DbtRuntimeError: with the traceback of the model, less the frames of dbt and Spark; over Thrift.
        """
        if self.method == SparkConnectionMethod.THRIFT:
            raise DbtRuntimeError(
                f"Python model {self.filename}: a Thrift server runs no Python."
                " Set resequencer__python_models: false."
            )
        # dbt puts the model first, so without blank lines before it line numbers are those of its file.
        source = compiled_code.lstrip()
        linecache.cache[self.filename] = (
            len(source),
            None,  # no modification time: not checked against the file
            source.splitlines(keepends=True),
            self.filename,
        )
        spark = spark_session(self.parameters)
        ship_package(self.parameters)
        with _fresh_module(self.filename) as module:
            module.__dict__["spark"] = spark
            try:
                exec(compile(source, self.filename, "exec", dont_inherit=True), module.__dict__)
            except DbtBaseException:
                raise
            except Exception as error:
                raise DbtRuntimeError(f"Python model {self.filename}:\n{_model_traceback(error)}") from error


@contextmanager
def _fresh_module(filename: str) -> Iterator[ModuleType]:
    """An empty module that can be imported while the model runs, as dataclasses and type hints expect.

    Spark's workers cannot import it, so functions in it (UDFs) go to them by value.
    """
    module = ModuleType(f"dbt_python_model_{uuid4().hex}")
    module.__file__ = filename
    sys.modules[module.__name__] = module
    cloudpickle.register_pickle_by_value(module)
    try:
        yield module
    finally:
        cloudpickle.unregister_pickle_by_value(module)
        del sys.modules[module.__name__]


def _model_traceback(error: Exception) -> str:
    """The traceback of an error and of its causes, without the frames of dbt and Spark."""
    formatted = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = formatted
    while part is not None:
        part.stack = traceback.StackSummary.from_list(
            [frame for frame in part.stack if not _NOT_THE_MODEL.search(frame.filename)]
        )
        part = part.__cause__ or part.__context__
    return without_java_stack("".join(formatted.format()))
