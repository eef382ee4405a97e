"""Drawing: a family draws once, for page, terminal, file and notebook."""
