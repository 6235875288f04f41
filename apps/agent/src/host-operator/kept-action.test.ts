import { createHash, randomUUID } from "node:crypto";
import {
  HostAction,
  HostOperatorRequest,
  hostOperatorLineBytes,
  programInputBytes,
} from "@primacy/contract/agent";
import { beforeAll, expect, test } from "vitest";
import { signOperatorRequest } from "../testing/operator-request";
import { createTestAuthority, type KeyPair } from "../testing/test-authority";
import { keepAction } from "./kept-action";
import { isSameAct } from "./order-rules";
import { JournalRecord } from "./record";

const clusterId = randomUUID();
const secret = "mysql-password=Geheim-77\n";
const program: Extract<HostAction, { kind: "process" }> = {
  kind: "process",
  program: "/usr/bin/sysbench",
  args: ["oltp_read_write"],
  runAs: "nobody",
  maxOutputBytes: 1_000,
};
const load = { ...program, input: secret };

/** As the file in the journal has it. */
function record(action: unknown): JournalRecord {
  const text = JSON.stringify({
    ...{ actionId: randomUUID(), clusterId, grantedTo: { who: "ada", operationId: null }, state: "acted" },
    ...{ bootId: randomUUID(), startedAt: new Date(0).toISOString(), undoAtMs: 1, notAfterMs: 1 },
    ...{ reason: null, action, undo: { kind: "process", leader: null } },
  });
  return JournalRecord.parse(JSON.parse(text));
}

let authority: Awaited<ReturnType<typeof createTestAuthority>>;
let console: KeyPair;

beforeAll(async () => {
  authority = await createTestAuthority();
  console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
});

function order(action: HostAction): HostOperatorRequest {
  const where = { hostId: randomUUID(), clusterId, bootId: randomUUID(), nowMs: 0 };
  return signOperatorRequest({ ...where, task: { verb: "act", action, undoAtMs: 1 } }, console);
}

test("the journal keeps the hash of a program's input in its place, and no input itself", () => {
  const sha256 = createHash("sha256").update(secret).digest("hex");
  expect(keepAction(load)).toEqual({ ...program, input: `sha256:${sha256}` });
  expect(JournalRecord.safeParse({ ...record(program), action: load }).success).toBe(false);
});

test("a program is given its password in a variable for passwords alone, of which the journal keeps the name", () => {
  const inVariable = { ...load, input: "Geheim-77", inputVariable: "MYSQL_PWD" };
  expect(keepAction(HostAction.parse(inVariable))).toMatchObject({ inputVariable: "MYSQL_PWD" });
  expect(JSON.stringify(keepAction(HostAction.parse(inVariable)))).not.toContain("Geheim");
  expect(HostAction.safeParse({ ...inVariable, inputVariable: "TPCC_PASSWORD" }).success).toBe(true);
  for (const inputVariable of ["LD_PRELOAD", "PATH", "BASH_ENV", "PRIMACY_ACTION", "_PASSWORD", "password"])
    expect(HostAction.safeParse({ ...inVariable, inputVariable }).success).toBe(false);
});

test("a record without an input, as an earlier version wrote it, is still one", () => {
  expect(record(program).action).toEqual(program);
});

test("an order that comes again is the same act by the hash of its input, whatever the order of its fields", () => {
  const known = record(keepAction(load));
  const { maxOutputBytes, ...rest } = load;
  expect(isSameAct(known, clusterId, load)).toBe(true);
  expect(isSameAct(known, clusterId, { maxOutputBytes, ...rest })).toBe(true);
  expect(isSameAct(known, randomUUID(), load)).toBe(false);
});

test("another input, none, or the text of the hash itself is another act", () => {
  const known = record(keepAction(load));
  const others = [{ ...load, input: "mysql-password=x\n" }, program, keepAction(load)];
  expect(others.map((other) => isSameAct(known, clusterId, other))).toEqual([false, false, false]);
  expect(isSameAct(record(program), clusterId, { ...program, input: "" })).toBe(false);
});

test("the largest input travels, also where each of its characters is escaped twice", () => {
  const request = order({ ...program, input: "\u0001".repeat(programInputBytes) });
  expect(HostOperatorRequest.safeParse(request).success).toBe(true);
  const line = JSON.stringify({ verb: "order", body: request });
  expect(Buffer.byteLength(line)).toBeLessThan(hostOperatorLineBytes);
});
