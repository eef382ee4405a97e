"""Pieces that fall: rules, kicks, drops, queues and fumens, for the families that stack.

A field is a plain int: bit ``y * width + x`` is the cell in column x from the left, row y **from the bottom**
(fields grow upwards, so the row that never moves is row 0).
"""
