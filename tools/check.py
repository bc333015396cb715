"""Run every check of the project: format, lint, types, tests. Exit code 0 only if all pass."""

import subprocess
import sys
import time

CHECKS = (
    ("ruff", "format", "--check", "."),
    ("ruff", "check", "."),
    ("mypy",),
    ("pytest", "-q", *sys.argv[1:]),
)


def main() -> int:
    """Run the checks in order and stop at none: a developer wants to see all that is wrong."""
    failed = []
    for check in CHECKS:
        started = time.monotonic()
        print(f"$ {' '.join(check)}", flush=True)
        if subprocess.run([sys.executable, "-m", *check], check=False).returncode:
            failed.append(check[0])
        print(f"  ({time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
