#!/usr/bin/env bash
# Runs the fuzz targets of this folder side by side, and reports what came of each: all of them on 16 cores, or the named ones
# with one process each:
#   ./run.sh SECONDS [TARGET ...]
# It expects the binaries in bin/ and inputs to begin with in corpus/TARGET/. Findings lie in artifacts/ at the end, and in $OUT
# where that is set. It needs nothing but bash, its usual companions and glibc; fuzz/README.md says how the folder is made.
set -u
seconds=${1:?how many seconds}
shift
here=$(cd "$(dirname "$0")" && pwd)
shopt -s nullglob

# Sessions and games have the most to find, and sessions run searches of several threads.
targets=(games solved protocol epd positions advice)
declare -A processes=([games]=4 [solved]=3 [protocol]=3 [epd]=2 [positions]=2 [advice]=2)
if (($# > 0)); then
  targets=("$@")
  for target in "$@"; do processes[$target]=1; done
fi
declare -A longest=([games]=8192 [solved]=4096 [protocol]=4096 [epd]=4096 [positions]=4096 [advice]=4096)
declare -A slowest=([games]=30 [solved]=30 [protocol]=60 [epd]=30 [positions]=30 [advice]=30)

# What is written and read again for every input is quickest in memory.
work=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work RUST_BACKTRACE=1 LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
mkdir -p "$here/artifacts" "$here/logs"
end=$((SECONDS + seconds))

# One process that is started again after a finding, with another seed, until the time is over or ten things are found.
keep_fuzzing() {
  local target=$1 number=$2 found=0 left
  local log=$here/logs/$target-$number.log
  : >"$log"
  while left=$((end - SECONDS)) && ((left > 0 && found < 10)); do
    "$here/bin/$target" "$here/corpus/$target" -max_total_time="$left" -max_len="${longest[$target]}" \
      -timeout="${slowest[$target]}" -rss_limit_mb=4096 -seed=$((1000 * number + found + 1)) -print_final_stats=1 \
      -artifact_prefix="$here/artifacts/$target-" >>"$log" 2>&1
    local status=$?
    echo "exit status $status" >>"$log"
    ((status == 0)) && break
    found=$((found + 1))
    # A binary that does not even start is not started for ever.
    ((SECONDS < end)) && sleep 1
  done
}

for target in "${targets[@]}"; do
  mkdir -p "$here/corpus/$target"
  for ((number = 1; number <= processes[$target]; number++)); do
    keep_fuzzing "$target" "$number" &
  done
done
wait

printf '%-10s %14s %10s %8s  %s\n' target executions coverage inputs 'exit statuses'
failed=0
for target in "${targets[@]}"; do
  logs=("$here/logs/$target"-*.log)
  executions=$(grep -ah '^stat::number_of_executed_units' "${logs[@]}" | awk '{ sum += $2 } END { print sum + 0 }')
  coverage=$(grep -aho ' cov: [0-9]*' "${logs[@]}" | awk '$2 > most { most = $2 } END { print most + 0 }')
  inputs=("$here/corpus/$target"/*)
  statuses=$(grep -ah '^exit status' "${logs[@]}" | awk '{ count[$3]++ } END { for (s in count) printf "%s (%d) ", s, count[s] }')
  [[ $statuses =~ ^0\ \([0-9]+\)\ $ ]] || failed=1
  printf '%-10s %14s %10s %8s  %s\n' "$target" "$executions" "$coverage" "${#inputs[@]}" "$statuses"
done
for finding in "$here/artifacts"/*; do
  echo "found: ${finding##*/} ($(wc -c <"$finding") bytes)"
  failed=1
done
grep -ahE 'panicked at|ERROR: libFuzzer' -A 2 "$here"/logs/*.log | grep -av '^--' | sort | uniq -c | sort -rn | head -40
if [[ -n ${OUT:-} ]]; then
  mkdir -p "$OUT"
  cp -r "$here/artifacts" "$OUT/"
  for log in "$here"/logs/*.log; do tail -c 20000 "$log" >"$OUT/${log##*/}"; done
fi
exit "$failed"
