import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findLab, startLab, stopLab } from "@primacy/lab";
import {
  type MeasureReport,
  type MeasureSetting,
  measureAgentCost,
  measureArticle000,
  measureCrash,
  measureDrills,
  measureHarness,
  measurePlugin,
  measureProber,
  measureSwitchover,
  measureTargets,
  measureTopologyLatency,
  observeVersions,
  prepareSetting,
} from "@primacy/lab/measure";
import { type OwnConsole, startOwnConsole, type Undo, undoAll } from "../lib/own-console";
import { startProgress } from "../lib/progress";
import { endWrongCall } from "../lib/read-options.mjs";
import { root } from "../lib/run.mjs";
import { parseCall, usage } from "./call.mjs";
import { openPage } from "./page";
import { openStream } from "./stream";

const call = parseCall(process.argv.slice(2));
endWrongCall(call.problems, usage);
const { name, runs, expelSeconds } = call;
const say = startProgress();
const measurements: Readonly<
  Record<typeof name, (setting: MeasureSetting, console: OwnConsole) => Promise<MeasureReport>>
> = {
  switchover: (setting) => measureSwitchover(setting, runs),
  crash: (setting) => measureCrash(setting, runs),
  "topology-latency": (setting, { baseUrl, cookie }) =>
    measureTopologyLatency(setting, runs, {
      stream: openStream(baseUrl, cookie),
      page: openPage(baseUrl, cookie),
    }),
  harness: (setting) => measureHarness(setting, call.blocks),
  "article-000": (setting) => measureArticle000(setting, call.blocks),
  prober: (setting) => measureProber(setting, runs),
  plugin: (setting) => measurePlugin(setting, runs),
  drills: (setting) => measureDrills(setting, { runs, expelSeconds }),
  "agent-cost": (setting, { stop }) =>
    measureAgentCost(setting, {
      minutes: call.minutes,
      pairs: call.pairs,
      pairSeconds: call.seconds,
      unwatchedAgent: path.join(root, "apps/agent/dist/unwatched/primacy-agent/primacy-agent"),
      stopConsole: stop,
    }),
};
const measure = measurements[name];
const isBenchmark = name === "harness" || name === "article-000";
const loadHosts = isBenchmark || name === "prober" || name === "drills" ? (["app1"] as const) : [];

const labName = "measure";
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    say("stopping");
    stopping.abort(new Error("stopped before the end"));
  });
const lines: string[] = [];
// Whatever was started is stopped again, in the opposite order, however far it came.
const undo: Undo = [];
try {
  const stopped = new Promise<never>((_resolve, reject) =>
    stopping.signal.addEventListener("abort", () => reject(stopping.signal.reason)),
  );
  await Promise.race([stopped, run()]);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : cause}\n`);
  const error = cause instanceof Error ? cause.message : String(cause);
  // Whoever reads the last line learns it there too: a lost write is the worst that can be missed.
  const asked = name === "agent-cost" ? call.pairs : isBenchmark ? call.blocks : runs;
  writeLastLine({ name, runs: asked, target: measureTargets[name], met: false, error });
  // Who stopped it waits for the lab to go, and knows why.
  if (!stopping.signal.aborted) await keepLogs();
  process.exitCode = 1;
} finally {
  for (const cause of await undoAll(undo)) {
    process.stderr.write(`${cause}\n`);
    process.exitCode = 1;
  }
}
process.exit();

/** What tells why a measurement failed, before the lab goes: the console's log, and those of the servers. */
async function keepLogs(): Promise<void> {
  const keep = (name: string, text: string): void => {
    const file = path.join(tmpdir(), `primacy-measure-${name}.log`);
    writeFileSync(file, text);
    process.stderr.write(`kept ${file}\n`);
  };
  keep("console", lines.join("\n"));
  const last = ["tail", "-c", "1000000", "/var/log/mysql/error.log"];
  const hosts = (await findLab(labName))?.hosts.filter((host) => host.kind === "database") ?? [];
  for (const host of hosts) {
    const { stdout } = await host
      .exec(last, { timeoutMs: 5_000 })
      .catch((cause: unknown) => ({ stdout: `${cause}` }));
    keep(host.name, stdout);
  }
}

async function run(): Promise<void> {
  // A console of its own goes with its database: agents that answer to it alone would be of no use to the next one.
  undo.push(() => stopLab(labName));
  const { signal } = stopping;
  const labOptions = { name: labName, subnet: "10.81.0.0/24", expelSeconds, signal };
  const parts = name === "plugin" ? { with: ["mysql", "plugin"] as const } : {};
  const lab = await startLab({ ...labOptions, ...parts, onProgress: say });
  const onLog = (line: string): void => {
    lines.push(line);
  };
  const options = { name: "measure", port: 4320, workerPort: 4321, say, onLog, signal };
  const console = await startOwnConsole(options, undo);
  for (const version of await observeVersions(lab)) say(version);
  const isForPlugin = name === "plugin";
  const setting = await prepareSetting(console.api, lab, say, loadHosts, isForPlugin);
  const report = await measure(setting, console);
  writeLastLine(name === "crash" ? { ...report, expelSeconds, restarted: expelSeconds === 0 } : report);
  process.exitCode = report.met ? 0 : 1;
}

function writeLastLine(report: Readonly<Record<string, unknown>> | MeasureReport): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
