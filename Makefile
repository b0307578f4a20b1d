# Each target sets up what it needs in .venv: nothing else has to be installed but Python 3.11.
#
#   make demo    a tour: ncnnc demo
#   make test    the whole test suite
#   make quick   the tests that generate no code
#   make since REV=main   the tests that reach what has changed since a revision
#   make others  the tests of compiled code, as on CPUs with AVX2 or SSE2 alone
#   make lint    style and types
#   make bench   where the time goes in one network

.PHONY: demo test quick since others lint bench clean

demo test quick since others lint bench:
	@VENV=.venv REV='$(REV)' .ci/run $@

clean:
	rm -rf .venv build dist *.egg-info
