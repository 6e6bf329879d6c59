"""How fast it is, measured beside its peers; `bench.run` runs it all."""
