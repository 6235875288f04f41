import type { Ack } from "./dual-writers";

/** An acknowledged row, with the GTID that the server named for its commit. */
export interface RowAck extends Ack {
  readonly row: string;
  /** Its number within its run. */
  readonly seq: number;
  readonly gtid: string | null;
}

interface NumberedAck extends RowAck {
  readonly number: number;
}

/** No two elections are closer: a server that had lost the office does not have it again within this. */
const electionMs = 1_000;

/**
 * Whether acknowledgements can be those of one group that has one writer and decides one write after the other: each names a GTID of
 * the group, no GTID is of two rows and no row of two, a write that began after another was acknowledged has the later one, and no
 * server goes on to write after another one has. Asks for a group whose GTIDs follow each other
 * (`group_replication_gtid_assignment_block_size = 1`). One sentence, with the first example, for each kind of what is wrong.
 */
export function findDisorder(acks: readonly RowAck[], groupName: string): string[] {
  const numbered: NumberedAck[] = [];
  const unnamed: string[] = [];
  const foreign: string[] = [];
  for (const ack of acks) {
    const [uuid, number = ""] = ack.gtid?.split(":") ?? [];
    if (ack.gtid === null) unnamed.push(ack.row);
    else if (uuid !== groupName || !/^[1-9]\d*$/.test(number)) foreign.push(`${ack.row} as ${ack.gtid}`);
    else numbered.push({ ...ack, number: Number(number) });
  }
  const tell = (all: readonly string[], what: string): string[] =>
    all.length === 0 ? [] : [`${all.length} ${what}, such as ${all[0]}`];
  return [
    ...tell(unnamed, "acknowledged writes came without a GTID"),
    ...tell(foreign, "writes were acknowledged outside of the group"),
    ...tell(findDuplicates(numbered), "acknowledgements named a GTID or a row for the second time"),
    ...tell(findReversed(numbered), "writes were decided before one that had been acknowledged"),
    ...tell(findReturns(numbered), "times a server went on to write after another one had"),
  ];
}

function findDuplicates(acks: readonly NumberedAck[]): string[] {
  const rowOf = new Map<number, string>();
  const numberOf = new Map<string, number>();
  const found: string[] = [];
  for (const { number, row } of acks) {
    const [otherRow, otherNumber] = [rowOf.get(number), numberOf.get(row)];
    if (otherRow !== undefined) found.push(`${otherRow} and ${row} as ${number}`);
    else if (otherNumber !== undefined) found.push(`${row} as ${otherNumber} and as ${number}`);
    rowOf.set(number, row);
    numberOf.set(row, number);
  }
  return found;
}

function findReversed(acks: readonly NumberedAck[]): string[] {
  const ended = acks.toSorted((a, b) => a.endedMs - b.endedMs);
  const begun = acks.toSorted((a, b) => a.startedMs - b.startedMs);
  const found: string[] = [];
  let next = 0;
  let last: NumberedAck | null = null;
  for (const ack of begun) {
    for (let one = ended[next]; one !== undefined && one.endedMs < ack.startedMs; one = ended[next]) {
      if (last === null || one.number > last.number) last = one;
      next += 1;
    }
    if (last !== null && last.number > ack.number)
      found.push(`${ack.row} as ${ack.number} after ${last.row} as ${last.number}`);
  }
  return found;
}

function findReturns(acks: readonly NumberedAck[]): string[] {
  const found: string[] = [];
  const lastOf = new Map<string, NumberedAck>();
  let previous: NumberedAck | null = null;
  for (const ack of acks.toSorted((a, b) => a.number - b.number)) {
    const own = lastOf.get(ack.server);
    if (previous !== null && previous.server !== ack.server && own !== undefined) {
      if (ack.startedMs - own.endedMs < electionMs)
        found.push(`${ack.server} with ${ack.number} after ${previous.server} with ${previous.number}`);
    }
    lastOf.set(ack.server, ack);
    previous = ack;
  }
  return found;
}
