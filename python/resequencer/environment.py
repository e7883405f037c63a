"""What has to be there besides Python packages: Java, Spark's extra jars; for tests a browser and a broker.

`python -m resequencer.environment java jars browser broker` checks what is named, installs it where that is
possible and otherwise says what to do. Only the standard library is imported at the top, because this
runs before, and in order that, everything else works.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

JAVA_VERSIONS = (17, 21)
"""Major versions of Java that Spark 4.1 supports; the first is the one that is installed."""

JAVA_REMEDY = (
    "Install one: Debian or Ubuntu: `apt-get install openjdk-17-jre-headless` as root; Fedora: `dnf"
    " install java-21-openjdk-headless`; macOS: `brew install openjdk@17`.\nWhere several are installed,"
    " set JAVA_HOME to the one to use."
)
"""What to do where there is no suitable Java."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
"""Commands that start a browser the documentation tests can drive, in order of preference."""

BROWSER_VARIABLE = "RESEQUENCER_BROWSER"
"""Environment variable that names another browser of that family."""


class EnvironmentProblemError(Exception):
    """Something is missing that could not be installed; the message says what to do."""


@dataclass(frozen=True)
class Jar:
    """One Java library that Spark needs and pyspark does not bring."""

    coordinate: str
    """Maven coordinate, `group:artifact:version`."""
    sha256: str
    """What the file's SHA-256 must be, in hexadecimal."""

    @property
    def file_name(self) -> str:
        """The name under which Spark's resolver, and so we, store it."""
        group, artifact, version = self.coordinate.split(":")
        return f"{group}_{artifact}-{version}.jar"


# The one place for the versions of jars: Delta, and Spark's reader of Kafka. The list is closed under what
# these call: everything else that they name as a dependency is in pyspark already, mostly newer (Jackson,
# Parquet, Hadoop, Log4j, SLF4J, Snappy, RoaringBitmap), or is called by none of them (jackson-datatype-jdk8,
# javax.annotation). A second copy of a library on Spark's class path would make it a matter of luck which one
# is loaded.
JARS = (
    Jar(
        "io.delta:delta-spark_4.1_2.13:4.4.0",
        "75a9400986853c061f5109f012547de2545a5759e5e752e5ef633dabe16a4f10",
    ),
    Jar("io.delta:delta-storage:4.4.0", "c46735481fa8e326b0957be02b4420cbcab4b325bb08009b7f2045a95133f1cc"),
    Jar(
        "io.delta:delta-kernel-api:4.4.0", "ee9b5a14ac3b7efdff4d61a58478fe8eb0e5a3fbca43889dca7290795fe79a11"
    ),
    Jar(
        "io.delta:delta-kernel-defaults:4.4.0",
        "225c975199e4718b38ee5b7e6da7f19e9585024262b2cec2656b32151a856b0b",
    ),
    Jar(
        "io.delta:delta-kernel-unitycatalog:4.4.0",
        "cea22dfb4ac562b3cd27bf652697750e8336009d73fb06631363aaaad5345ffa",
    ),
    Jar(
        "io.unitycatalog:unitycatalog-client:0.6.0",
        "48257499a86b801a3e2372cec55ac226ca1c1c7eabe5c118e7302f29a1fdbc19",
    ),
    Jar(
        "io.unitycatalog:unitycatalog-hadoop:0.6.0",
        "c47b63c961c87102b9e1d63809a0915ba4c86b7652f57c8d39ca3a05b441a150",
    ),
    Jar(
        "org.apache.spark:spark-sql-kafka-0-10_2.13:4.1.1",
        "9c1ce986f548e6b1dcb0e2dfe2f253a0bc58f2232a32a0c9c6c674dd25a8570c",
    ),
    Jar(
        "org.apache.spark:spark-token-provider-kafka-0-10_2.13:4.1.1",
        "e510adc37b03d01d0a190d0dab472b5538e05eaa77454f7e9477156d7a6820ae",
    ),
    Jar(
        "org.apache.kafka:kafka-clients:3.9.1",
        "7568b998572d256f0b7bc0afdc1b7a2588b8b08415c62ce314c864a6851ae9d9",
    ),
    Jar(
        "org.apache.commons:commons-pool2:2.12.1",
        "5273c8bc8c0dca2211175c0d27efbd7228efae99689aac001a8e1ef8e872e9ef",
    ),
)

