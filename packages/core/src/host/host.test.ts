import { type HostFacts, isRefusal } from "@primacy/contract";
import { describe, expect, test } from "vitest";
import { type PlannableHost, shortName } from "./draft-steps";
import { countNeededBytes, judgeInstall } from "./judge-facts";
import {
  planAgentInstall,
  planAgentRemove,
  planAgentRepair,
  planAgentUpgrade,
  planHostTest,
} from "./plan-host";
import { planOperatorDisable, planOperatorEnable } from "./plan-operator";
import type { AgentRelease } from "./steps";

const release: AgentRelease = {
  sha256: "ab".repeat(32),
  packageBytes: 30_000_000,
  unpackedBytes: 90_000_000,
};

const facts: HostFacts = {
  os: "Debian GNU/Linux 12",
  kernel: "6.1.0",
  architecture: "x86_64",
  glibc: "2.36",
  privilege: "root",
  mysql: [],
  nics: [],
  hasIproute: true,
  hasNft: true,
  hasArping: true,
  freeBytes: 1_000_000_000,
  testedAt: "2026-01-01T00:00:00.000Z",
};

const host: PlannableHost = {
  id: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e",
  name: "db1",
  hasCredential: true,
  hostKey: { algorithm: "ssh-ed25519", fingerprint: "SHA256:x" },
  clusterIds: [],
  agentAddress: "10.77.0.11",
  agentPort: 7433,
  operator: null,
};
const alone = { hostOperator: false };
const on = { state: "running" as const, openActions: 0, failedUndos: [] };

describe("whether the agent can run on a host", () => {
  const codes = (change: Partial<HostFacts>): string[] =>
    judgeInstall({ ...facts, ...change }, release, "ops").problems.map((problem) => problem.code);

  test.each<[string, Partial<HostFacts>, string[]]>([
    ["a fit host has no problems", {}, []],
    ["sudo is as good as root", { privilege: "sudo" }, []],
    ["glibc 2.28 is the oldest that will do", { glibc: "2.28" }, []],
    ["an older glibc is refused", { glibc: "2.27" }, ["failure.host_glibc"]],
    ["glibc is compared by numbers, not by letters", { glibc: "2.9" }, ["failure.host_glibc"]],
    ["a system without glibc is refused", { glibc: null }, ["failure.host_glibc"]],
    ["another processor is refused", { architecture: "aarch64" }, ["failure.host_architecture"]],
    ["no iproute2 is refused", { hasIproute: false }, ["failure.host_iproute"]],
    ["no root and no sudo is refused", { privilege: "none" }, ["failure.host_privilege"]],
    ["too little space is refused", { freeBytes: 150_000_000 }, ["failure.host_space"]],
    ["space that nobody could tell is tried", { freeBytes: null }, []],
    [
      "all reasons come at once",
      { architecture: "armv7l", glibc: "2.17", hasIproute: false, privilege: "none", freeBytes: 0 },
      [
        "failure.host_architecture",
        "failure.host_glibc",
        "failure.host_iproute",
        "failure.host_privilege",
        "failure.host_space",
      ],
    ],
  ])("%s", (_name, change, expected) => expect(codes(change)).toEqual(expected));

  test("packed and unpacked must fit beside each other", () => {
    const needed = countNeededBytes(release);
    expect(needed).toBeGreaterThan(120_000_000);
    expect(codes({ freeBytes: needed })).toEqual([]);
    expect(codes({ freeBytes: needed - 1 })).toEqual(["failure.host_space"]);
  });

  test("missing nft and arping are warned of with their consequence", () => {
    const { problems, warnings } = judgeInstall(
      { ...facts, hasNft: false, hasArping: false },
      release,
      "ops",
    );
    expect(problems).toEqual([]);
    expect(warnings.map((warning) => warning.code)).toEqual(["warning.host_nft", "warning.host_arping"]);
  });
});

