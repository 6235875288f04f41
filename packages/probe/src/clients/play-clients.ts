import { once } from "node:events";
import { probeEveryMs } from "@primacy/contract";
import type { ProbeOrder } from "@primacy/contract/agent";
import { monotonicMs } from "../monotonic";
import type { Promised, TellSample } from "./lane";
import { LoginLane } from "./login-lane";
import { ReadLane } from "./read-lane";
import { Way } from "./way";
import { WriteLane } from "./write-lane";

/**
 * Plays a client of each way until the signal fires, lets what is under way end, and takes leave. Tells of each attempt when it has ended.
 * Those of the order's `readers` sign in and read, and write nothing: each reads the rows of the first client, beside what that was promised;
 * their attempts count on from those of the clients. The ways take turns: what is due at one is due at no other in the same millisecond.
 */
export async function playClients(order: ProbeOrder, tell: TellSample, signal: AbortSignal): Promise<void> {
  const { clients, readers, authorities, user, password } = order;
  const account = { user, password };
  const writers = clients.map(({ endpoint: place, run }, endpoint) => {
    const way = new Way(place, account, authorities);
    const promised: Promised = { ackedRows: 0, ackedLast: -1 };
    const write = new WriteLane(way, { endpoint, run }, promised, tell);
    const read = new ReadLane(way, { endpoint, run }, promised, tell);
    return { run, promised, write, lanes: [write, read, new LoginLane(way, endpoint, tell)] };
  });
  const [first] = writers;
  const readOnly = readers.flatMap(({ endpoint: place }, index) => {
    if (first === undefined) return [];
    const way = new Way(place, account, authorities);
    const endpoint = clients.length + index;
    const read = new ReadLane(way, { endpoint, run: first.run }, first.promised, tell);
    return [{ lanes: [read, new LoginLane(way, endpoint, tell)] }];
  });
  await Promise.all(writers.map(({ write }) => write.warmUp()));
  const players = [...writers, ...readOnly];
  const startedMs = monotonicMs();
  players.forEach(({ lanes }, index) => {
    const ownMs = startedMs + (index * probeEveryMs.write) / players.length;
    // Signal may have fired while the first connections were opened: nothing begins then.
    if (signal.aborted) return;
    for (const lane of lanes) lane.start(ownMs);
  });
  if (!signal.aborted) await once(signal, "abort");
  await Promise.all(players.flatMap(({ lanes }) => lanes.map((lane) => lane.stop())));
}
