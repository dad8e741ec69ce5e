# make run      set everything up where needed, and open the window   (ARGS="memory list" ...)
# make test     set everything up where needed, and run all tests     (ARGS="tests/memory -k undo")
# make setup    only the set-up
# make lint     style and types
# make bench    the measurements that need no data of others
# make clean    remove what can be made again (the model weights stay)

PYTHON_IN_VENV := .venv/bin/python

.PHONY: run test setup setup-tests lint bench translations clean

run: setup
	@.venv/bin/keepsake $(ARGS)

test: setup-tests
	@.venv/bin/pytest $(ARGS)

setup:
	@sh packaging/setup.sh run

setup-tests:
	@sh packaging/setup.sh tests

lint: setup
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy

bench: setup
	@for script in tests/benchmarks/*_speed.py tests/benchmarks/bench_*.py; do \
	  [ -f "$$script" ] || continue; \
	  module=$$(basename "$$script" .py); echo "== $$module"; \
	  OPENBLAS_NUM_THREADS=1 $(PYTHON_IN_VENV) -m "tests.benchmarks.$$module" || exit 1; \
	done

translations: setup
	@$(PYTHON_IN_VENV) packaging/translations.py --update

clean:
	@rm -rf .venv .setup build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis htmlcov .coverage
	@rm -f resources/translations/*.qm
	@find assistant_app tests packaging -name __pycache__ -type d -prune -exec rm -rf {} +
