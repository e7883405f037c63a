"""Puts messages back in order: what dbt cannot do in SQL, as small modules that run without dbt."""
