import type { CustomWorkload, SlapLoad, SysbenchScript, Workload } from "@primacy/contract";
import type { z } from "zod";
import { parseOptions } from "./option-lines";

/** A number of the form; -1 where it is none. */
type ToNumber = (text: string) => number;

/** What mysqlslap is told, as typed. */
export interface SlapDraft {
  readonly kind: "generated" | "given";
  readonly load: SlapLoad;
  readonly rows: string;
  readonly intColumns: string;
  readonly charColumns: string;
  readonly query: string;
  readonly create: string;
  readonly queries: string;
  readonly iterations: string;
}

/** A program of the host's own, as typed. */
export interface CustomDraft {
  readonly program: string;
  /** One argument on each line. */
  readonly run: string;
  readonly prepare: string;
  readonly parser: CustomWorkload["parser"];
  readonly source: CustomWorkload["password"]["kind"];
  readonly variable: string;
  readonly isWriting: boolean;
}

/** The load of the form, as typed: what is typed for one tool stays while another is chosen. */
export interface WorkloadDraft {
  readonly tool: Workload["tool"];
  readonly script: SysbenchScript;
  readonly tables: string;
  readonly tableSize: string;
  /** One `name=value` per line. */
  readonly options: string;
  readonly slap: SlapDraft;
  readonly custom: CustomDraft;
}

/** The tools, in the order in which they are offered. */
export const workloadTools = [
  "sysbench",
  "mysqlslap",
  "custom",
] as const satisfies readonly Workload["tool"][];

/** What a custom program may write. */
export const parsers = [
  "go-tpc",
  "sysbench",
  "mysqlslap",
] as const satisfies readonly CustomWorkload["parser"][];

/** The load as the form opens. */
export const emptyWorkload: WorkloadDraft = {
  tool: "sysbench",
  script: "oltp_read_write",
  tables: "4",
  tableSize: "10000",
  options: "",
  slap: {
    kind: "generated",
    load: "mixed",
    rows: "100",
    intColumns: "1",
    charColumns: "1",
    query: "",
    create: "",
    queries: "10000",
    iterations: "3",
  },
  custom: {
    program: "",
    run: "",
    prepare: "",
    parser: "go-tpc",
    source: "environment",
    variable: "MYSQL_PWD",
    isWriting: true,
  },
};

/** Whether the load tells what it does while it runs: it has a warm-up then, and a curve. */
export function draftTellsSeconds({ tool, custom }: Pick<WorkloadDraft, "tool" | "custom">): boolean {
  return tool === "sysbench" || (tool === "custom" && custom.parser === "sysbench");
}

/** What the load is called, as far as it is typed. */
export function nameDraft({ tool, script, slap, custom }: WorkloadDraft): string {
  switch (tool) {
    case "sysbench":
      return script;
    case "mysqlslap":
      return slap.kind === "generated" ? `mysqlslap ${slap.load}` : "mysqlslap SQL";
    case "custom": {
      const program = custom.program.trim();
      return program === "" ? custom.parser : program.slice(program.lastIndexOf("/") + 1);
    }
  }
}

/** The workload of check and order; what is not a number stays one that the API refuses in words. */
export function toWorkload(draft: WorkloadDraft, toNumber: ToNumber): z.input<typeof Workload> {
  switch (draft.tool) {
    case "sysbench":
      return {
        tool: "sysbench",
        script: draft.script,
        tables: toNumber(draft.tables),
        tableSize: toNumber(draft.tableSize),
        options: Object.fromEntries(parseOptions(draft.options).options),
      };
    case "mysqlslap": {
      const { slap } = draft;
      return {
        tool: "mysqlslap",
        sql: toSql(slap, toNumber),
        queries: toNumber(slap.queries),
        iterations: toNumber(slap.iterations),
      };
    }
    case "custom": {
      const { custom } = draft;
      const prepare = listArguments(custom.prepare);
      const { source, variable } = custom;
      return {
        tool: "custom",
        program: custom.program.trim(),
        run: listArguments(custom.run),
        ...(prepare.length === 0 ? {} : { prepare }),
        parser: custom.parser,
        password: source === "environment" ? { kind: source, variable: variable.trim() } : { kind: source },
        isWriting: custom.isWriting,
      };
    }
  }
}

function toSql(slap: SlapDraft, toNumber: ToNumber) {
  if (slap.kind === "given") {
    const { query, create } = slap;
    return { kind: "given", query, ...(create.trim() === "" ? {} : { create }) } as const;
  }
  return {
    kind: "generated",
    load: slap.load,
    rows: toNumber(slap.rows),
    intColumns: toNumber(slap.intColumns),
    charColumns: toNumber(slap.charColumns),
  } as const;
}

/** The arguments as typed, one on each line: spaces within one stay, those around it go, and empty lines are none. */
export function listArguments(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What stands in the fields of the chosen load, by the pointers of the request. */
export function listTyped(draft: WorkloadDraft): Readonly<Record<string, string>> {
  switch (draft.tool) {
    case "sysbench":
      return { "/workload/tables": draft.tables, "/workload/tableSize": draft.tableSize };
    case "mysqlslap": {
      const { slap } = draft;
      const own: Readonly<Record<string, string>> =
        slap.kind === "given"
          ? { "/workload/sql/query": slap.query }
          : {
              "/workload/sql/rows": slap.rows,
              "/workload/sql/intColumns": slap.intColumns,
              "/workload/sql/charColumns": slap.charColumns,
            };
      return { ...own, "/workload/queries": slap.queries, "/workload/iterations": slap.iterations };
    }
    case "custom": {
      const { program, source, variable } = draft.custom;
      const named = source === "environment" ? { "/workload/password/variable": variable } : {};
      return { "/workload/program": program, ...named };
    }
  }
}
