import type { CustomWorkload, Workload } from "@primacy/contract";
import { fillArguments, type PlaceholderValues } from "./custom/fill-arguments";
import { type ClientTarget, clientConfig, readClientMaker } from "./mysqlslap/client-config";
import { mysqlslapArguments } from "./mysqlslap/mysqlslap-arguments";
import { sysbenchArguments } from "./sysbench/sysbench-arguments";
import { type SysbenchTarget, sysbenchConfig } from "./sysbench/sysbench-config";

/** What a load connects to: one address, or several that sysbench takes in turn. */
export type LoadTarget = SysbenchTarget;

/** What a run is made with. */
export interface LoadRun {
  readonly threads: number;
  readonly warmupSeconds: number;
  readonly runSeconds: number;
}

/** How the host has the tool, and how it is started. */
export interface LoadSetting {
  /** The version that the tool gives. */
  readonly version: string;
  /** Where the tool finds its configuration; by default `/dev/stdin`. */
  readonly configFile?: string;
}

/** A program as it is started: its arguments, and beside them what has the password. */
export interface LoadCommand {
  readonly args: readonly string[];
  /** Its standard input, or what stands in `inputVariable` of its environment. */
  readonly input: string;
  readonly inputVariable?: string;
}

/** With how many connections a custom program is asked to fill its tables. */
const preparingThreads = 8;

/** One run of a workload. Throws RangeError for what the tool cannot be told. */
export function runCommand(
  workload: Workload,
  target: LoadTarget,
  run: LoadRun,
  setting: LoadSetting,
): LoadCommand {
  switch (workload.tool) {
    case "sysbench": {
      const args = sysbenchArguments(workload, target, { kind: "run", ...run }, configOf(setting));
      return { args, input: sysbenchConfig(target) };
    }
    case "mysqlslap": {
      const { schema } = target;
      const args = mysqlslapArguments(workload, { schema, threads: run.threads, ...configOf(setting) });
      return { args, input: clientConfig(onlyAddress(target), readClientMaker(setting.version)) };
    }
    case "custom":
      return customCommand(workload, workload.run, target, run, setting);
  }
}

/** What fills the tables before the first run; null where a run makes its own, or there are none. Throws RangeError as above. */
export function prepareCommand(
  workload: Workload,
  target: LoadTarget,
  threads: number,
  setting: LoadSetting,
): LoadCommand | null {
  switch (workload.tool) {
    case "sysbench": {
      const args = sysbenchArguments(workload, target, { kind: "prepare", threads }, configOf(setting));
      return { args, input: sysbenchConfig(target) };
    }
    case "mysqlslap":
      return null;
    case "custom": {
      if (workload.prepare === undefined) return null;
      const run = { threads: preparingThreads, warmupSeconds: 0, runSeconds: 0 };
      return customCommand(workload, workload.prepare, target, run, setting);
    }
  }
}

function configOf({ configFile }: LoadSetting): { readonly configFile?: string } {
  return configFile === undefined ? {} : { configFile };
}

function customCommand(
  { password: source }: CustomWorkload,
  args: readonly string[],
  target: LoadTarget,
  { threads, warmupSeconds, runSeconds }: LoadRun,
  { configFile = "/dev/stdin" }: LoadSetting,
): LoadCommand {
  const { host, port, user, password } = onlyAddress(target);
  const { schema } = target;
  const seconds = warmupSeconds + runSeconds;
  const values: PlaceholderValues = { host, port, user, schema, threads, seconds, defaultsFile: configFile };
  const filled = fillArguments(args, values);
  return source.kind === "defaults_file"
    ? { args: filled, input: clientConfig({ host, port, user, password }) }
    : { args: filled, input: password, inputVariable: source.variable };
}

/** A tool that connects to one address. */
function onlyAddress({ addresses, user, password }: LoadTarget): ClientTarget {
  const [first, ...others] = addresses;
  if (first === undefined || others.length > 0) throw new RangeError("the tool connects to one address");
  return { ...first, user, password };
}

/** The command as a shell takes it, argument by argument; the password is none of them. */
export function showCommand(program: string, args: readonly string[]): string {
  return [program, ...args].map(quoteArgument).join(" ");
}

/** As a shell takes one argument. */
function quoteArgument(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
