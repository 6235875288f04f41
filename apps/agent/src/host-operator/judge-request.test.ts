import { randomUUID } from "node:crypto";
import { type HostOperatorRequest, programInputBytes } from "@primacy/contract/agent";
import { beforeAll, expect, test } from "vitest";
import { planOrder, signOperatorRequest, type WantedRequest } from "../testing/operator-request";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { judgeRequest, type RequestFacts } from "./judge-request";

const hostId = randomUUID();
const clusterId = randomUUID();
const bootId = randomUUID();
const nowMs = 1_000_000;

let authority: TestAuthority;
let console: KeyPair;

beforeAll(async () => {
  authority = await createTestAuthority();
  console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
});

const wanted = (change: Partial<WantedRequest> = {}): WantedRequest => ({
  hostId,
  clusterId,
  bootId,
  nowMs,
  task: { verb: "read_service", service: "mysql" },
  ...change,
});

function judge(request: HostOperatorRequest, change: Partial<RequestFacts> = {}): string[] {
  const verdict = judgeRequest(request, {
    authorityPem: authority.caPem,
    consoleId: authority.consoleId,
    hostId,
    wallMs: Date.now(),
    bootId,
    monotonicMs: nowMs,
    floorOf: () => 3,
    ...change,
  });
  return verdict.kind === "valid" ? [] : verdict.reasons.map(({ code }) => code);
}

const judgeWanted = (change: Partial<WantedRequest>): string[] =>
  judge(signOperatorRequest(wanted(change), console));

test("an order of this host's console under a grant in force counts", () => {
  expect(judgeWanted({})).toEqual([]);
});

test.each<[string, Partial<WantedRequest>, string]>([
  ["for another host", { grant: { hostId: randomUUID() } }, "operator.other_host"],
  ["of an earlier boot", { grant: { bootId: randomUUID() } }, "operator.rebooted"],
  ["that has expired", { grant: { untilMs: nowMs } }, "operator.expired"],
  ["that lasts longer than any may", { grant: { untilMs: nowMs + 25 * 3_600_000 } }, "operator.expired"],
  ["of a lower epoch", { grant: { epoch: 2 } }, "operator.epoch"],
  ["for other kinds of acts", { grant: { kinds: ["file"] } }, "operator.kind"],
  ["that is not the order's", { order: { grantId: randomUUID() } }, "operator.other_grant"],
])("a grant %s is refused", (_what, change, code) => {
  expect(judgeWanted(change)).toEqual([code]);
});

test("an order that comes late, or outlasts its grant, is refused", () => {
  expect(judgeWanted({ order: { notAfterMs: nowMs - 1 } })).toEqual(["operator.late"]);
  const action = { kind: "service", service: "mysql", act: "stop" } as const;
  const task = { verb: "act", action, undoAtMs: nowMs + 3_600_001 } as const;
  expect(judgeWanted({ task })).toEqual(["operator.deadline"]);
});

test("what another console signed, or was changed afterwards, is refused for grant and order alike", async () => {
  const other = await createTestAuthority();
  const stranger = await other.issue({ kind: "console", consoleId: other.consoleId });
  expect(judge(signOperatorRequest(wanted(), stranger))).toEqual([
    "grant.certificate_issuer",
    "grant.certificate_console",
    "operator.order_signature",
  ]);
  const { grant, order } = signOperatorRequest(wanted(), console);
  const task = { verb: "read_service", service: "haproxy" } as const;
  const changed = { ...order, text: JSON.stringify(planOrder(wanted({ task }))) };
  expect(judge({ grant, order: changed })).toEqual(["operator.order_signature"]);
});

test("a host of the same console cannot sign an order", async () => {
  const host = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId });
  expect(judge(signOperatorRequest(wanted(), host))).toEqual([
    "grant.certificate_console",
    "operator.order_signature",
  ]);
});

test.each([
  "/etc/shadow",
  "/etc/mysql/../shadow",
  "/etc/mysql/./my.cnf",
  "/etc/mysql",
  "/etc/mysqlx/my.cnf",
  "etc/mysql/my.cnf",
  "/etc/mysql/a b.cnf",
])("no order names the file %s", (path) => {
  expect(judgeWanted({ task: { verb: "read_file", path } })).toContain("operator.order_form");
});

test.each(["ssh", "primacy-agent", "mysql; reboot", "mysql@a b", "@mysql"])(
  "no order names the service %s",
  (service) => {
    expect(judgeWanted({ task: { verb: "read_service", service } })).toContain("operator.order_form");
  },
);

test.each([
  { program: "/tmp/x", runAs: "nobody" },
  { program: "/usr/bin/../../tmp/x", runAs: "nobody" },
  { program: "/usr/bin/id", runAs: "root" },
])("no order runs $program as $runAs", ({ program, runAs }) => {
  const action = { kind: "process", program, args: [], runAs, maxOutputBytes: 1 } as const;
  expect(judgeWanted({ task: { verb: "act", action, undoAtMs: nowMs + 1 } })).toContain(
    "operator.order_form",
  );
});

test("a program's input has 64 KiB at most, counted in bytes", () => {
  const judgeInput = (input: string): string[] => {
    const program = { kind: "process", program: "/usr/bin/id", args: [], runAs: "nobody" } as const;
    const action = { ...program, input, maxOutputBytes: 1 };
    return judgeWanted({ task: { verb: "act", action, undoAtMs: nowMs + 1 } });
  };
  expect(judgeInput(`é${"x".repeat(programInputBytes - 2)}`)).toEqual([]);
  expect(judgeInput(`é${"x".repeat(programInputBytes - 1)}`)).toEqual(["operator.order_form"]);
  expect(judgeInput("密".repeat(programInputBytes / 3 + 1))).toEqual(["operator.order_form"]);
});
