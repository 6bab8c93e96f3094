# Runs checks one after the other and counts what passed and failed. To be sourced.
# shellcheck shell=bash

passed=0
failed=0
failures=()
last_skipped=

# check NAME COMMAND...: one check, which passes when the command does.
check() {
  local name=$1
  shift
  heading "$name"
  if "$@"; then passed=$((passed + 1)); else fail "$name"; fi
}

# tests NAME COMMAND...: a test run; every test of it counts. Sets last_skipped.
tests() {
  local name=$1 log
  shift
  heading "$name"
  log=$(mktemp)
  local started=$SECONDS
  "$@" 2>&1 | tee "$log"
  local status=$?
  # The line that vitest ends with: "Tests  1 failed | 2 passed | 3 skipped (6)".
  local line run_failed run_passed
  line=$(grep -E '^ *Tests +[0-9]' "$log" | tail -n 1)
  run_failed=$(number_before failed "$line")
  run_passed=$(number_before passed "$line")
  last_skipped=$(($(number_before skipped "$line") + $(number_before todo "$line")))
  passed=$((passed + run_passed))
  failed=$((failed + run_failed))
  if [ "$run_failed" -gt 0 ]; then failures+=("$name: $run_failed tests"); fi
  # Errors outside of tests, or a run that never came to its end.
  if [ "$run_failed" = 0 ] && { [ "$status" != 0 ] || [ "$run_passed" = 0 ]; }; then fail "$name"; fi
  printf '%s: %s s\n' "$name" "$((SECONDS - started))"
  print_slowest_files "$log"
  rm -f "$log"
}

# Prints the ten slowest test files of a run, from lines such as "✓ |unit| test/house.test.ts (4 tests) 231ms".
print_slowest_files() {
  printf 'The slowest files:\n'
  grep -E '\|[a-z]+\| .*\([0-9]+ tests?.*\) [0-9]+ *ms' "$1" |
    sed -E 's/^.*\|([a-z]+)\| +(\S+) \(.*\) ([0-9]+) *ms.*/\3 ms \1 \2/' | sort -rn | head -n 10
}

# checks NAME COMMAND...: as check, but each step that the command counts at its end counts.
checks() {
  local name=$1 log line total=0 good=0
  shift
  heading "$name"
  log=$(mktemp)
  "$@" 2>&1 | tee "$log"
  line=$(grep -E '^[0-9]+ of [0-9]+ checks passed' "$log" | tail -n 1)
  if [[ $line =~ ^([0-9]+)\ of\ ([0-9]+) ]]; then
    good=${BASH_REMATCH[1]}
    total=${BASH_REMATCH[2]}
  fi
  passed=$((passed + good))
  failed=$((failed + total - good))
  if [ "$good" != "$total" ]; then failures+=("$line"); fi
  if [ "$total" = 0 ]; then fail "$name"; fi
  rm -f "$log"
}

# Prints the result and exits with it.
finish() {
  heading "Result after $SECONDS s"
  local failure
  for failure in "${failures[@]+"${failures[@]}"}"; do printf 'FAILED: %s\n' "$failure"; done
  printf '%s passed, %s failed\n' "$passed" "$failed"
  [ "$failed" = 0 ]
  exit
}

heading() {
  printf '\n== %s\n' "$1"
}

fail() {
  failed=$((failed + 1))
  failures+=("$1")
  printf 'FAILED: %s\n' "$1"
}

number_before() {
  local number
  number=$(grep -o -E "[0-9]+ $1" <<< "$2" | cut -d ' ' -f 1)
  printf '%s' "${number:-0}"
}
