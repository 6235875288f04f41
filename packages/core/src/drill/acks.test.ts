import { expect, it } from "vitest";
import { listHostAcks, listRowAcks } from "./acks";
import type { WriteAttempt } from "./attempt";

const attempt = (seq: number, given: Partial<WriteAttempt> = {}): WriteAttempt => ({
  ...{ seq, dueMonotonicMs: seq, startedMonotonicMs: seq + 1, endedMonotonicMs: seq + 3 },
  ...{ acked: true, isSent: true, error: null, serverUuid: "a", gtid: `g:${seq}` },
  ...given,
});
const refused = { acked: false, error: "ECONNREFUSED", gtid: null };

it("lists each acknowledged row by its client, with the server and the GTID that it named", () => {
  const attempts = [attempt(7), attempt(8, refused), attempt(9, { serverUuid: null })];
  expect(listRowAcks({ run: "r", attempts })).toEqual([
    { row: "r/7", seq: 7, server: "a", gtid: "g:7", startedMs: 8, endedMs: 10 },
  ]);
});

it("lists each acknowledgement by the host of its server, and leaves out servers of no host", () => {
  const attempts = [attempt(7), attempt(8, refused), attempt(9, { serverUuid: "b" })];
  expect(listHostAcks(attempts, new Map([["a", "db1"]]))).toEqual([{ host: "db1", startedMs: 8, atMs: 10 }]);
});
