"""The only door to numba, and the native parts that families share."""
