import type { SysbenchWorkload } from "@primacy/contract";
import type { SysbenchTarget } from "./sysbench-config";
import { checkSysbenchOptions, findSysbenchOption, type SysbenchOptionValues } from "./sysbench-options";

/** Fill the tables, measure, or drop the tables. */
export type SysbenchPhase =
  | { readonly kind: "prepare"; readonly threads: number }
  | {
      readonly kind: "run";
      readonly threads: number;
      readonly warmupSeconds: number;
      readonly runSeconds: number;
    }
  | { readonly kind: "cleanup" };

/** How `--mysql-ssl` is told: `on`, or a mode. It depends on the client library that sysbench was built with, not on its version. */
export type SysbenchTlsForm = "switch" | "mode";

/** What the host's sysbench, and the way it is started, ask for. */
export interface SysbenchSetting {
  /** By default `switch`, the safe form to take unread. */
  readonly tlsForm?: SysbenchTlsForm;
  /** By default `/dev/stdin`. */
  readonly configFile?: string;
}

/** Reads the form from `sysbench --help`. */
export function readTlsForm(help: string): SysbenchTlsForm {
  return /--mysql-ssl=STRING/.test(help) ? "mode" : "switch";
}

/**
 * The arguments of sysbench, without its own name; user, password and addresses come from the configuration file
 * (`sysbenchConfig`). A warm-up is the time up to a checkpoint, at which every version resets its counters: 1.0 has no
 * `--warmup-time`. Percentiles other than the 95th come from the histogram.
 *
 * `/dev/stdin` must be a file or a real pipe: a socket, which is what Node gives a child for `"pipe"`, cannot be opened by
 * that name, and sysbench then says so on its error output and goes on with its defaults, user `sbtest` on `localhost`.
 *
 * Of the forms of TLS, a build that wants a mode refuses `on`, while a build that wants `on` takes any mode for off and says
 * nothing. With `switch`, sysbench 1.0 looks for `client-key.pem`, `client-cert.pem` and `cacert.pem` in its working
 * directory.
 *
 * Whoever starts it has to end it, and to read what it says. A run goes on past its time for as long as an error that it
 * ignores returns, as on a server that has become read-only. `prepare` ends with exit code 0 even where it failed.
 *
 * Throws RangeError for options that `checkSysbenchOptions` refuses for 1.1, for figures that are not whole or too small,
 * and for two warm-ups at once.
 */
export function sysbenchArguments(
  workload: SysbenchWorkload,
  target: SysbenchTarget,
  phase: SysbenchPhase,
  { tlsForm = "switch", configFile = "/dev/stdin" }: SysbenchSetting = {},
): string[] {
  const [problem] = checkSysbenchOptions(workload.options, "1.1");
  if (problem !== undefined) throw new RangeError(`sysbench cannot be told ${problem.option}`);
  const tables = requireWhole("tables", workload.tables, 1);
  const tls = target.tls ? [`--mysql-ssl=${tlsForm === "mode" ? "REQUIRED" : "on"}`] : [];
  const start = [workload.script, `--config-file=${configFile}`, ...tls, `--tables=${tables}`];
  const sized = [...start, `--table_size=${requireWhole("tableSize", workload.tableSize, 1)}`];
  switch (phase.kind) {
    case "prepare": {
      // One thread fills a table; more than tables would have nothing to do.
      const threads = Math.min(requireWhole("threads", phase.threads, 1), tables);
      return [...sized, `--threads=${threads}`, ...listOptions(workload.options, true), "prepare"];
    }
    case "run":
      return [...sized, ...listRun(phase), ...listRunOptions(workload.options, phase.warmupSeconds), "run"];
    case "cleanup":
      return [...start, "cleanup"];
    default:
      return phase satisfies never;
  }
}

function listRun(phase: Extract<SysbenchPhase, { kind: "run" }>): string[] {
  const warmup = requireWhole("warmupSeconds", phase.warmupSeconds, 0);
  const seconds = requireWhole("runSeconds", phase.runSeconds, 1);
  return [
    `--threads=${requireWhole("threads", phase.threads, 1)}`,
    `--time=${warmup + seconds}`,
    "--report-interval=1",
    "--histogram=on",
    "--percentile=95",
    ...(warmup === 0 ? [] : [`--report-checkpoints=${warmup}`]),
  ];
}

function listRunOptions(options: SysbenchOptionValues, warmupSeconds: number): string[] {
  const listed = listOptions(options, false);
  if (warmupSeconds > 0 && listed.some((argument) => argument.startsWith("--warmup-time=")))
    throw new RangeError("warmup-time is a second warm-up beside the run's own");
  return listed;
}

function listOptions(options: SysbenchOptionValues, isPrepare: boolean): string[] {
  return Object.entries(options).flatMap(([given, value]) => {
    const found = findSysbenchOption(given);
    if (found === null || (isPrepare && !found.option.shapesTables)) return [];
    const text = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
    return [`--${found.name}=${text}`];
  });
}

function requireWhole(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least || value > 2 ** 31 - 1)
    throw new RangeError(`${name} is ${value}, and must be whole and at least ${least}`);
  return value;
}
