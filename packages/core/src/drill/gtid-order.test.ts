import { describe, expect, it } from "vitest";
import { findDisorder, type RowAck } from "./gtid-order";

const group = "8a94f357-aab4-11df-86ab-c80aa9420000";
/** A write that was sent to server `a` at `startedMs` and acknowledged 5 ms later. */
const ack = (startedMs: number, number: number, given: Partial<RowAck> = {}): RowAck => ({
  ...{ row: `r/${startedMs}`, seq: startedMs, gtid: `${group}:${number}`, server: "a" },
  ...{ startedMs, endedMs: startedMs + 5 },
  ...given,
});
const find = (...acks: RowAck[]): string[] => findDisorder(acks, group);

describe("findDisorder", () => {
  it("finds nothing where one write was decided after the other, whatever the order in which they are told", () => {
    expect(find(ack(40, 9), ack(0, 7), ack(20, 8), ack(60, 12))).toEqual([]);
    expect(find()).toEqual([]);
  });

  it("lets writes that were under way at once be decided in any order", () => {
    expect(find(ack(0, 8, { endedMs: 100 }), ack(20, 7))).toEqual([]);
    // Acknowledged as the other began: nobody can say which was first.
    expect(find(ack(0, 8, { endedMs: 20 }), ack(20, 7))).toEqual([]);
  });

  it("finds a write that was decided before one which had been acknowledged", () => {
    expect(find(ack(0, 7), ack(20, 9), ack(40, 8))).toEqual([
      "1 writes were decided before one that had been acknowledged, such as r/40 as 8 after r/20 as 9",
    ]);
    // Also where another has ended since.
    expect(find(ack(0, 9), ack(20, 7), ack(40, 8))).toHaveLength(1);
  });

  it("finds one GTID for two rows, two groups of one name, and two GTIDs for one row", () => {
    const twice = "1 acknowledgements named a GTID or a row for the second time, such as";
    expect(find(ack(0, 7), ack(2, 7))).toEqual([`${twice} r/0 and r/2 as 7`]);
    expect(find(ack(0, 7), ack(2, 8, { row: "r/0" }))).toEqual([`${twice} r/0 as 7 and as 8`]);
  });

  it("finds a write of a server alone, and one that nobody named", () => {
    const alone = "3e11fa47-71ca-11e1-9e33-c80aa9429562:3";
    expect(find(ack(0, 7, { gtid: alone }), ack(20, 8, { gtid: null }))).toEqual([
      "1 acknowledged writes came without a GTID, such as r/20",
      `1 writes were acknowledged outside of the group, such as r/0 as ${alone}`,
    ]);
    expect(find(ack(0, 7, { gtid: `${group}:7-8` }))).toHaveLength(1);
  });

  it("finds a server that wrote on after another one had, although their writes were under way at once", () => {
    const b = { server: "b" };
    expect(find(ack(0, 7), ack(20, 8, b), ack(21, 9), ack(40, 10, b))).toEqual([
      "2 times a server went on to write after another one had, such as a with 9 after b with 8",
    ]);
  });

  it("lets a server have the office again later", () => {
    const b = { server: "b" };
    expect(find(ack(0, 7), ack(500, 8, b), ack(520, 9, b), ack(1_500, 10))).toEqual([]);
  });
});
