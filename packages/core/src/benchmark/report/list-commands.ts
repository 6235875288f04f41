import type { BenchmarkRecord } from "@primacy/contract";
import { accountStatements, cleaningStatements, nameBenchmark, prepareThreads } from "../plan-benchmark";
import { sysbenchArguments } from "../sysbench/sysbench-arguments";
import { sysbenchConfig } from "../sysbench/sysbench-config";

/** What an arm is repeated with: its configuration file, and its command for each number of threads. */
export interface ArmCommands {
  readonly arm: number;
  readonly file: string;
  readonly config: string;
  readonly runs: readonly string[];
}

/** What repeats a benchmark by hand. The password is the one that whoever repeats it chooses. */
export interface HandCommands {
  readonly account: readonly string[];
  readonly prepare: string;
  readonly arms: readonly ArmCommands[];
  readonly clean: readonly string[];
}

/** Stands where a password has to be put. */
export const passwordPlace = "PASSWORD";

type Repeatable = Pick<
  BenchmarkRecord,
  "id" | "arms" | "threads" | "workload" | "warmupSeconds" | "runSeconds"
>;

/**
 * The commands with which Primacy made the benchmark, as somebody types them: the same arguments, the password in a file. Null
 * for addresses or options that sysbench cannot be told, which no benchmark that has run has.
 */
export function listHandCommands(benchmark: Repeatable): HandCommands | null {
  try {
    return makeCommands(benchmark);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function makeCommands({ id, arms, threads, workload, warmupSeconds, runSeconds }: Repeatable): HandCommands {
  const names = nameBenchmark(id);
  const targets = arms.map(({ endpoints }) => ({
    addresses: endpoints.map(({ address, port }) => ({ host: address, port })),
    user: names.account,
    password: passwordPlace,
    schema: names.schema,
    tls: false,
  }));
  const type = (arm: number, phase: Parameters<typeof sysbenchArguments>[2]): string => {
    const target = targets[arm];
    if (target === undefined) throw new RangeError("there is no such arm");
    const args = sysbenchArguments(workload, target, phase, { configFile: fileOf(arm) });
    return ["sysbench", ...args].map(quote).join(" ");
  };
  return {
    account: accountStatements(names, passwordPlace).map((sql) => `${sql};`),
    prepare: type(0, { kind: "prepare", threads: prepareThreads({ workload }) }),
    arms: targets.map((target, arm) => ({
      arm,
      file: fileOf(arm),
      config: sysbenchConfig(target),
      runs: threads.map((count) => type(arm, { kind: "run", threads: count, warmupSeconds, runSeconds })),
    })),
    clean: cleaningStatements(names).map((sql) => `${sql};`),
  };
}

function fileOf(arm: number): string {
  return `arm-${arm + 1}.cnf`;
}

/** As a shell takes one argument. */
function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  return `'${argument.replaceAll("'", "'\\''")}'`;
}
