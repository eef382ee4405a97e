"""What the boards of all families are made of: plain ints as sets of cells, and no numpy."""
