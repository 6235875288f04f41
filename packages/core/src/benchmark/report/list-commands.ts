import type { BenchmarkRecord } from "@primacy/contract";
import { previewHygiene } from "../hygiene/describe-hygiene";
import { type LoadCommand, prepareCommand, runCommand, showCommand } from "../load-command";
import { accountStatements, cleaningStatements, nameBenchmark, prepareThreads } from "../plan-benchmark";

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
  /** What is done before each run, in order, before the tables are filled; none where they are kept. */
  readonly before: readonly string[];
  /** What fills the tables; null where nothing does. */
  readonly prepare: string | null;
  readonly arms: readonly ArmCommands[];
  readonly clean: readonly string[];
}

/** Stands where a password has to be put. */
export const passwordPlace = "PASSWORD";

type Repeatable = Pick<
  BenchmarkRecord,
  "id" | "arms" | "threads" | "workload" | "toolVersion" | "warmupSeconds" | "runSeconds" | "hygiene"
>;

/**
 * The commands with which Primacy made the benchmark, as somebody types them: the same arguments, the password in a file. Null
 * for addresses or options that the tool cannot be told, which no benchmark that has run has.
 */
export function listHandCommands(benchmark: Repeatable): HandCommands | null {
  try {
    return makeCommands(benchmark);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function makeCommands({
  id,
  arms,
  threads,
  workload,
  toolVersion: version,
  warmupSeconds,
  runSeconds,
  hygiene,
}: Repeatable): HandCommands {
  const names = nameBenchmark(id);
  const program = workload.tool === "custom" ? workload.program : workload.tool;
  const targets = arms.map(({ endpoints }) => ({
    addresses: endpoints.map(({ address, port }) => ({ host: address, port })),
    user: names.account,
    password: passwordPlace,
    schema: names.schema,
    tls: false,
  }));
  const made = targets.map((target, arm) => {
    const setting = { version, configFile: fileOf(arm) };
    const runs = threads.map((count) =>
      runCommand(workload, target, { threads: count, warmupSeconds, runSeconds }, setting),
    );
    const prepare = arm === 0 ? prepareCommand(workload, target, prepareThreads(workload), setting) : null;
    return { arm, runs, prepare };
  });
  const type = (command: LoadCommand, arm: number): string =>
    command.inputVariable === undefined
      ? showCommand(program, command.args)
      : // Read in a shell of its own, so that no other command has the password.
        `(. ./${fileOf(arm)}; ${showCommand(program, command.args)})`;
  const prepare = made[0]?.prepare ?? null;
  return {
    account: accountStatements(names, passwordPlace).map((sql) => `${sql};`),
    before: previewHygiene({ fields: { hygiene }, schema: names.schema }, null).map(({ kind, text }) =>
      kind === "sql" ? `${text};` : text,
    ),
    prepare: prepare === null ? null : type(prepare, 0),
    arms: made.map(({ arm, runs }) => ({
      arm,
      file: fileOf(arm),
      config: runs[0] === undefined ? "" : configOf(runs[0]),
      runs: runs.map((command) => type(command, arm)),
    })),
    clean: cleaningStatements(names).map((sql) => `${sql};`),
  };
}

/** What the file of an arm holds: what the tool reads there, or the variable that it looks for. */
function configOf({ input, inputVariable }: LoadCommand): string {
  return inputVariable === undefined ? input : `export ${inputVariable}=${input}\n`;
}

function fileOf(arm: number): string {
  return `arm-${arm + 1}.cnf`;
}
