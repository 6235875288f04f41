import { ClusterStreamItem } from "@primacy/contract/api";
import { awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import type { MeasureReport } from "./report";
import { findNextPrimary, type MeasureSetting, memberOn } from "./setting";
import { summarize } from "./statistics";

const target = { p95Ms: 500 };

/** Opens a stream of the console as a browser does; each line that arrives is handed on. Ends when `signal` aborts. */
export type OpenStream = (path: string, onData: (data: string) => void, signal: AbortSignal) => Promise<void>;

/**
 * From the instant at which a kernel took the address (seen by the lab's own watch, which is when its agent took it) to
 * the instant at which the console's live stream told a client so, over planned switchovers.
 */
export async function measureTopologyLatency(
  setting: MeasureSetting,
  runs: number,
  openStream: OpenStream,
): Promise<MeasureReport> {
  const { lab, say } = setting;
  await lab.resetGroup();
  const watch = await lab.observe.watchHolders(setting.vipAddress);
  const shown: { hostId: string; atMs: number }[] = [];
  const closing = new AbortController();
  const stream = openStream(
    `/api/v1/clusters/${setting.cluster.id}/stream`,
    (data) => {
      const atMs = monotonicMs();
      const item = ClusterStreamItem.safeParse(JSON.parse(data));
      if (!item.success || item.data.kind !== "topology") return;
      const holder = item.data.topology.vips.find((vip) => vip.address === setting.vipAddress)
        ?.kernelHostIds[0];
      if (holder !== undefined && shown.at(-1)?.hostId !== holder) shown.push({ hostId: holder, atMs });
    },
    closing.signal,
  );
  const latencies: number[] = [];
  try {
    await waitFor("the stream to show the holder", () => (shown.length > 0 ? true : undefined), {
      timeoutMs: 30_000,
    });
    for (let run = 1; run <= runs; run += 1) {
      const to = await findNextPrimary(setting);
      const host = setting.hosts.find((one) => one.name === to);
      if (host === undefined) throw new LabError("host_unknown", `The console knows no host ${to}.`);
      const before = shown.length;
      const { operation } = await setting.api.call("switchOver", {
        params: { id: setting.cluster.id },
        body: { memberId: memberOn(setting, to).id, confirm: setting.cluster.name },
      });
      await awaitSuccess(setting.api, operation.id);
      const seen = await waitFor(
        "the stream to show the new holder",
        () => shown.slice(before).find((one) => one.hostId === host.id),
        { timeoutMs: 30_000 },
      );
      const held = watch.intervals.findLast((one) => one.host === to);
      if (held === undefined) throw new LabError("not_observed", `${to} never held the address.`);
      latencies.push(Math.max(0, seen.atMs - held.fromMs));
      say(`${run}/${runs} to ${to}: on the stream after ${(seen.atMs - held.fromMs).toFixed(0)} ms`);
    }
  } finally {
    closing.abort();
    await stream.catch(() => undefined);
    await watch.stop();
  }
  const latency = summarize(latencies);
  return { name: "topology-latency", runs, target, met: latency.p95Ms <= target.p95Ms, figures: { latency } };
}