# Patterns over `group:artifact` that match every dependency of JARS except JARS themselves; what is not
# to be copied need not be downloaded (some 70 MB).
EXCLUDED_DEPENDENCIES = (
    "com.*:*", "org.[!a]*:*", "org.a[!p]*:*", "org.apache.[!cks]*:*", "org.apache.commons:commons-[!p]*",
    "javax.*:*", "jakarta.*:*", "commons-*:*", "io.airlift:*",
)  # fmt: skip

BROKER = ("org.apache.kafka:kafka_2.13:4.1.1", "org.apache.kafka:kafka-tools:4.1.1")
"""A Kafka broker, for the tests; with all that it depends on, but for the Scala library, which is Spark's."""


def java_command() -> str | None:
    """Return the Java that Spark will start (`JAVA_HOME` before `PATH`, as Spark does), or None."""
    home = os.environ.get("JAVA_HOME")
    if home:
        return shutil.which(str(Path(home) / "bin" / "java"))
    return shutil.which("java")


def major_version(version_text: str) -> int | None:
    """Return the major version in what `java -version` prints, e.g. 17 or (for 1.8) 8; None if unreadable."""
    match = re.search(r'version "(\d+)(?:\.(\d+))?', version_text)
    if match is None:
        return None
    first, second = match.groups()
    return int(second) if first == "1" and second else int(first)


def java_problem() -> str | None:
    """Say what is wrong with the Java that Spark would start; None if nothing is."""
    wanted = " or ".join(str(version) for version in JAVA_VERSIONS)
    command = java_command()
    if command is None:
        home = os.environ.get("JAVA_HOME")
        where = f"JAVA_HOME is {home}, and there is no bin/java in it" if home else "no `java` was found"
        return f"Spark needs Java {wanted}, but {where}."
    printed = subprocess.run([command, "-version"], capture_output=True, text=True, check=False)
    found = major_version(printed.stderr + printed.stdout)
    if found in JAVA_VERSIONS:
        return None
    return f"Spark needs Java {wanted}, but {command} is {f'Java {found}' if found else 'not a usable Java'}."


def ensure_java() -> str:
    """Return a line that names the Java in use; install one where there is none and apt allows it.

    Raises EnvironmentProblemError where no suitable Java is found and none can be installed.
    """
    problem = java_problem()
    for version in JAVA_VERSIONS:
        if problem is None:
            break
        if not can_install_packages():
            raise EnvironmentProblemError(f"{problem}\n{JAVA_REMEDY}")
        # Newer Debian releases have only the newer Java, so a failure here means: try the next one.
        install_package(f"openjdk-{version}-jre-headless")
        problem = java_problem()
    if problem is not None:
        raise EnvironmentProblemError(
            f"{problem}\nInstalling one did not help. If another Java comes first in PATH, set JAVA_HOME"
            " (Debian keeps them under /usr/lib/jvm)."
        )
    return f"Java: {java_command()}"


def browser_command() -> str | None:
    """Return the browser for the documentation tests, or None where there is none."""
    chosen = os.environ.get(BROWSER_VARIABLE)
    if chosen:
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def ensure_browser() -> str:
    """Return a line that names the browser in use; install Chromium where there is none and apt allows it.

    Raises EnvironmentProblemError where no browser is found and none can be installed.
    """
    if browser_command() is None and not os.environ.get(BROWSER_VARIABLE) and can_install_packages():
        install_package("chromium")
    command = browser_command()
    if command is None:
        raise EnvironmentProblemError(
            "The tests of the documentation site need Chromium. Install it (Debian: `apt-get install"
            f" chromium` as root), or set {BROWSER_VARIABLE} to the path of a Chromium or Chrome."
        )
    return f"Browser: {command}"


def can_install_packages() -> bool:
    """Whether system packages can be installed here: apt is there and we are root."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def install_package(name: str) -> bool:
    """Install a Debian package, after fetching the newest package lists; return whether that worked."""
    print(f"Installing {name} with apt-get ...", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update"], ["install", "--yes", "--no-install-recommends", name]):
        done = subprocess.run(
            ["apt-get", "-qq", *arguments], env=quiet, capture_output=True, text=True, check=False
        )
    if done.returncode != 0:
        print(f"apt-get could not install {name}:\n{done.stderr.strip()}", flush=True)
    return done.returncode == 0


def jar_directory() -> Path:
    """Return the directory of this environment's pyspark from which Spark loads its libraries.

    Raises EnvironmentProblemError where pyspark is not installed.
    """
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise EnvironmentProblemError("pyspark is not installed in this Python: run `make setup`.")
    return Path(spec.origin).parent / "jars"


def is_intact(path: Path, jar: Jar) -> bool:
    """Whether the file is there and is, byte for byte, the jar that was pinned."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == jar.sha256


