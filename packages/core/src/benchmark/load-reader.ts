import type { LoadToolName } from "@primacy/contract/agent";
import { GoTpcReader } from "./go-tpc/read-go-tpc";
import { judgeGoTpc } from "./judge/judge-go-tpc";
import { judgeMysqlslap } from "./judge/judge-mysqlslap";
import { type JudgedRun, judgeRun, type OrderedRun, type RunSurroundings } from "./judge-run";
import { MysqlslapReader } from "./mysqlslap/read-mysqlslap";
import { SysbenchReader } from "./sysbench/read-sysbench";
import type { SysbenchSecond } from "./sysbench/report";

/** Reads what a load generator writes, whichever it is. */
export interface LoadReader {
  /** Takes the next part, and gives the seconds that it completes; none of a tool that tells nothing while it runs. */
  push(text: string): readonly SysbenchSecond[];
  /** Says what the run counts for. May be called once, after the last part. */
  judge(ordered: OrderedRun, around: RunSurroundings): JudgedRun;
}

/** A reader for what this tool writes. */
export function createLoadReader(tool: LoadToolName): LoadReader {
  switch (tool) {
    case "sysbench": {
      const reader = new SysbenchReader();
      return {
        push: (text) => reader.push(text),
        judge: (ordered, around) => judgeRun(reader.end(), ordered, around),
      };
    }
    case "mysqlslap": {
      const reader = new MysqlslapReader();
      return silent(reader, (ordered, around) => judgeMysqlslap(reader.end(), ordered, around));
    }
    case "go-tpc": {
      const reader = new GoTpcReader();
      return silent(reader, (_ordered, around) => judgeGoTpc(reader.end(), around));
    }
  }
}

function silent(reader: { push(text: string): void }, judge: LoadReader["judge"]): LoadReader {
  return {
    push: (text) => {
      reader.push(text);
      return [];
    },
    judge,
  };
}
