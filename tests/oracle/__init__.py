"""An independent oracle for the ordering semantics: one event after another, no closed form, no SQL."""