def ensure_jars(directory: Path, cache: Path) -> str:
    """Put the jars into Spark's own directory, so that no later run resolves anything; return a summary.

    `cache` is where the resolver works. Jars of the same libraries in other versions are removed, since
    Spark would load both. Raises EnvironmentProblemError where a jar cannot be had or is not the pinned one.
    """
    missing = [jar for jar in JARS if not is_intact(directory / jar.file_name, jar)]
    if missing:
        print("Resolving Spark's extra jars ...", flush=True)
        resolve_jars(cache, [jar.coordinate for jar in JARS], EXCLUDED_DEPENDENCIES)
    for jar in missing:
        resolved = cache / "jars" / jar.file_name
        if not is_intact(resolved, jar):
            raise EnvironmentProblemError(
                f"{jar.coordinate} is not the file that was pinned (SHA-256 {jar.sha256})."
                f"\nRemove {cache} and try again; if it stays so, the repository it comes from is altered."
            )
        group, artifact, _ = jar.coordinate.split(":")
        for other in directory.glob(f"{group}_{artifact}-[0-9]*.jar"):
            other.unlink()
        # Copied beside and renamed: a run that is killed half-way leaves no half jar behind.
        unfinished = directory / f"{jar.file_name}.part"
        shutil.copyfile(resolved, unfinished)
        unfinished.replace(directory / jar.file_name)
    return f"Jars: {len(JARS)} in {directory} ({len(missing)} new)"


def broker_directory() -> Path:
    """Return where the jars of the tests' Kafka broker are, once `broker` has been asked for."""
    return Path(sys.prefix) / "kafka" / "jars"


def ensure_broker() -> str:
    """Resolve the jars of the tests' Kafka broker where they are not there; return a summary.

    Raises EnvironmentProblemError where they cannot be had.
    """
    directory = broker_directory()
    names = [Jar(coordinate, "").file_name for coordinate in BROKER]
    if not all((directory / name).is_file() for name in names):
        print("Resolving a Kafka broker for the tests ...", flush=True)
        resolve_jars(directory.parent, BROKER)
    return f"Kafka broker: {len(list(directory.glob('*.jar')))} jars in {directory}"


def resolve_jars(cache: Path, coordinates: Sequence[str], excluded: Sequence[str] = ()) -> None:
    """Let Spark's own resolver download jars, and what they depend on, to `cache`/jars.

    It runs in a process of its own, since it prints pages; they are shown only if it fails.
    Raises EnvironmentProblemError then.
    """
    settings = {
        "spark.jars.packages": ",".join(coordinates),
        "spark.jars.excludes": ",".join(excluded),
        "spark.jars.ivy": str(cache),
        "spark.master": "local[1]",
        "spark.ui.enabled": "false",
    }
    start_spark = (
        "import json, sys; from pyspark import SparkConf; from pyspark.sql import SparkSession; "
        "conf = SparkConf().setAll(json.loads(sys.argv[1]).items()); "
        "SparkSession.builder.config(conf=conf).getOrCreate().stop()"
    )
    done = subprocess.run(
        [sys.executable, "-c", start_spark, json.dumps(settings)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        printed = "\n".join((done.stdout + done.stderr).splitlines()[-40:])
        raise EnvironmentProblemError(
            f"{printed}\nSpark could not resolve jars (above). Is a Maven repository reachable?"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Check what is named, install it where that is possible, and otherwise say what to do."""
    checks: dict[str, Callable[[], str]] = {
        "java": ensure_java,
        "jars": lambda: ensure_jars(jar_directory(), Path(sys.prefix) / "ivy"),
        "browser": ensure_browser,
        "broker": ensure_broker,
    }
    parser = argparse.ArgumentParser(prog="resequencer.environment", description=main.__doc__)
    parser.add_argument("what", choices=checks, nargs="+")
    chosen = parser.parse_args(arguments)
    try:
        for what in chosen.what:
            print(checks[what](), flush=True)
    except EnvironmentProblemError as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
