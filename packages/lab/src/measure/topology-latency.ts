import { type Summary, summarize } from "@primacy/core/benchmark";
import { databaseNames } from "../roster";
import { type GroupChange, killSecondary, leaveGroup, movePrimary, rejoin } from "./group-changes";
import type { MeasureReport } from "./report";
import type { MeasureSetting } from "./setting";
import { measureTargets } from "./targets";
import { type OpenPage, type OpenStream, openPageView, openStreamView, type View } from "./topology-views";

const target = measureTargets["topology-latency"];
const anything = { inTopology: () => true, inSentence: () => true };
const changeNames = ["address", "role", "left", "killed"] as const satisfies readonly GroupChange["name"][];

type Latencies = Record<GroupChange["name"], Record<View["name"], number[]>>;

/**
 * From a change of the group to the instants at which the console's live stream told a client of it, and at which a browser
 * had drawn it. Each run moves the primary (the address and the role), has a secondary leave, and kills another's server.
 * An address counts from the instant at which a kernel took it, seen by the lab's own watch, which is when its agent took
 * it; the others count from the change itself, as the server says it or as the kill was sent: what the agent needs to notice
 * is in them. Throws LabError where one of them is not seen.
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
  const latencies: Latencies = {
    address: { stream: [], page: [] },
    role: { stream: [], page: [] },
    left: { stream: [], page: [] },
    killed: { stream: [], page: [] },
  };
  const look = async (run: number, change: GroupChange): Promise<void> => {
    const said: string[] = [];
    for (const view of views) {
      const latencyMs = Math.max(0, (await view.waitFor(change.sign, change.orderedMs)) - change.atMs);
      latencies[change.name][view.name].push(latencyMs);
      said.push(`${view.name} after ${latencyMs.toFixed(0)} ms`);
    }
    setting.say(`${run}/${runs} ${change.name}: ${said.join(", ")}`);
  };
  try {
    await Promise.all(views.map((view) => view.waitFor(anything, 0)));
    for (let run = 1; run <= runs; run += 1) {
      for (const change of await movePrimary(setting, watch)) await look(run, change);
      const primary = await lab.findPrimary();
      const [first = "db2", second = "db3"] = databaseNames.filter((name) => name !== primary?.name);
      for (const [name, act] of [
        [first, leaveGroup],
        [second, killSecondary],
      ] as const) {
        const change = await act(setting, name);
        await look(run, change);
        await rejoin(setting, name, change);
      }
    }
  } finally {
    closing.abort();
    await Promise.all(views.map(({ ended }) => ended.catch(() => undefined)));
    await watch.stop();
  }
  return report(runs, latencies);
}

function report(runs: number, latencies: Latencies): MeasureReport {
  const of = (view: View["name"]): [GroupChange["name"], Summary][] =>
    changeNames.map((name) => [name, summarize(latencies[name][view])]);
  const [stream, page] = [of("stream"), of("page")];
  const met = [...stream, ...page].every(
    ([name, { p95Ms }]) => p95Ms <= (name === "address" ? target.p95Ms : target.changeP95Ms),
  );
  const address = summarize(latencies.address.page);
  const named = (view: string, figures: typeof page): [string, Summary][] =>
    figures.map(([name, figure]) => [`${name}-${view}`, figure]);
  const figures = Object.fromEntries([...named("stream", stream), ...named("page", page)]);
  return { name: "topology-latency", runs, vip: address, target, met, figures };
}
