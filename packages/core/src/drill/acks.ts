import type { WriteAttempt } from "./attempt";
import type { RowAck } from "./gtid-order";
import type { HostAck } from "./primary-intervals";

/** Every acknowledged write of one client, with the server that took it and the GTID that it named. */
export function listRowAcks({
  run,
  attempts,
}: {
  readonly run: string;
  readonly attempts: readonly WriteAttempt[];
}): RowAck[] {
  return attempts.flatMap(({ acked, seq, gtid, serverUuid: server, ...times }) => {
    const { startedMonotonicMs: startedMs, endedMonotonicMs: endedMs } = times;
    return acked && server !== null ? [{ row: `${run}/${seq}`, seq, server, gtid, startedMs, endedMs }] : [];
  });
}

/** When which host acknowledged a write. `hostOf` names the host of a server by its UUID. */
export function listHostAcks(
  attempts: readonly WriteAttempt[],
  hostOf: ReadonlyMap<string, string>,
): HostAck[] {
  return attempts.flatMap((one) => {
    const host = one.acked ? hostOf.get(one.serverUuid ?? "") : undefined;
    const { startedMonotonicMs: startedMs, endedMonotonicMs: atMs } = one;
    return host === undefined ? [] : [{ host, startedMs, atMs }];
  });
}
