import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findLab, startLab, stopLab } from "@primacy/lab";
import {
  fewestPairs,
  type MeasureReport,
  type MeasureSetting,
  measureAgentCost,
  measureCrash,
  measureSwitchover,
  measureTopologyLatency,
  observeVersions,
  prepareSetting,
} from "@primacy/lab/measure";
import { type OwnConsole, startOwnConsole, type Undo } from "../lib/own-console";
import { startProgress } from "../lib/progress";
import { openStream } from "./stream";

const usage = `usage: npm run measure -- switchover [--runs 20]
       npm run measure -- crash [--runs 20] [--expel 0|5]
       npm run measure -- topology-latency [--runs 20]
       npm run measure -- agent-cost [--minutes 10] [--pairs 12] [--seconds 60]

Makes the figures of docs/measurements.md in a lab and a console of its own. The last line is one line of JSON;
the exit code is 1 where a target is missed.`;

const say = startProgress();
const call = parse();
const name = call.positionals[0] ?? "";
const number = (text: string | undefined, fallback: number): number => {
  const value = Number(text ?? fallback);
  return Number.isFinite(value) && value > 0 ? value : end(usage);
};
const expel = call.values.expel ?? "0";
const pairs = number(call.values.pairs, 12);
if (pairs < fewestPairs) end(`--pairs: fewer than ${fewestPairs} have no interval of 95 %`);
if (call.positionals.length !== 1 || !["0", "5"].includes(expel)) end(usage);
const runs = number(call.values.runs, 20);
const measurements: Readonly<
  Record<string, (setting: MeasureSetting, console: OwnConsole) => Promise<MeasureReport>>
> = {
  switchover: (setting) => measureSwitchover(setting, runs),
  crash: (setting) => measureCrash(setting, runs),
  "topology-latency": (setting, { baseUrl, cookie }) =>
    measureTopologyLatency(setting, runs, openStream(baseUrl, cookie)),
  "agent-cost": (setting, { stop }) =>
    measureAgentCost(setting, {
      minutes: number(call.values.minutes, 10),
      pairs,
      pairSeconds: number(call.values.seconds, 60),
      stopConsole: stop,
    }),
};
const measure = measurements[name] ?? end(usage);

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
  writeLastLine({ name, runs, met: false, error });
  // Who stopped it waits for the lab to go, and knows why.
  if (!stopping.signal.aborted) await keepLogs();
  process.exitCode = 1;
} finally {
  for (const step of undo.reverse()) await step();
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
  const labOptions = { name: labName, subnet: "10.81.0.0/24", expelSeconds: Number(expel), signal };
  const lab = await startLab({ ...labOptions, onProgress: say });
  const onLog = (line: string): void => {
    lines.push(line);
  };
  const options = { name: "measure", port: 4320, workerPort: 4321, say, onLog, signal };
  const console = await startOwnConsole(options, undo);
  for (const version of await observeVersions(lab)) say(version);
  const report = await measure(await prepareSetting(console.api, lab, say), console);
  writeLastLine(
    name === "crash" ? { ...report, expelSeconds: Number(expel), restarted: expel === "0" } : report,
  );
  process.exitCode = report.met ? 0 : 1;
}

function writeLastLine(report: Readonly<Record<string, unknown>> | MeasureReport): void {
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

function parse(): {
  values: Partial<Record<"runs" | "expel" | "minutes" | "pairs" | "seconds", string>>;
  positionals: string[];
} {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      options: {
        runs: text,
        expel: text,
        minutes: text,
        pairs: text,
        seconds: text,
      },
      allowPositionals: true,
    });
  } catch {
    return end(usage);
  }
}

function end(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}
