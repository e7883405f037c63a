"""The suite below needs one kind of session a process: test_python_models.py runs it."""

collect_ignore = ["suite"]
