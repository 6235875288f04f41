import type { BenchmarkRecord, EndpointWay, Workload } from "@primacy/contract";
import { namesPlaceholder } from "../custom/fill-arguments";
import { previewHygiene } from "../hygiene/describe-hygiene";
import { type LoadCommand, type LoadTarget, prepareCommand, runCommand, showCommand } from "../load-command";
import { readClientMaker } from "../mysqlslap/client-config";
import { accountStatements, cleaningStatements, nameBenchmark, prepareThreads } from "../plan-benchmark";

/** What an arm is repeated with: its configuration file, and its command for each number of threads. */
export interface ArmCommands {
  readonly arm: number;
  readonly file: string;
  readonly config: string;
  readonly runs: readonly string[];
}

/** What fills the tables. */
export interface PrepareCommand {
  readonly command: string;
  /** Null: it reads the file of an arm that connects to the same address. */
  readonly own: Pick<ArmCommands, "file" | "config"> | null;
}

/** What repeats a benchmark by hand. The password is the one that whoever repeats it chooses. */
export interface HandCommands {
  readonly account: readonly string[];
  /** What is done before each run, in order, before the tables are filled; none where they are kept. */
  readonly before: readonly string[];
  /** What fills the tables; null where nothing does. */
  readonly prepare: PrepareCommand | null;
  readonly arms: readonly ArmCommands[];
  readonly clean: readonly string[];
}

/** Stands where a password has to be put. */
export const passwordPlace = "PASSWORD";

type Repeatable = Pick<
  BenchmarkRecord,
  "id" | "arms" | "threads" | "workload" | "toolVersion" | "warmupSeconds" | "runSeconds" | "hygiene" | "data"
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

function makeCommands(benchmark: Repeatable): HandCommands {
  const { id, arms, threads, workload, toolVersion: version, warmupSeconds, runSeconds } = benchmark;
  const { hygiene } = benchmark;
  const names = nameBenchmark(id);
  return {
    account: accountStatements(names, passwordPlace).map((sql) => `${sql};`),
    before: previewHygiene({ fields: { hygiene }, schema: names.schema }, null).map(({ kind, text }) =>
      kind === "sql" ? `${text};` : text,
    ),
    prepare: makePrepare(benchmark),
    arms: arms.map(({ endpoints }, arm) => {
      const file = fileOf(arm);
      const runs = threads.map((count) =>
        runCommand(
          workload,
          targetOf(benchmark, endpoints),
          { threads: count, warmupSeconds, runSeconds },
          { version, configFile: file },
        ),
      );
      return {
        arm,
        file,
        config: runs[0] === undefined ? "" : configOf(runs[0]),
        runs: runs.map((command) => type(benchmark, command, file)),
      };
    }),
    clean: cleaningStatements(names).map((sql) => `${sql};`),
  };
}

function makePrepare(benchmark: Repeatable): PrepareCommand | null {
  const { arms, workload, toolVersion: version } = benchmark;
  const place = findFilled(benchmark);
  if (place === undefined) return null;
  const same = arms.findIndex(
    ({ endpoints: [first, ...others] }) => others.length === 0 && first !== undefined && isAt(first, place),
  );
  const file = same < 0 ? "fill.cnf" : fileOf(same);
  const command = prepareCommand(workload, targetOf(benchmark, [place]), prepareThreads(workload), {
    version,
    configFile: file,
  });
  if (command === null) return null;
  return {
    command: type(benchmark, command, file, true),
    own: same < 0 ? { file, config: configOf(command) } : null,
  };
}

type Place = Pick<Repeatable["arms"][number]["endpoints"][number], "address" | "port">;

const isAt = (one: Place, other: Place): boolean => one.address === other.address && one.port === other.port;

/** Where the tables were filled; where that was not kept, through the first endpoint that is none for reads alone. */
function findFilled({ data, arms }: Repeatable): Place | undefined {
  const all = arms.flatMap(({ endpoints }) => endpoints);
  return data?.filledAt ?? all.find(({ way }) => !readingWays.includes(way)) ?? all[0];
}

const readingWays: readonly string[] = ["read_vip", "router_read", "haproxy_read"] satisfies EndpointWay[];

function targetOf({ id }: Repeatable, places: readonly Place[]): LoadTarget {
  const { account: user, schema } = nameBenchmark(id);
  const addresses = places.map(({ address: host, port }) => ({ host, port }));
  return { addresses, user, password: passwordPlace, schema, tls: false };
}

/** As somebody types it, with what it reads from its input. */
function type(
  { workload, toolVersion }: Repeatable,
  { args, inputVariable }: LoadCommand,
  file: string,
  isPrepare = false,
): string {
  const shown = showCommand(programOf(workload, toolVersion), args);
  // Read in a shell of its own, so that no other command has the password.
  if (inputVariable !== undefined) return `(. ./${file}; ${shown})`;
  if (workload.tool !== "custom") return shown;
  const given = isPrepare ? (workload.prepare ?? []) : workload.run;
  return namesPlaceholder(given, "defaultsFile") ? shown : `${shown} < ${file}`;
}

/** MariaDB's mysqlslap has a name of its own. */
function programOf(workload: Workload, version: string): string {
  if (workload.tool === "custom") return workload.program;
  const isMariadb = workload.tool === "mysqlslap" && readClientMaker(version) === "mariadb";
  return isMariadb ? "mariadb-slap" : workload.tool;
}

/** What the file of an arm holds: what the tool reads there, or the variable that it looks for. */
function configOf({ input, inputVariable }: LoadCommand): string {
  return inputVariable === undefined ? input : `export ${inputVariable}=${input}\n`;
}

function fileOf(arm: number): string {
  return `arm-${arm + 1}.cnf`;
}
