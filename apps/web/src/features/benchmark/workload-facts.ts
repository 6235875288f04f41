import type { Workload } from "@primacy/contract";
import { listWorkloadOptions } from "@primacy/core/benchmark";

/** What a fact of a workload is called, below `benchmark` in the catalogues. */
export type WorkloadFactLabel =
  | "facts.size"
  | "facts.options"
  | "setup.amount"
  | "setup.sql"
  | "setup.create"
  | "setup.command"
  | "setup.prepare"
  | "setup.parser";

/** One fact; `isCode`: it is what a program or a server is told. */
export interface WorkloadFact {
  readonly label: WorkloadFactLabel;
  readonly value: string;
  readonly isCode: boolean;
}

/** The sentences of facts, in the reader's language. */
export interface WorkloadWords {
  readonly size: (tables: number, rows: number) => string;
  readonly amount: (queries: number, iterations: number) => string;
  readonly generated: (
    load: string,
    table: { readonly rows: number; readonly ints: number; readonly chars: number },
  ) => string;
}

/** With what a workload is made, as its page and its report tell it. */
export function listWorkloadFacts(workload: Workload, words: WorkloadWords): readonly WorkloadFact[] {
  const text = (label: WorkloadFactLabel, value: string): WorkloadFact => ({ label, value, isCode: false });
  const code = (label: WorkloadFactLabel, value: string): WorkloadFact => ({ label, value, isCode: true });
  switch (workload.tool) {
    case "sysbench": {
      const options = listWorkloadOptions(workload);
      return [
        text("facts.size", words.size(workload.tables, workload.tableSize)),
        ...(options.length === 0 ? [] : [code("facts.options", options.join("\n"))]),
      ];
    }
    case "mysqlslap": {
      const { sql, queries, iterations } = workload;
      const amount = text("setup.amount", words.amount(queries, iterations));
      if (sql.kind === "generated") {
        const table = { rows: sql.rows, ints: sql.intColumns, chars: sql.charColumns };
        return [amount, text("setup.sql", words.generated(sql.load, table))];
      }
      const create = sql.create === undefined ? [] : [code("setup.create", sql.create)];
      return [amount, code("setup.sql", sql.query), ...create];
    }
    case "custom":
      return [
        code("setup.command", [workload.program, ...workload.run].join("\n")),
        ...(workload.prepare === undefined ? [] : [code("setup.prepare", workload.prepare.join("\n"))]),
        text("setup.parser", workload.parser),
      ];
  }
}

/** The tool and its version; of a program of one's own there is none that could be asked for. */
export function nameTool({
  workload,
  toolVersion,
}: {
  readonly workload: Workload;
  readonly toolVersion: string;
}): string {
  return workload.tool === "custom" ? workload.program : `${workload.tool} ${toolVersion}`;
}
