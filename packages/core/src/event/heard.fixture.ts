import type { AgentStatus, VipStatus, VipTransition } from "@primacy/contract/agent";
import { type HostWord, noteFrame } from "../topology/host-word";
import type { AgentSight } from "../topology/snapshot";
import { mysqlOf, nowMs, rows, sightOf, statusOf, vipStatusOf } from "../topology/topology-snapshot.fixture";

/** How far each host's monotonic clock is from the watcher's: no two are alike. */
const offsetsMs: Readonly<Record<number, number>> = { 1: -50_000, 2: 7_000_000, 3: 123 };

/** An instant so long before the picture, on the clock of host `n`. */
export function hostMs(n: number, agoMs: number): number {
  return nowMs - agoMs + (offsetsMs[n] ?? 0);
}

/** What host `n` said, and how long ago each frame was made. */
export interface HeardFrame {
  readonly agoMs: number;
  readonly change?: Partial<AgentStatus>;
}

/** Host `n` as it is known after these frames, the newest of which has only just come. */
export function heard(n: number, frames: readonly HeardFrame[]): AgentSight {
  let word: HostWord | null = null;
  let change: Partial<AgentStatus> = {};
  for (const frame of frames) {
    const clock = { bootId: "b", monotonicMs: hostMs(n, frame.agoMs), wallMs: 0 };
    change = { wire: [], peers: [], ...frame.change, clock };
    const arrival = { offsetMs: offsetsMs[n] ?? 0, arrivedAtMs: nowMs - frame.agoMs };
    word = noteFrame(word, statusOf(n, change), arrival);
  }
  const sight = sightOf(n, change, frames.at(-1)?.agoMs ?? 0);
  return word === null ? sight : { ...sight, word };
}

/** A look of host `n` at its server, so long ago. */
export function looked(
  n: number,
  agoMs: number,
  { states, primary }: { readonly states?: readonly string[]; readonly primary?: number } = {},
): Pick<AgentStatus, "mysql"> {
  const members = rows(states, primary);
  return { mysql: mysqlOf(n, { members, observedMonotonicMs: hostMs(n, agoMs) }) };
}

/** A look of host `n` that got no answer of its server. */
export function deafLook(n: number, agoMs: number): Pick<AgentStatus, "mysql"> {
  const observedMonotonicMs = hostMs(n, agoMs);
  return { mysql: mysqlOf(n, { reach: "down", members: [], serverUuid: null, observedMonotonicMs }) };
}

/** The VIP on a host that has let go of it, and why. */
export function releasedAddress(n: number, agoMs: number, reason: VipTransition["reason"]): VipStatus {
  const step = (from: VipStatus["state"], to: VipStatus["state"], ago: number): VipTransition => ({
    seq: 1,
    atMonotonicMs: hostMs(n, ago),
    from,
    to,
    reason,
    proofs: [],
  });
  return vipStatusOf(false, {
    transitions: [step("HOLDING", "RELEASING", agoMs + 20), step("RELEASING", "STANDBY", agoMs)],
  });
}

/** The VIP on a host that took it. */
export function took(n: number, agoMs: number): VipStatus {
  return vipStatusOf(true, { boundSinceMonotonicMs: hostMs(n, agoMs) });
}
