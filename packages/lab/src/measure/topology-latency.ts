import { ClusterStreamItem } from "@primacy/contract/api";
import { awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import type { AddressWatch } from "../observe/address-watch";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import type { MeasureReport } from "./report";
import { findNextPrimary, type MeasureSetting, memberOn } from "./setting";
import { summarize } from "./statistics";
import { measureTargets } from "./targets";

const target = measureTargets["topology-latency"];
const SIGHT_LIMIT_MS = 30_000;

/** Opens a stream of the console as a browser does; each line that arrives is handed on. Ends when `signal` aborts. */
export type OpenStream = (path: string, onData: (data: string) => void, signal: AbortSignal) => Promise<void>;

/**
 * Opens a page of the console in a browser and hands on the name of the host that its picture shows as the address' holder,
 * whenever that changes, with the instant (as `monotonicMs`) at which the browser had drawn it. Ends when `signal` aborts.
 */
export type OpenPage = (
  path: string,
  address: string,
  onHolder: (host: string, atMs: number) => void,
  signal: AbortSignal,
) => Promise<void>;

/** One way of seeing who holds the address: what it showed, oldest first, and its end. */
interface View {
  readonly name: "stream" | "page";
  readonly sights: { readonly host: string; readonly atMs: number }[];
  readonly ended: Promise<void>;
}

/**
 * From the instant at which a kernel took the address (seen by the lab's own watch, which is when its agent took it) to
 * the instants at which the console's live stream told a client so, and at which a browser had drawn it, over planned
 * switchovers. Throws LabError where one of them is not seen.
 */
export async function measureTopologyLatency(
  setting: MeasureSetting,
  runs: number,
  open: { readonly stream: OpenStream; readonly page: OpenPage },
): Promise<MeasureReport> {
  const { lab } = setting;
  await lab.resetGroup();
  const watch = await lab.observe.watchHolders(setting.vipAddress);
  const closing = new AbortController();
  const views = [
    openStreamView(setting, open.stream, closing.signal),
    openPageView(setting, open.page, closing.signal),
  ];
  const latencies: Record<View["name"], number[]> = { stream: [], page: [] };
  try {
    await Promise.all(views.map((view) => waitForSight(view, () => true)));
    for (let run = 1; run <= runs; run += 1) {
      const found = await measureOnce(setting, watch, views);
      for (const { name, latencyMs } of found) latencies[name].push(Math.max(0, latencyMs));
      const said = found.map(({ name, latencyMs }) => `${name} after ${latencyMs.toFixed(0)} ms`);
      setting.say(`${run}/${runs}: ${said.join(", ")}`);
    }
  } finally {
    closing.abort();
    await Promise.all(views.map(({ ended }) => ended.catch(() => undefined)));
    await watch.stop();
  }
  const [latency, page] = [summarize(latencies.stream), summarize(latencies.page)];
  const met = latency.p95Ms <= target.p95Ms && page.p95Ms <= target.p95Ms;
  return { name: "topology-latency", runs, vip: page, target, met, figures: { latency, page } };
}

async function measureOnce(
  setting: MeasureSetting,
  watch: AddressWatch,
  views: readonly View[],
): Promise<{ readonly name: View["name"]; readonly latencyMs: number }[]> {
  const to = await findNextPrimary(setting);
  const before = views.map((view) => view.sights.length);
  const { operation } = await setting.api.call("switchOver", {
    params: { id: setting.cluster.id },
    body: { memberId: memberOn(setting, to).id, confirm: setting.cluster.name },
  });
  await awaitSuccess(setting.api, operation.id);
  const seen: { readonly name: View["name"]; readonly atMs: number }[] = [];
  for (const [index, view] of views.entries()) {
    const { atMs } = await waitForSight(view, ({ host }) => host === to, before[index]);
    seen.push({ name: view.name, atMs });
  }
  const held = watch.intervals.findLast((one) => one.host === to);
  if (held === undefined) throw new LabError("not_observed", `${to} never held the address.`);
  return seen.map(({ name, atMs }) => ({ name, latencyMs: atMs - held.fromMs }));
}

function waitForSight(
  view: View,
  isMeant: (sight: View["sights"][number]) => boolean,
  from = 0,
): Promise<View["sights"][number]> {
  return Promise.race([
    waitFor(`the ${view.name} to show the holder`, () => view.sights.slice(from).find(isMeant), {
      timeoutMs: SIGHT_LIMIT_MS,
    }),
    view.ended.then(() => {
      throw new LabError("not_observed", `The ${view.name} ended before it showed the holder.`);
    }),
  ]);
}

function openStreamView(setting: MeasureSetting, openStream: OpenStream, signal: AbortSignal): View {
  const sights: View["sights"] = [];
  const onData = (data: string): void => {
    const atMs = monotonicMs();
    const item = ClusterStreamItem.safeParse(JSON.parse(data));
    if (!item.success || item.data.kind !== "topology") return;
    const { vips } = item.data.topology;
    const holder = vips.find((vip) => vip.address === setting.vipAddress)?.kernelHostIds[0];
    const host = setting.hosts.find((one) => one.id === holder)?.name;
    if (host !== undefined && sights.at(-1)?.host !== host) sights.push({ host, atMs });
  };
  const ended = openStream(`/api/v1/clusters/${setting.cluster.id}/stream`, onData, signal);
  return { name: "stream", sights, ended };
}

function openPageView(setting: MeasureSetting, openPage: OpenPage, signal: AbortSignal): View {
  const sights: View["sights"] = [];
  const onHolder = (host: string, atMs: number): void => {
    sights.push({ host, atMs });
  };
  const ended = openPage(`/clusters/${setting.cluster.id}`, setting.vipAddress, onHolder, signal);
  return { name: "page", sights, ended };
}
