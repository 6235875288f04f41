import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { type GroupOptions, observeViews } from "./group";
import { listBlind } from "./group-verdict";
import { runRootSql } from "./root-sql";

/** Above what leaving takes a server whose reads wait for the group. */
const LEAVE_LIMIT_MS = 75_000;
/** A server tries to join ten times within a minute. */
const JOIN_LIMIT_MS = 75_000;

/**
 * Lets each member leave the group and join it again that does not reach another one, or is not reached by the primary, as
 * `listBlind` finds it. Returns one sentence for each, none where all reach each other. It helps a mend, and does not end one:
 * what a server refuses is told, and left to the mend. Throws LabError `aborted` alone.
 */
export async function rejoinBlind(hosts: readonly LabHost[], options: GroupOptions = {}): Promise<string[]> {
  const { signal } = options;
  const told: string[] = [];
  const nameOf = (address: string): string => hosts.find((host) => host.address === address)?.name ?? address;
  for (;;) {
    const pair = listBlind(await observeViews(hosts, signal))[0];
    const host = hosts.find(({ address }) => address === pair?.leaver);
    if (pair === undefined || host === undefined || told.length >= hosts.length) return told;
    const text = `${nameOf(pair.seer)} no longer reached ${nameOf(pair.unseen)}, and ${host.name} was let join again`;
    options.onProgress?.(text);
    told.push(text);
    try {
      await runRootSql(host, "STOP GROUP_REPLICATION;", { timeoutMs: LEAVE_LIMIT_MS, signal });
      await runRootSql(host, "START GROUP_REPLICATION;", { timeoutMs: JOIN_LIMIT_MS, signal });
    } catch (cause) {
      if (!(cause instanceof LabError) || cause.code === "aborted") throw cause;
      options.onProgress?.(`${host.name} could not be let join again: ${cause.message}`);
      return told;
    }
  }
}
