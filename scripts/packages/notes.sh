#!/usr/bin/env bash
# Prints what CHANGELOG.md says of a version, as the notes of its release:
#     scripts/packages/notes.sh 0.1.0
set -euo pipefail
cd "$(dirname "$0")/../.."

notes=$(awk -v heading="## [$1]" '/^## / { inside = index($0, heading) == 1; next } inside' CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || { echo "CHANGELOG.md has no section for $1" >&2; exit 1; }
printf '%s\n' "$notes"