describe("plans", () => {
  const codes = (plan: ReturnType<typeof planHostTest>): string[] =>
    isRefusal(plan) ? [plan.code] : plan.steps.map((step) => step.code);

  test("a connection test only looks", () => {
    expect(codes(planHostTest(host))).toEqual(["host.connect", "host.observe"]);
  });

  test("an installation looks before it changes anything, and ends when the agent answers", () => {
    expect(codes(planAgentInstall(host, release, alone))).toEqual([
      "host.connect",
      "host.observe",
      "agent.place",
      "agent.certify",
      "agent.start",
      "agent.hello",
    ]);
  });

  test("an upgrade keeps the certificate and says that the agent restarts", () => {
    const plan = planAgentUpgrade(host, release);
    expect(codes(plan)).not.toContain("agent.certify");
    expect(isRefusal(plan) ? [] : plan.consequences.map((one) => one.code)).toEqual([
      "consequence.agent_restart",
    ]);
  });

  test("a repair does everything anew", () => {
    expect(codes(planAgentRepair(host, release))).toEqual(codes(planAgentInstall(host, release, alone)));
  });

  test("a removal undoes what the host operator has in force, lets go of the addresses before the agent stops, and makes sure at the end", () => {
    const plan = planAgentRemove(host, []);
    expect(codes(plan)).toEqual([
      "host.connect",
      "operator.disable",
      "agent.release",
      "agent.stop",
      "agent.delete",
      "agent.verify_gone",
    ]);
  });

  test("the agent of a cluster's member stays", () => {
    const use = { clusterName: "orders", vipAddresses: ["10.77.0.100"] };
    const refused = planAgentRemove({ ...host, clusterIds: [host.id] }, [use]);
    expect(refused).toMatchObject({
      code: "in_use",
      errors: [
        { message: { params: { what: "orders" } } },
        { message: { params: { what: "VIP 10.77.0.100" } } },
      ],
    });
  });

  test("without an accepted host key or credentials nothing is planned", () => {
    const install = (one: PlannableHost) => planAgentInstall(one, release, alone);
    for (const plan of [planHostTest, install, planOperatorEnable, planOperatorDisable]) {
      expect(codes(plan({ ...host, hostKey: null }))).toEqual(["host_key_unknown"]);
      expect(codes(plan({ ...host, hasCredential: false }))).toEqual(["credentials_missing"]);
    }
  });

  test("steps are numbered in their order, and two packages never share a folder", () => {
    const plan = planAgentInstall(host, release, alone);
    if (isRefusal(plan)) throw new Error(plan.code);
    expect(plan.steps.map((step) => step.ordinal)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(shortName(release)).not.toBe(shortName({ ...release, sha256: "cd".repeat(32) }));
  });
});

describe("the host operator", () => {
  const stepsOf = (plan: ReturnType<typeof planHostTest>) => (isRefusal(plan) ? [] : plan.steps);
  const codes = (plan: ReturnType<typeof planHostTest>): string[] => stepsOf(plan).map((step) => step.code);
  const consequences = (plan: ReturnType<typeof planHostTest>): string[] =>
    isRefusal(plan) ? [] : plan.consequences.map((one) => one.code);
  const shown = (plan: ReturnType<typeof planHostTest>): string[] =>
    stepsOf(plan).flatMap((step) => step.preview.map(({ text }) => text));

  test("is no part of an installation unless it was asked for", () => {
    const plan = planAgentInstall(host, release, alone);
    expect(shown(plan).filter((text) => text.includes("operator"))).toEqual([]);
    expect(consequences(plan)).toEqual([]);
  });

  test("is switched on once the agent answers, and the plan says what root then does and which file says so", () => {
    const plan = planAgentInstall(host, release, { hostOperator: true });
    expect(codes(plan).slice(-3)).toEqual(["agent.hello", "operator.enable", "operator.verify_running"]);
    expect(shown(plan)).toEqual(
      expect.arrayContaining([
        "/opt/primacy-agent/current/primacy-operator enable",
        "/etc/primacy-agent/host-operator",
      ]),
    );
    expect(consequences(plan)).toEqual(["consequence.operator_enable"]);
    const enable = stepsOf(plan).find((step) => step.code === "operator.enable");
    expect(enable?.isReversible).toBe(true);
  });

  test("is switched on and off on a host with an agent, and both wait until the agent says so", () => {
    expect(codes(planOperatorEnable(host))).toEqual([
      "host.connect",
      "operator.enable",
      "operator.verify_running",
    ]);
    const off = planOperatorDisable(host);
    expect(codes(off)).toEqual(["host.connect", "operator.disable", "operator.verify_off"]);
    expect(shown(off)).toContain("/opt/primacy-agent/current/primacy-operator disable");
    expect(stepsOf(off).map((step) => step.isReversible)).toEqual([true, false, true]);
    expect([consequences(planOperatorEnable(host)), consequences(off)]).toEqual([
      ["consequence.operator_enable"],
      ["consequence.operator_disable"],
    ]);
  });

  test.each<[string, (of: PlannableHost) => ReturnType<typeof planHostTest>]>([
    ["an upgrade", (of) => planAgentUpgrade(of, release)],
    ["a repair", (of) => planAgentRepair(of, release)],
  ])("%s shows that it starts again where it is on, after the handover of the addresses", (_what, plan) => {
    const restart = "/opt/primacy-agent/current/primacy-operator restart";
    expect(shown(plan(host))).not.toContain(restart);
    expect(shown(plan({ ...host, operator: { ...on, state: "off" } }))).not.toContain(restart);
    const texts = shown(plan({ ...host, operator: on }));
    expect(texts.indexOf(restart)).toBeGreaterThan(
      texts.indexOf("/opt/primacy-agent/current/primacy-supervisor handover"),
    );
    expect(texts.indexOf("/opt/primacy-agent/current/primacy-supervisor handover")).toBeGreaterThan(-1);
  });
});
