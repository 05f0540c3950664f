# shellcheck shell=bash
#
# For scripts that run many parts, each of which has to pass. At the end it prints what each part took: seconds, and
# seconds of processors, which other work on the machine changes least. A script sources it in the project's folder:
#
#     source Scripts/parts.sh
#     part "Library: build and tests"
#     build --build-tests
#     run_tests
#     finish "the library builds, and its tests pass"
#
# All packages of this repository are built in one folder, `.build`, so that the library is compiled once for each
# configuration (CONTRIBUTING.md, "One folder for all builds").

scratch=$PWD/.build
log=$(mktemp)
trap 'rm -f "$log" "$log.times"' EXIT

current=""
table=""

fail() { printf '\nFAILED: %s\n' "$*" >&2; exit 1; }

# Begins a part, which ends the one before.
part() {
  end_part
  current=$1 began=$SECONDS processors_began=$(processors)
  printf '\n== %s\n' "$1"
}

end_part() {
  times >"$log.times"
  if [[ -z "$current" ]]; then return; fi
  table+=$(printf '%9d %11d  %s' $((SECONDS - began)) $(($(processors) - processors_began)) "$current")$'\n'
  current=""
}

# The seconds of processors of all commands up to the last `times`, which counts for the shell that it runs in, and
# so not in a substitution.
processors() { awk -F '[ms ]+' 'NR == 2 { printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$log.times"; }

# Prints what each part took.
finish() {
  end_part
  printf '\n%9s %11s\n%s%9d %11d  in all\n' seconds processors "$table" "$SECONDS" "$(processors)"
  printf '\nPASSED: %s\n' "$1"
}

# Runs a command; shows what it prints where it fails, and its last line otherwise.
quietly() {
  "$@" >"$log" 2>&1 || { cat "$log"; fail "$*"; }
  tail -n 1 "$log"
}

# Builds; what gives a warning fails.
build() {
  quietly swift build --scratch-path "$scratch" "$@"
  if grep -q 'warning:' "$log"; then
    grep -A 5 'warning:' "$log"
    fail "swift build $* gives warnings"
  fi
}

# Not all tests at once: one that waits for a limit, such as that of a stop, would wait for the others, too.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=32

# Runs the tests that are built; shows the suites and the closing line. Where a test fails: all but what passed.
run_tests() {
  if ! swift test --skip-build --scratch-path "$scratch" --disable-xctest "$@" >"$log" 2>&1; then
    grep -avE '^(✔|◇|━)| started\.$' "$log" | tail -n 400 || true
    # Last, as this is what is seen first: what each report of a sanitizer is about.
    grep -aE '^SUMMARY: |^✘' "$log" | sort -u | tail -n 15 || true
    fail "swift test $*"
  fi
  grep -aE '^[^ ]+ Suite .* passed after' "$log" || true
  grep -aE '^[^ ]+ Test run with [1-9][0-9]* tests? .*passed after' "$log" || fail "swift test $* ran no test"
}
