import type { BenchmarkFields, SysbenchScript, Workload } from "@primacy/contract";
import type { LoadToolName } from "@primacy/contract/agent";

/** Which tool's output a workload writes. */
export function parserOf(workload: Workload): LoadToolName {
  return workload.tool === "custom" ? workload.parser : workload.tool;
}

/** Whether a workload tells what it does while it runs, so that there is a curve, and a warm-up that can be left out. */
export function tellsSeconds(workload: Workload): boolean {
  return parserOf(workload) === "sysbench";
}

/** What arms of a workload are compared by, per second. */
export function rateOf(workload: Workload): "transactions" | "queries" {
  return parserOf(workload) === "mysqlslap" ? "queries" : "transactions";
}

const readingScripts: readonly SysbenchScript[] = ["oltp_read_only", "oltp_point_select"];

/** Whether a workload changes data, beside filling its tables. */
export function isWriting(workload: Workload): boolean {
  switch (workload.tool) {
    case "sysbench":
      return !readingScripts.includes(workload.script);
    case "mysqlslap":
      return (
        workload.sql.kind === "generated" ||
        workload.sql.create !== undefined ||
        !isReading(workload.sql.query)
      );
    case "custom":
      return workload.isWriting;
  }
}

/** Whether every statement only reads. */
function isReading(sql: string): boolean {
  return sql
    .split(";")
    .filter((one) => one.trim() !== "")
    .every(
      (one) => /^\s*(?:select|do|show)\b/i.test(one) && !/\b(?:into|for\s+(?:update|share))\b/i.test(one),
    );
}

/** What a workload is called in a list: the script of sysbench, the statements of mysqlslap, the name of a program. */
export function nameWorkload(workload: Workload): string {
  switch (workload.tool) {
    case "sysbench":
      return workload.script;
    case "mysqlslap":
      return workload.sql.kind === "generated" ? `mysqlslap ${workload.sql.load}` : "mysqlslap SQL";
    case "custom":
      return workload.program.slice(workload.program.lastIndexOf("/") + 1);
  }
}

/** Everything else that a workload sets, as a program is told it. */
export function listWorkloadOptions(workload: Workload): readonly string[] {
  switch (workload.tool) {
    case "sysbench":
      return Object.entries(workload.options).map(([name, value]) => `${name}=${String(value)}`);
    case "mysqlslap": {
      const { sql, queries, iterations } = workload;
      const own =
        sql.kind === "generated"
          ? [`rows=${sql.rows}`, `int_columns=${sql.intColumns}`, `char_columns=${sql.charColumns}`]
          : [...(sql.create === undefined ? [] : [`create=${sql.create}`]), `query=${sql.query}`];
      return [`queries=${queries}`, `iterations=${iterations}`, ...own];
    }
    case "custom":
      return [
        `run=${workload.run.join(" ")}`,
        ...(workload.prepare === undefined ? [] : [`prepare=${workload.prepare.join(" ")}`]),
      ];
  }
}

/** The same benchmark with the warm-up that there is: none where nothing can be left out. */
export function withOwnWarmup<F extends Pick<BenchmarkFields, "workload" | "warmupSeconds">>(fields: F): F {
  return tellsSeconds(fields.workload) ? fields : { ...fields, warmupSeconds: 0 };
}
