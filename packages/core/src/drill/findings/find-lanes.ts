import type { DrillLanes } from "@primacy/contract";
import { drawLanes } from "./draw-lanes";
import type { DrillRecord } from "./drill-record";
import { zeroOf } from "./drill-zero";
import { findArpLanes } from "./find-arp";
import { findProxyLanes } from "./find-proxy-lanes";
import { listVipAddresses } from "./held-address";
import type { HostStory } from "./host-story";

/** What each server and each kernel said over the whole record, who answered for the VIPs, and where proxies led. */
export function findLanes(record: DrillRecord, stories: readonly HostStory[]): DrillLanes {
  const zeroMs = zeroOf(record);
  const whole = { fromMs: record.startedMs - zeroMs, toMs: record.nowMs - zeroMs };
  const { servers } = record;
  // Those of ways that are only read through are shown, and nothing is judged by them.
  const addresses = listVipAddresses({ ways: [...record.ways, ...(record.readWays ?? [])] });
  return {
    ...drawLanes({ stories, servers, addresses, whole }),
    arp: [...findArpLanes(record)],
    proxies: findProxyLanes(record),
  };
}
