#!/bin/sh
# A failover drill as a gate of a pipeline: orders it, waits for its end, and fails on its verdict.
#
#   CONSOLE=https://… TOKEN=… CLUSTER=<id> drill-gate.sh order.json
#   drill-gate.sh decide < drill.json                        judges a drill that has ended
#
# order.json is the body of POST /clusters/{id}/drills. TOKEN is that of an operator. Needs curl 7.76 or newer, and jq.
#
# exit 0: passed: writes were back within the objective, and no acknowledged write is missing
#      1: failed, or the cluster could not be healed
#      2: nothing is proved: not tested, broken off, or not started
set -u

invalid() {
  echo "invalid: $*" >&2
  exit 2
}

# Reads a drill; prints the exit status and why.
decide() {
  verdict=$(jq -er '
    if .state != "ended" then "2 invalid: the drill is \(.state)"
    elif .heal == "unhealed" then "1 unhealed: \(.proxy.host // .target.name) needs a person"
    elif .verdict == null then "2 invalid: the drill has no verdict"
    else
      ({passed: "0", failed: "1"}[.verdict.kind] // "2") + " \(.verdict.kind): \(.verdict.sentence.text)"
    end') || invalid "this is no drill"
  echo "${verdict#? }"
  exit "${verdict%% *}"
}

api() {
  # The token comes by standard input: a command line is for everybody on this machine to see.
  printf 'header = "Authorization: Bearer %s"\n' "$TOKEN" | curl -sS --fail-with-body --max-time 90 --config - "$@"
}

[ $# -eq 1 ] || invalid "usage: $0 order.json"
[ "$1" != decide ] || decide
[ -n "${CONSOLE:-}" ] && [ -n "${TOKEN:-}" ] && [ -n "${CLUSTER:-}" ] || invalid "set CONSOLE, TOKEN and CLUSTER"

started=$(api -X POST "$CONSOLE/api/v1/clusters/$CLUSTER/drills" -H 'Content-Type: application/json' -d "@$1") ||
  invalid "not started: $started"
id=$(echo "$started" | jq -er .operation.id) || invalid "not started: $started"
echo "$CONSOLE/clusters/$CLUSTER/drills/$id"

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

drill=$(api "$CONSOLE/api/v1/drills/$id") || invalid "drill $id did not begin: the operation is $state"
printf '%s\n' "$drill" | decide
exit $?
