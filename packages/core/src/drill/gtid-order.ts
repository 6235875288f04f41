import { type Message, type MessageCode, type MessageParams, message } from "@primacy/contract";
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
 * (`group_replication_gtid_assignment_block_size = 1`). One message, with the first example, for each kind of what is wrong.
 */
export function findDisorder(acks: readonly RowAck[], groupName: string): Message[] {
  const numbered: NumberedAck[] = [];
  const unnamed: MessageParams[] = [];
  const foreign: MessageParams[] = [];
  for (const { row, gtid, ...ack } of acks) {
    const [uuid, number = ""] = gtid?.split(":") ?? [];
    if (gtid === null) unnamed.push({ row });
    else if (uuid !== groupName || !/^[1-9]\d*$/.test(number)) foreign.push({ row, gtid });
    else numbered.push({ ...ack, row, gtid, number: Number(number) });
  }
  const { gtids, rows } = findDuplicates(numbered);
  return [
    ...tell("drill.no_gtid", unnamed),
    ...tell("drill.foreign_gtid", foreign),
    ...tell("drill.gtid_twice", gtids),
    ...tell("drill.row_twice", rows),
    ...tell("drill.gtid_reversed", findReversed(numbered)),
    ...tell("drill.wrote_again", findReturns(numbered)),
  ];
}

function tell(code: MessageCode, found: readonly MessageParams[]): Message[] {
  const [example] = found;
  return example === undefined ? [] : [message(code, { count: found.length, ...example })];
}

interface Duplicates {
  /** GTIDs of a second row. */
  readonly gtids: readonly MessageParams[];
  /** Rows with a second GTID. */
  readonly rows: readonly MessageParams[];
}

function findDuplicates(acks: readonly NumberedAck[]): Duplicates {
  const rowOf = new Map<number, string>();
  const numberOf = new Map<string, number>();
  const gtids: MessageParams[] = [];
  const rows: MessageParams[] = [];
  for (const { number, row } of acks) {
    const [firstRow, firstNumber] = [rowOf.get(number), numberOf.get(row)];
    if (firstRow !== undefined) gtids.push({ number, row: firstRow, otherRow: row });
    else if (firstNumber !== undefined) rows.push({ row, number: firstNumber, otherNumber: number });
    rowOf.set(number, row);
    numberOf.set(row, number);
  }
  return { gtids, rows };
}

function findReversed(acks: readonly NumberedAck[]): MessageParams[] {
  const ended = acks.toSorted((a, b) => a.endedMs - b.endedMs);
  const begun = acks.toSorted((a, b) => a.startedMs - b.startedMs);
  const found: MessageParams[] = [];
  let next = 0;
  let last: NumberedAck | null = null;
  for (const ack of begun) {
    for (let one = ended[next]; one !== undefined && one.endedMs < ack.startedMs; one = ended[next]) {
      if (last === null || one.number > last.number) last = one;
      next += 1;
    }
    if (last !== null && last.number > ack.number)
      found.push({ row: ack.row, number: ack.number, otherRow: last.row, otherNumber: last.number });
  }
  return found;
}

function findReturns(acks: readonly NumberedAck[]): MessageParams[] {
  const found: MessageParams[] = [];
  const lastOf = new Map<string, NumberedAck>();
  let previous: NumberedAck | null = null;
  for (const ack of acks.toSorted((a, b) => a.number - b.number)) {
    const own = lastOf.get(ack.server);
    if (previous !== null && previous.server !== ack.server && own !== undefined) {
      if (ack.startedMs - own.endedMs < electionMs)
        found.push({
          ...{ server: ack.server, number: ack.number },
          ...{ otherServer: previous.server, otherNumber: previous.number },
        });
    }
    lastOf.set(ack.server, ack);
    previous = ack;
  }
  return found;
}
