"""The suite below needs one kind of session a process: test_python_models.py runs it."""

import os

collect_ignore = [] if "SPARKSESSION_TEST_TARGET" in os.environ else ["suite"]
