/** An acknowledged write with the GTID that the server named for it; times CLOCK_MONOTONIC in ms. */
export interface NamedAck {
  readonly row: string;
  readonly gtid: string | null;
  readonly startedMs: number;
  readonly endedMs: number;
}

/**
 * Whether the acknowledgements of all clients can be those of one group that decided one write after the other: each names a GTID of the
 * group, no two name the same, and a write that began after another was acknowledged has a later one. Asks for a group whose
 * GTIDs follow each other (`group_replication_gtid_assignment_block_size = 1`). One sentence for each kind of what is wrong,
 * with the first example.
 */
export function findDisorder(acks: readonly NamedAck[], groupName: string): string[] {
  const numbered: (NamedAck & { readonly number: number })[] = [];
  const unnamed: NamedAck[] = [];
  const foreign: NamedAck[] = [];
  for (const ack of acks) {
    const [uuid, number] = (ack.gtid ?? "").split(":");
    if (ack.gtid === null) unnamed.push(ack);
    else if (uuid !== groupName || !/^[1-9]\d*$/.test(number ?? "")) foreign.push(ack);
    else numbered.push({ ...ack, number: Number(number) });
  }
  const [first] = unnamed;
  const [other] = foreign;
  return [
    ...(first === undefined
      ? []
      : [`${unnamed.length} acknowledged writes came without a GTID, such as ${first.row}`]),
    ...(other === undefined
      ? []
      : [
          `${foreign.length} writes were acknowledged outside of the group, such as ${other.row} as ${other.gtid}`,
        ]),
    ...findTwins(numbered),
    ...findReversed(numbered),
  ];
}

function findTwins(acks: readonly (NamedAck & { readonly number: number })[]): string[] {
  const rows = new Map<number, string>();
  const twins: string[] = [];
  for (const { number, row } of acks) {
    const other = rows.get(number);
    if (other === undefined) rows.set(number, row);
    else twins.push(`${other} and ${row} as ${number}`);
  }
  return twins.length === 0
    ? []
    : [`${twins.length} GTIDs were acknowledged for two rows, such as ${twins[0]}`];
}

function findReversed(acks: readonly (NamedAck & { readonly number: number })[]): string[] {
  const ended = [...acks].sort((a, b) => a.endedMs - b.endedMs);
  const begun = [...acks].sort((a, b) => a.startedMs - b.startedMs);
  const reversed: string[] = [];
  let next = 0;
  let last: (NamedAck & { readonly number: number }) | null = null;
  for (const ack of begun) {
    for (let one = ended[next]; one !== undefined && one.endedMs < ack.startedMs; one = ended[next]) {
      if (last === null || one.number > last.number) last = one;
      next += 1;
    }
    if (last !== null && last.number > ack.number)
      reversed.push(`${ack.row} as ${ack.number} after ${last.row} as ${last.number}`);
  }
  return reversed.length === 0
    ? []
    : [
        `${reversed.length} writes were decided before one that had been acknowledged, such as ${reversed[0]}`,
      ];
}
