import type { MemberSnapshot } from "@primacy/core/member";
import { checkMember, planMember } from "@primacy/core/member";
import { expect, test } from "vitest";
import { cloningDetail } from "../replication/group-replication/await-online";
import { memberExecutors } from "./member-steps";
import { describeStop } from "./stop-step";

const group = "0e000000-0000-4000-8000-00000000000e";
const serverUuid = "00000003-0000-4000-8000-000000000003";
const gtids = { executed: `${group}:1-100`, received: "", purged: `${group}:1-95` };

/** db3 of three is in ERROR and ten transactions behind; with the clone plugin it is cloned. */
function snapshot(action: MemberSnapshot["action"], hasClone: boolean): MemberSnapshot {
  const isStop = action === "stop";
  return {
    action,
    isPrimaryAllowed: false,
    isCloneAllowed: hasClone,
    name: "db3",
    hostName: "db3",
    address: "10.77.0.13",
    port: 3306,
    serverUuid,
    server: {
      kind: "answering",
      uuid: serverUuid,
      state: isStop ? "ONLINE" : "ERROR",
      groupName: group,
      isBootstrapping: false,
      isOfflineMode: false,
      isSuperReadOnly: true,
      gtids: { ...gtids, executed: `${group}:1-${hasClone ? 90 : 98}` },
      hasClone,
      cloneThreshold: null,
      cloning: "not_cloning",
    },
    groupName: group,
    group: {
      onlineCount: isStop ? 3 : 2,
      presentCount: isStop ? 3 : 2,
      voterCount: isStop ? 3 : 2,
      listedState: isStop ? "ONLINE" : null,
      isPrimary: false,
      isSinglePrimary: true,
    },
    registeredCount: 3,
    readAddresses: [],
    pausedReadAddresses: [],
    vipAddress: null,
    vipPause: null,
    peers: [{ name: "db1", gtids, hasClone }],
    names: new Map(),
  };
}

const party = { clusterId: "c", memberId: "m", serverUuid, name: "db3", hostId: null };
/** What changes nothing. */
const looking = new Set(["member.await_online", "member.await_clone"]);

test.each([
  [snapshot("stop", false), ["impossible"]],
  [snapshot("rejoin", false), ["impossible", "recorded", "nothing"]],
  [snapshot("rejoin", true), ["impossible", "impossible", "nothing"]],
] as const)("every step that acts says whether it can be taken back, as its plan does", (of, kinds) => {
  const judged = checkMember(of);
  expect(judged.report.checks.filter((check) => check.result === "fail")).toEqual([]);
  const { steps } = planMember(party, of, judged, 600);
  expect(steps.map((step) => memberExecutors[step.code].undoKind)).toEqual(kinds);
  for (const step of steps) {
    const { undoKind } = memberExecutors[step.code];
    expect(undoKind === "recorded").toBe(step.isReversible);
    expect(undoKind === "nothing").toBe(looking.has(step.code));
  }
});

test("a stop that found its member out of the group says that there was nothing to do, and does not say done", () => {
  const left = { state: "OFFLINE", isSuperReadOnly: true } as const;
  const found = describeStop(snapshot("stop", false), left, { afterMs: null, isFound: true });
  expect(found).toMatchObject({
    kind: "skipped",
    detail: { code: "detail.member_stopped_before" },
    output: left,
  });
  const done = describeStop(snapshot("stop", false), left, { afterMs: 12, isFound: false });
  expect(done).toMatchObject({
    kind: "done",
    detail: { code: "detail.member_stopped" },
    output: { afterMs: 12 },
  });
});

test("a clone shows how long it lasts, whether or not it may be read how much is copied", () => {
  const share = { copied: 3 * 1_048_576, total: 12 * 1_048_576 };
  expect(cloningDetail("db3", null, 65_000).text).toContain("for 1 min");
  expect(cloningDetail("db3", share, 65_000).text).toMatch(/for 1 min.*3 of 12 MiB copied/);
});

test("a clone is waited for as long as the longest timer runs", () => {
  expect(memberExecutors["member.await_clone"].timeoutMs).toBeGreaterThan(20 * 86_400_000);
  expect(memberExecutors["member.await_clone"].timeoutMs).toBeLessThan(2 ** 31);
});
