"""A family for tests: primes below a number, counted in shards, with troubles on demand."""
