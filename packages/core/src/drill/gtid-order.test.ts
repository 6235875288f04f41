import { type Message, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { findDisorder, type RowAck } from "./gtid-order";

const group = "8a94f357-aab4-11df-86ab-c80aa9420000";
/** A write that was sent to server `a` at `startedMs` and acknowledged 5 ms later. */
const ack = (startedMs: number, number: number, given: Partial<RowAck> = {}): RowAck => ({
  ...{ row: `r/${startedMs}`, seq: startedMs, gtid: `${group}:${number}`, server: "a" },
  ...{ startedMs, endedMs: startedMs + 5 },
  ...given,
});
const find = (...acks: RowAck[]): Message[] => findDisorder(acks, group);

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
    const example = { row: "r/40", number: 8, otherRow: "r/20", otherNumber: 9 };
    expect(find(ack(0, 7), ack(20, 9), ack(40, 8))).toEqual([
      message("drill.gtid_reversed", { count: 1, ...example }),
    ]);
    // Also where another has ended since.
    expect(find(ack(0, 9), ack(20, 7), ack(40, 8))).toHaveLength(1);
  });

  it("finds one GTID for two rows, two groups of one name, and two GTIDs for one row", () => {
    expect(find(ack(0, 7), ack(2, 7))).toEqual([
      message("drill.gtid_twice", { count: 1, number: 7, row: "r/0", otherRow: "r/2" }),
    ]);
    expect(find(ack(0, 7), ack(2, 8, { row: "r/0" }))).toEqual([
      message("drill.row_twice", { count: 1, row: "r/0", number: 7, otherNumber: 8 }),
    ]);
  });

  it("finds a write of a server alone, and one that nobody named", () => {
    const alone = "3e11fa47-71ca-11e1-9e33-c80aa9429562:3";
    expect(find(ack(0, 7, { gtid: alone }), ack(20, 8, { gtid: null }))).toEqual([
      message("drill.no_gtid", { count: 1, row: "r/20" }),
      message("drill.foreign_gtid", { count: 1, row: "r/0", gtid: alone }),
    ]);
    expect(find(ack(0, 7, { gtid: `${group}:7-8` }))).toHaveLength(1);
  });

  it("finds a server that wrote on after another one had, although their writes were under way at once", () => {
    const b = { server: "b" };
    expect(find(ack(0, 7), ack(20, 8, b), ack(21, 9), ack(40, 10, b))).toEqual([
      message("drill.wrote_again", {
        ...{ count: 2, server: "a", number: 9 },
        ...{ otherServer: "b", otherNumber: 8 },
      }),
    ]);
  });

  it("lets a server have the office again later", () => {
    const b = { server: "b" };
    expect(find(ack(0, 7), ack(500, 8, b), ack(520, 9, b), ack(1_500, 10))).toEqual([]);
  });
});
