import type { QueuePlace, WaitingBenchmark } from "@primacy/contract";
import { at } from "../vip/console-page.fixture";
import { benchmarkId, picture } from "./benchmark.fixture";

/** Two that wait: the benchmark of the page behind one that runs, and one behind both that a paused one keeps. */
const awaited = {
  id: `${benchmarkId.slice(0, -3)}411`,
  clusterId: picture.clusterId,
  name: "Before the upgrade",
};
export const queue: readonly WaitingBenchmark[] = [
  {
    id: benchmarkId,
    name: "Direct · VIP, 64 threads",
    requestedBy: "an operator",
    createdAt: at,
    seconds: 880,
    waitsFor: [awaited],
    startsInSeconds: 1_312,
  },
  {
    id: `${benchmarkId.slice(0, -3)}402`,
    name: "All ways at night",
    requestedBy: "admin",
    createdAt: at,
    seconds: 11_400,
    waitsFor: [awaited, { id: benchmarkId, clusterId: picture.clusterId, name: "Direct · VIP, 64 threads" }],
    startsInSeconds: null,
  },
];

/** Where the benchmark of the form would stand: nobody is before it without `busy`, and with `halted` one that is paused is. */
export function placeOf(has: (name: string) => boolean, loadHostId: string | undefined): QueuePlace | null {
  if (loadHostId === undefined) return null;
  if (has("halted")) return { waitsFor: [awaited], startsInSeconds: null };
  if (!has("busy")) return { waitsFor: [], startsInSeconds: 0 };
  const elsewhere = {
    id: benchmarkId,
    clusterId: `${picture.clusterId.slice(0, -3)}777`,
    name: "All ways at night",
  };
  return { waitsFor: [awaited, elsewhere], startsInSeconds: 1_312 };
}
