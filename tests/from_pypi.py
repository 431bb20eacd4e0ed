"""Programs of Python's package registry, each in a virtual environment of its own."""
import subprocess
import sys

NOT_INSTALLED = 77  # the exit status of a check that cannot be done here


def install(cache, package, program):
    """The path of `program` from `package`, NAME==VERSION; it goes into `cache` the first time.

    Exits with NOT_INSTALLED where the registry cannot be reached.
    """
    done = cache / package
    if done.exists():
        return cache / "bin" / program
    print(f"installing {package} into {cache}", flush=True)
    cache.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", cache], check=True, timeout=120)
        subprocess.run([cache / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", package],
                       check=True, timeout=900)
    except (subprocess.SubprocessError, OSError) as error:
        print(f"check: {package} could not be installed; can the Python package registry be reached? {error}",
              file=sys.stderr)
        sys.exit(NOT_INSTALLED)
    done.touch()
    return cache / "bin" / program
