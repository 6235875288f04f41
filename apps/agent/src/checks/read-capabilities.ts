import { readFile } from "node:fs/promises";
import type { HostObservation } from "@primacy/contract/agent";

const CAP_NET_ADMIN = 12n;
const CAP_NET_RAW = 13n;

/** Whether this process may change addresses and send packets of its own making. Never throws. */
export async function readCapabilities(): Promise<HostObservation["capabilities"]> {
  const status = await readFile("/proc/self/status", "utf8").catch(() => "");
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  const has = (bit: bigint): boolean => (effective & (1n << bit)) !== 0n;
  return { hasNetAdmin: has(CAP_NET_ADMIN), hasNetRaw: has(CAP_NET_RAW) };
}
