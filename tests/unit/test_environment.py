"""What surrounds dbt: Java, jars and browser are found or asked for; the main job obeys."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from resequencer import environment, main_job
from resequencer.environment import EnvironmentProblemError, Jar


def fake_java(home: Path, version_line: str) -> None:
    """Put a `java` into a home that prints, where Java prints it, what version it is."""
    command = home / "bin" / "java"
    command.parent.mkdir(parents=True)
    command.write_text(f"#!/bin/sh\necho '{version_line}' >&2\n")
    command.chmod(0o755)


@pytest.fixture
def nothing_to_install_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "can_install_packages", lambda: False)


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "21" 2023-09-19', 21),
        ('java version "1.8.0_392"', 8),
        ('openjdk version "25-ea" 2025-09-16', 25),
        ("command not found", None),
    ],
)
def test_major_version(printed: str, expected: int | None) -> None:
    assert environment.major_version(printed) == expected


@pytest.mark.parametrize("version", environment.JAVA_VERSIONS)
def test_a_supported_java_is_taken_from_java_home(
    version: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_java(tmp_path, f'openjdk version "{version}.0.1"')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert environment.ensure_java() == f"Java: {tmp_path}/bin/java"


@pytest.mark.usefixtures("nothing_to_install_with")
def test_an_unsupported_java_is_named_with_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_java(tmp_path, 'openjdk version "11.0.2"')
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EnvironmentProblemError, match=r"needs Java 17 or 21.*is Java 11") as raised:
        environment.ensure_java()
    assert "apt-get install openjdk-17-jre-headless" in str(raised.value)


@pytest.mark.usefixtures("nothing_to_install_with")
def test_no_java_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentProblemError, match="no `java` was found"):
        environment.ensure_java()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EnvironmentProblemError, match=r"JAVA_HOME is .*, and there is no bin/java in it"):
        environment.ensure_java()


def test_the_newer_java_is_installed_where_the_older_is_not_to_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for = []

    def install(name: str) -> bool:
        asked_for.append(name)
        if name == "openjdk-21-jre-headless":
            fake_java(tmp_path, 'openjdk version "21.0.1"')
        return name == "openjdk-21-jre-headless"

    monkeypatch.setattr(environment, "can_install_packages", lambda: True)
    monkeypatch.setattr(environment, "install_package", install)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert environment.ensure_java() == f"Java: {tmp_path}/bin/java"
    assert asked_for == ["openjdk-17-jre-headless", "openjdk-21-jre-headless"]


@pytest.mark.usefixtures("nothing_to_install_with")
def test_a_missing_browser_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.BROWSER_VARIABLE, str(tmp_path / "chrome"))
    with pytest.raises(EnvironmentProblemError, match="need Chromium"):
        environment.ensure_browser()
    (tmp_path / "chrome").touch(mode=0o755)
    assert environment.ensure_browser() == f"Browser: {tmp_path}/chrome"


class TestJars:
    """Jars end up in Spark's directory whole, genuine, and each library once."""

    content = b"a library"
    jar = Jar("com.example:library:2.0.0", hashlib.sha256(content).hexdigest())

    @pytest.fixture(autouse=True)
    def resolver(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """One jar, which the resolver finds."""
        self.directory, self.cache = tmp_path / "jars", tmp_path / "cache"
        self.directory.mkdir()
        (self.directory / "other-1.0.0.jar").touch()
        self.resolved = 0
        self.served = self.content

        def resolve(cache: Path, coordinates: Sequence[str], excluded: Sequence[str]) -> None:
            self.resolved += 1
            (cache / "jars").mkdir(parents=True, exist_ok=True)
            (cache / "jars" / self.jar.file_name).write_bytes(self.served)

        monkeypatch.setattr(environment, "JARS", (self.jar,))
        monkeypatch.setattr(environment, "resolve_jars", resolve)

    def names(self) -> list[str]:
        return sorted(path.name for path in self.directory.iterdir())

    def test_resolved_once(self) -> None:
        assert "(1 new)" in environment.ensure_jars(self.directory, self.cache)
        assert "(0 new)" in environment.ensure_jars(self.directory, self.cache)
        assert self.resolved == 1
        assert self.names() == ["com.example_library-2.0.0.jar", "other-1.0.0.jar"]

    def test_another_version_is_replaced(self) -> None:
        (self.directory / "com.example_library-1.9.0.jar").touch()
        environment.ensure_jars(self.directory, self.cache)
        assert self.names() == ["com.example_library-2.0.0.jar", "other-1.0.0.jar"]

    def test_a_broken_copy_is_replaced(self) -> None:
        (self.directory / self.jar.file_name).write_bytes(self.content[:3])
        environment.ensure_jars(self.directory, self.cache)
        assert (self.directory / self.jar.file_name).read_bytes() == self.content

    def test_an_altered_jar_is_refused(self) -> None:
        self.served = b"something else"
        with pytest.raises(EnvironmentProblemError, match="not the file that was pinned"):
            environment.ensure_jars(self.directory, self.cache)
        assert self.names() == ["other-1.0.0.jar"]


def test_the_jars_in_use_are_the_pinned_ones() -> None:
    directory = environment.jar_directory()
    assert [
        jar.coordinate
        for jar in environment.JARS
        if not environment.is_intact(directory / jar.file_name, jar)
    ] == []


def test_no_library_is_on_spark_s_class_path_twice() -> None:
    names = [path.name for path in environment.jar_directory().glob("*.jar")]
    for jar in environment.JARS:
        _, artifact, _ = jar.coordinate.split(":")
        assert [name for name in names if f"{artifact}-{jar.coordinate.split(':')[2]}" in name] == [
            jar.file_name
        ]


def test_a_problem_is_the_whole_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(environment, "can_install_packages", lambda: False)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert environment.main(["java", "jars"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("\nSpark needs Java")


@dataclass
class Result:
    """What dbt's runner returns."""

    success: bool = True
    exception: BaseException | None = None


class Recorder:
    """A runner that records the commands, and returns what it is told to."""

    def __init__(self, *results: Result) -> None:
        self.results = list(results)
        self.commands: list[list[str]] = []

    def invoke(self, args: list[str]) -> Result:
        self.commands.append(args)
        return self.results.pop(0)


class TestMainJob:
    """The main job builds, then summarises, and ends as dbt ends."""

    def test_build_then_summary(self, capsys: pytest.CaptureFixture[str]) -> None:
        runner = Recorder(Result(), Result())
        assert main_job.run(runner, ["--full-refresh", "--vars", "{a: 1}", "-t", "plain"]) == 0
        assert runner.commands == [
            [
                "build",
                "--exclude-resource-type",
                "unit_test",
                "--full-refresh",
                "--vars",
                "{a: 1}",
                "-t",
                "plain",
            ],
            ["--quiet", "run-operation", "resequencer_summary", "--vars", "{a: 1}", "--target", "plain"],
        ]
        assert "target/static_index.html" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("result", "code"),
        [(Result(success=False), 1), (Result(success=False, exception=ValueError("why")), 2)],
    )
    def test_a_failed_build_ends_it(
        self, result: Result, code: int, capsys: pytest.CaptureFixture[str]
    ) -> None:
        runner = Recorder(result)
        assert main_job.run(runner, []) == code
        assert runner.commands == [["build", "--exclude-resource-type", "unit_test"]]
        assert ("why" in capsys.readouterr().err) == (code == 2)

    def test_a_failed_summary_is_told(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main_job.run(Recorder(Result(), Result(success=False)), []) == 1
        assert "The run succeeded" in capsys.readouterr().err

    def test_only_from_the_project_s_root(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main_job.main(["--"]) == 2
        assert "dbt_project.yml" in capsys.readouterr().err

    def test_without_java_nothing_is_started(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "dbt_project.yml").touch()
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))
        assert main_job.main([]) == 2
        assert "make setup" in capsys.readouterr().err


def test_a_package_that_does_not_exist_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refusing = tmp_path / "apt-get"
    refusing.write_text("#!/bin/sh\necho 'E: Unable to locate package' >&2\nexit 100\n")
    refusing.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert environment.install_package("no-such-package") is False
    assert "Unable to locate package" in capsys.readouterr().out
