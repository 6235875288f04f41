import type { AgentClock } from "@primacy/contract/agent";
import { monotonicMs } from "../vip/address/types";

/** The host's clock now: which boot, how far into it, and what the wall says. */
export function readClock(bootId: string): AgentClock {
  return { bootId, monotonicMs: monotonicMs(), wallMs: Date.now() };
}
