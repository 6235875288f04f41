#!/bin/sh
# A benchmark as a gate of a pipeline: starts it, waits for its end, and judges what one of its arms costs against the first.
#
#   CONSOLE=https://… TOKEN=… CLUSTER=<id> benchmark-gate.sh order.json ARM LIMIT
#   benchmark-gate.sh decide ARM LIMIT < benchmark.json      judges a benchmark that has ended
#
# order.json is the body of POST /clusters/{id}/benchmarks. ARM is the name of an arm in it, LIMIT a loss in percent.
# TOKEN is that of an operator. Needs curl and jq.
#
# exit 0: the upper end of the arm's 95 % interval is LIMIT or less
#      1: the lower end is above LIMIT
#      2: undecided, or the benchmark is invalid: it failed, was cancelled, or has too few blocks for an interval
set -u

invalid() {
  echo "invalid: $*" >&2
  exit 2
}

# Whether this is a number: to jq, everything else is more or less than any number as well.
is_number() {
  jq -en --argjson limit "$1" '($limit | type) == "number" and ($limit | isnan | not)' >/dev/null 2>&1
}

# Reads a benchmark; prints the exit status and why.
judge() {
  jq -er --arg arm "$1" --argjson limit "$2" '
    def percent: "\(. * 100 | round / 100) %";
    ([.arms[].name] | index($arm)) as $place
    | [.answer.differences[] | select(.arm == $place)] as $all
    # Over all thread counts; with one count that one is all there is.
    | (($all | map(select(.threads == null)) | first) // ($all | first)) as $one
    | if .state != "succeeded" then "2 invalid: the benchmark is \(.state)"
      elif $place == null then "2 invalid: no arm is called \($arm)"
      elif $place == 0 then "2 invalid: \($arm) is what the others are compared with"
      elif $one == null or $one.low == null or $one.high == null then
        "2 invalid: too few whole blocks for an interval"
      else
        "\($arm) costs \($one.loss | percent) (\($one.low | percent) to \($one.high | percent)), limit \($limit) %" as $text
        | if $one.high <= $limit then "0 passed: \($text)"
          elif $one.low > $limit then "1 failed: \($text)"
          else "2 undecided: \($text)" end
      end'
}

decide() {
  is_number "$2" || invalid "the limit $2 is no number"
  verdict=$(judge "$1" "$2") || invalid "this is no benchmark"
  echo "${verdict#? }"
  exit "${verdict%% *}"
}

api() {
  # The token comes by standard input: a command line is for everybody on this machine to see.
  printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" | curl -sS --fail-with-body --max-time 90 --config - "$@"
}

if [ "${1:-}" = decide ]; then
  [ $# -eq 3 ] || invalid "usage: $0 decide ARM LIMIT < benchmark.json"
  decide "$2" "$3"
fi
[ $# -eq 3 ] || invalid "usage: $0 order.json ARM LIMIT"
[ -n "${CONSOLE:-}" ] && [ -n "${TOKEN:-}" ] && [ -n "${CLUSTER:-}" ] || invalid "set CONSOLE, TOKEN and CLUSTER"
is_number "$3" || invalid "the limit $3 is no number"

started=$(api -X POST "$CONSOLE/api/v1/clusters/$CLUSTER/benchmarks" -H 'Content-Type: application/json' -d "@$1") ||
  invalid "not started: $started"
id=$(echo "$started" | jq -er .operation.id) || invalid "not started: $started"
echo "$CONSOLE/clusters/$CLUSTER/benchmarks/$id"

# The console may be restarted meanwhile: it is away for good after ten questions in a row, half a minute or more.
away=0
while :; do
  if state=$(api "$CONSOLE/api/v1/operations/$id?wait=60" | jq -er .state); then
    away=0
    case $state in queued | running | undoing) ;; *) break ;; esac
  else
    away=$((away + 1))
    [ "$away" -lt 10 ] || invalid "the console does not answer"
    sleep 3
  fi
done

api "$CONSOLE/api/v1/benchmarks/$id" >benchmark.json || invalid "benchmark $id cannot be read: the operation is $state"
decide "$2" "$3" <benchmark.json
