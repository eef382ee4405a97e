"""The five families, each with the same rooms; see docs/design.md."""
