"""Version of the plugin: its first two numbers are those of the dbt-spark it extends."""

version = "1.11.0"
