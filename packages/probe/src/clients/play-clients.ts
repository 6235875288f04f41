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
 * The ways take turns: what is due at one is due at no other in the same millisecond.
 */
export async function playClients(order: ProbeOrder, tell: TellSample, signal: AbortSignal): Promise<void> {
  const { clients, authorities, user, password } = order;
  const players = clients.map(({ endpoint: place, run }, endpoint) => {
    const way = new Way(place, { user, password }, authorities);
    const promised: Promised = { ackedRows: 0, ackedLast: -1 };
    return {
      write: new WriteLane(way, { endpoint, run }, promised, tell),
      read: new ReadLane(way, { endpoint, run }, promised, tell),
      login: new LoginLane(way, endpoint, tell),
    };
  });
  await Promise.all(players.map(({ write }) => write.warmUp()));
  const startedMs = monotonicMs();
  players.forEach(({ write, read, login }, index) => {
    const ownMs = startedMs + (index * probeEveryMs.write) / players.length;
    // Signal may have fired while the first connections were opened: nothing begins then.
    if (signal.aborted) return;
    for (const lane of [write, read, login]) lane.start(ownMs);
  });
  if (!signal.aborted) await once(signal, "abort");
  await Promise.all(players.flatMap(({ write, read, login }) => [write.stop(), read.stop(), login.stop()]));
}
