"""`python -m lucena_chess` is the program `lucena`."""

import subprocess
import sys

from .program import find_program

if __name__ == "__main__":
    sys.exit(subprocess.run([find_program(), *sys.argv[1:]], check=False).returncode)
