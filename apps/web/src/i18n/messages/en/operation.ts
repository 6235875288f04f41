/** Operations and their drawer. */
export const operation = {
  drawer: "Operations",
  running: "{count, plural, one {# operation is running} other {# operations are running}}",
  idle: "No operation is running",
  last: "Last: {title}, {state}",
  all: "All operations",
  state: {
    queued: "queued",
    running: "running",
    undoing: "being undone",
    succeeded: "succeeded",
    failed: "failed",
    undone: "undone",
    cancelled: "cancelled",
  },
  step: {
    pending: "to do",
    running: "running",
    waiting: "waiting",
    done: "done",
    failed: "failed",
    undoing: "being undone",
    undone: "undone",
    skipped: "skipped",
  },
};
