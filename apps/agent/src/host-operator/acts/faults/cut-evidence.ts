import { createSocket } from "node:dgram";
import { type Message, message } from "@primacy/contract";
import { type ActingHost, waitFor } from "@primacy/host-acts";
import { ToldError } from "../../../message/told-error";
import { monotonicMs } from "../../../vip/address/types";
import type { CutReach } from "./cut-reach";
import { counterOf, cutTable, directionsOf } from "./cut-rules";
import type { FaultOf } from "./fault-kind";

const limits = { timeoutMs: 10_000 };
/** Agents write to each other more often than that, and so does whoever looks for a neighbour. */
const waitMs = 1_000;
/** Where nobody listens (RFC 863). */
const discardPort = 9;
const everybody = { 4: "224.0.0.1", 6: "ff02::1" } as const;

/** When it had been seen that a cut is in force, and what was seen of it. */
export interface SeenCut {
  readonly seenMs: number;
  readonly seen: readonly Message[];
}

/**
 * Sees that the kernel has the rules in force, and then what they count: of frames that go out at least one of this host's own, which it
 * sends for that. Nobody else has to write for it. Throws ToldError.
 */
export async function seeCut(host: ActingHost, fault: FaultOf<"cut">, reach: CutReach): Promise<SeenCut> {
  const listing = await readTable(host);
  const leftMs = readLeftMs(listing);
  const isWhole = directionsOf(fault).every((direction) =>
    reach.devices.every((_, at) => listing.includes(`chain ${direction}${at} {`)),
  );
  if (leftMs === null || !isWhole) throw new ToldError(message("operator.fault_cut_unseen"));
  const seenMs = monotonicMs();
  const rules = message("operator.seen_cut", { devices: reach.devices.join(", "), leftMs });
  await Promise.all(listProbes(fault, reach).map(sendProbe));
  return { seenMs, seen: [rules, ...(await awaitCounts(host, fault))] };
}

async function readTable(host: ActingHost): Promise<string> {
  return (await host.exec(["nft", "list", "table", ...cutTable.split(" ")], limits)).stdout;
}

async function awaitCounts(host: ActingHost, fault: FaultOf<"cut">): Promise<Message[]> {
  const directions = directionsOf(fault);
  const count = async (): Promise<readonly number[]> => {
    const listing = await readTable(host);
    return directions.map((direction) => readCount(listing, counterOf(direction)));
  };
  const look = async (): Promise<readonly number[] | undefined> => {
    const counts = await count();
    return counts.every((frames) => frames > 0) ? counts : undefined;
  };
  const counts = await waitFor("a frame to be dropped", look, { timeoutMs: waitMs, intervalMs: 50 }).catch(
    count,
  );
  return directions.map((direction, at) => {
    const frames = counts[at] ?? 0;
    return frames > 0
      ? message(`operator.seen_dropped_${direction}`, { frames })
      : message(`operator.seen_none_${direction}`, { waitMs });
  });
}

function readCount(listing: string, counter: string): number {
  return Number(new RegExp(`counter ${counter} \\{\\s*packets (\\d+)`).exec(listing)?.[1] ?? 0);
}

/** When the first element is forgotten, such as `1h2m3s400ms` from now; null where there is none any more. */
function readLeftMs(listing: string): number | null {
  const expires = /expires ((?:\d+(?:d|h|ms|m|s))+)/.exec(listing)?.[1];
  if (expires === undefined) return null;
  const unitMs: Readonly<Record<string, number>> = {
    d: 86_400_000,
    h: 3_600_000,
    m: 60_000,
    s: 1_000,
    ms: 1,
  };
  return [...expires.matchAll(/(\d+)(d|h|ms|m|s)/g)].reduce(
    (sum, [, number = "0", unit = ""]) => sum + Number(number) * (unitMs[unit] ?? 0),
    0,
  );
}

interface Probe {
  readonly family: 4 | 6;
  readonly to: string;
  /** By which of the host's interfaces, where its routes do not say that. */
  readonly by: string | null;
}

/** Peers are written to themselves; everybody is, on each link, where that goes no further than the rule. */
function listProbes({ peers, drops }: FaultOf<"cut">, { own, devices }: CutReach): Probe[] {
  if (peers !== null) return peers.map((to) => ({ family: to.includes(":") ? 6 : 4, to, by: null }));
  if (drops === "in") return [];
  return [
    ...own.filter((one) => !one.includes(":")).map((by) => ({ family: 4, to: everybody[4], by }) as const),
    ...devices.map((device) => ({ family: 6, to: `${everybody[6]}%${device}`, by: null }) as const),
  ];
}

/** Whether it could be sent shows by the counters alone. */
function sendProbe({ family, to, by }: Probe): Promise<void> {
  return new Promise((resolve) => {
    const socket = createSocket(family === 4 ? "udp4" : "udp6");
    const end = (): void => {
      socket.removeAllListeners("error").on("error", () => undefined);
      socket.close(() => resolve());
    };
    socket.once("error", end);
    socket.bind(0, by ?? undefined, () => {
      try {
        if (by !== null) socket.setMulticastInterface(by);
        socket.send("", discardPort, to, end);
      } catch {
        end();
      }
    });
  });
}
