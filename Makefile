# Each target sets up what it needs in .venv: nothing else has to be installed but Python 3.11.
#
#   make demo    a tour: ncnnc demo
#   make test    the whole test suite
#   make quick   the tests that generate no code
#   make since REV=main   the tests that reach what has changed since a revision
#   make others  the tests of compiled code, as on CPUs with AVX2 or SSE2 alone
#   make lint    style and types
#   make docs    the documentation as a site, which `ncnnc docs` opens
#   make library-runtime   compile the run time of libraries for C to the LLVM IR that is shipped
#   make bench   where the time goes in one network

.PHONY: demo test quick since others lint docs library-runtime bench clean

demo test quick since others lint docs library-runtime bench:
	@VENV=.venv REV='$(REV)' .ci/run $@

clean:
	rm -rf .venv build dist *.egg-info compiler/_root/site
