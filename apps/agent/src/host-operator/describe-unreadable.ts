import path from "node:path";
import { Id, message } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";

const unknownId = "00000000-0000-4000-8000-000000000000";

/** A file of the journal that nobody can undo, for want of knowing what it is: as loud as what could not be undone. */
export function describeUnreadable(file: string, { bootId }: { readonly bootId: string }): HostActionRecord {
  const named = Id.safeParse(path.basename(file, ".json"));
  return {
    actionId: named.success ? named.data : unknownId,
    clusterId: unknownId,
    grantedTo: { who: "?", operationId: null },
    kind: "file",
    target: file,
    state: "undo_failed",
    bootId,
    startedAt: new Date(0).toISOString(),
    undoAtMs: 0,
    reason: message("operator.record_unreadable"),
    byHand: [],
    settle: `rm ${file}`,
    process: null,
  };
}
