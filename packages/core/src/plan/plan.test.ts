import {
  defaultVipTimings,
  formatMessage,
  type Message,
  message,
  type Vip,
  VipRequest,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type PlannedStep, toPlan } from "../operation/planned-step";
import { buildDocument } from "./build-document";
import { planClusterRemove, planRefresh, planRegister } from "./plan-cluster";
import { planVipPause, planVipUnpause } from "./plan-pause";
import { planVipApply, planVipChange, planVipRemove, type VipPlanSnapshot } from "./plan-vip";
import type { WantedCluster } from "./wanted";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;

const vip: Vip = {
  id: id(8),
  clusterId: id(9),
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: { [id(1)]: "eth0", [id(2)]: "eth1" },
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};

function wanted(vips: readonly Vip[] = []): WantedCluster {
  return {
    clusterId: id(9),
    clusterName: "main",
    epoch: 4,
    hosts: [1, 2].map((n) => ({
      hostId: id(n),
      askedOf: null,
      name: `db${n}`,
      agentAddress: `10.77.0.1${n}`,
      agentPort: 7433,
      macs: [`02:00:00:00:00:1${n}`],
      member: {
        memberId: id(n),
        serverUuid: id(n),
        address: `10.77.0.1${n}`,
        port: 3306,
        adminAddress: n === 1 ? "127.0.0.1" : null,
        adminPort: 33062,
      },
    })),
    vips,
    timings: defaultVipTimings,
  };
}

function snapshot(vips: readonly Vip[] = []): VipPlanSnapshot {
  return { wanted: wanted(vips), primaryName: "db1", heldEpoch: 4 };
}

const codes = (planned: { readonly steps: readonly { readonly code: string }[] }): readonly string[] =>
  planned.steps.map((step) => step.code);

describe("planVipApply", () => {
  const {
    id: _,
    clusterId: __,
    enabled: ___,
    revision: ____,
    createdAt: _____,
    updatedAt: ______,
    ...request
  } = vip;
  const planned = planVipApply(snapshot(), request);

  it("gives nobody the right before all have acknowledged that they know each other", () => {
    expect(codes(planned)).toEqual([
      "schema.ensure",
      "vip.store",
      "credential.put",
      "credential.put",
      "document.join",
      "document.join",
      "epoch.raise",
      "document.acquire",
      "document.acquire",
      "vip.await_held",
      "vip.verify",
    ]);
  });

  it("shows exactly what each host is told, and no password", () => {
    const shown = JSON.stringify(toPlan(planned));
    expect(shown).toContain("ip address replace 10.77.0.100/32 dev eth1 valid_lft 2 preferred_lft 2");
    expect(shown).not.toMatch(/"input"/);
    for (const step of planned.steps)
      for (const locale of ["en", "zh"] as const)
        expect(formatMessage(step.title, locale)).not.toMatch(/\{\w+\}/);
    for (const text of planned.consequences) expect(text.text).not.toMatch(/\{\w+\}/);
  });
});

describe("planVipChange", () => {
  it("changes settings without making anybody let go, and proves the address again", () => {
    expect(codes(planVipChange(snapshot([vip]), vip, { port: 3307 }))).toEqual([
      "vip.change",
      "document.acquire",
      "document.acquire",
      "vip.await_held",
      "vip.verify",
    ]);
  });
  it("enables as carefully as it applies", () => {
    const off = { ...vip, enabled: false };
    const all = codes(planVipChange(snapshot([off]), off, { enabled: true }));
    expect(all.lastIndexOf("document.join")).toBeLessThan(all.indexOf("epoch.raise"));
    expect(all.indexOf("epoch.raise")).toBeLessThan(all.indexOf("document.acquire"));
  });
  it("waits for the old address to be free before the new one is allowed", () => {
    const all = codes(planVipChange(snapshot([vip]), vip, { address: "10.77.0.101" }));
    expect(all.indexOf("vip.await_released")).toBeGreaterThan(all.lastIndexOf("document.join"));
    expect(all.indexOf("vip.await_released")).toBeLessThan(all.indexOf("document.acquire"));
  });
  it("disables by telling all and waiting until nobody holds it", () => {
    expect(codes(planVipChange(snapshot([vip]), vip, { enabled: false }))).toEqual([
      "vip.change",
      "document.plain",
      "document.plain",
      "vip.await_released",
    ]);
  });
  it("carries what to go back to in every step", () => {
    for (const step of planVipChange(snapshot([vip]), vip, { address: "10.77.0.101" }).steps)
      expect(step.input).toMatchObject({ previous: { address: "10.77.0.100", enabled: true } });
  });
});

describe("planVipRemove and planClusterRemove", () => {
  it("drops the schema with the last VIP, and forgets it last", () => {
    expect(codes(planVipRemove(snapshot([vip]), vip))).toEqual([
      "vip.disable",
      "document.plain",
      "document.plain",
      "vip.await_released",
      "schema.drop",
      "vip.forget",
    ]);
  });
  it("drops the schema once, also where no VIP is left: an end of management without its servers may have left it", () => {
    expect(codes(planClusterRemove(snapshot([])))).toEqual([
      "agent.forget",
      "agent.forget",
      "schema.drop",
      "account.drop",
      "cluster.forget",
    ]);
    const second = { ...vip, id: id(7), address: "10.77.0.101" };
    for (const vips of [[vip], [vip, second]]) {
      const dropped = codes(planClusterRemove(snapshot(vips))).filter((code) => code === "schema.drop");
      expect(dropped).toHaveLength(1);
    }
  });
  it("says that clients lose their way in only where the VIP is in force", () => {
    const lost = "consequence.vip_gone";
    const off = { ...vip, enabled: false };
    const told = (plan: { readonly consequences: readonly Message[] }): readonly string[] =>
      plan.consequences.map((one) => one.code);
    expect(told(planVipRemove(snapshot([vip]), vip))).toContain(lost);
    expect(told(planClusterRemove(snapshot([vip])))).toContain(lost);
    expect(told(planVipRemove(snapshot([off]), off))).not.toContain(lost);
    expect(told(planClusterRemove(snapshot([off])))).not.toContain(lost);
  });
  it("keeps what cannot be taken back for the end", () => {
    const { steps } = planClusterRemove(snapshot([vip]));
    const kept = steps.map((step) => step.isReversible || step.code === "vip.await_released");
    expect(kept.slice(0, -2).every((one) => one)).toBe(true);
    expect(codes({ steps }).slice(-4)).toEqual([
      "agent.forget",
      "agent.forget",
      "account.drop",
      "cluster.forget",
    ]);
  });
});

describe("a plan of a console that was restored from an older database", () => {
  const differences = [message("topology.differs_address", { held: "10.77.0.101", address: vip.address })];
  const restored: VipPlanSnapshot = { ...snapshot([vip]), differences };
  const overruled = ["consequence.restored", "topology.differs_address"];
  const taken = ["consequence.restored_taken", "topology.differs_address"];
  const consequences = (planned: { readonly consequences: readonly Message[] }): readonly string[] =>
    planned.consequences.map((one) => one.code);
  const refresh = {
    clusterId: id(9),
    members: [],
    previous: [],
    leaving: [],
    vips: [vip],
    newNics: {},
    differences,
  };

  it("says what it takes over, and a discovery what it puts an end to", () => {
    expect(consequences(planVipChange(restored, vip, { port: 3307 }))).toEqual(expect.arrayContaining(taken));
    expect(consequences(planVipChange(restored, vip, { enabled: false }))).toEqual(
      expect.arrayContaining(taken),
    );
    expect(consequences(planVipRemove(restored, vip))).toEqual(expect.arrayContaining(taken));
    expect(consequences(planVipUnpause(restored, vip))).toEqual(expect.arrayContaining(taken));
    expect(consequences(planRefresh({ ...refresh, mayOverrule: true }))).toEqual(overruled);
  });

  it("leaves the address where it is, when it is changed to the one that all agents have", () => {
    const known = { ...restored, heldAddresses: { [vip.id]: "10.77.0.101" } };
    const kept = planVipChange(known, vip, { address: "10.77.0.101" });
    expect(codes(kept)).toEqual([
      "vip.change",
      "document.acquire",
      "document.acquire",
      "vip.await_held",
      "vip.verify",
    ]);
    expect(kept.consequences[0]?.code).toBe("consequence.vip_settings_change");
    const back = planVipChange(known, vip, { port: 3307 });
    expect(back.consequences[0]?.text).toContain("10.77.0.101");
    expect(back.steps.find((step) => step.code === "vip.await_released")?.input).toMatchObject({
      address: "10.77.0.101",
    });
  });

  it("is never taken back to what the console had before", () => {
    const next = "10.77.0.101";
    for (const step of planVipChange(restored, vip, { address: next }).steps)
      expect(step.input).toMatchObject({ previous: { address: next } });
    for (const step of planVipUnpause(restored, { ...vip, paused: { hostId: null, since: "" } }).steps)
      expect(step.input).not.toHaveProperty("previous.paused");
    for (const step of planVipRemove(restored, vip).steps.filter((one) => "previous" in one.input))
      expect(step.input).toMatchObject({ previous: { enabled: false } });
    const { provider, kind, address, prefixLength, port, nics, onRelease } = vip;
    const request = { provider, kind, address, prefixLength, port, nics, onRelease };
    expect(planVipApply({ ...snapshot(), differences }, request).steps[2]?.input).toMatchObject({
      previous: { address },
    });
    expect(planVipApply(snapshot(), request).steps[2]?.input).toMatchObject({ previous: null });
  });

  it("decides of no VIP by a discovery alone", () => {
    const planned = planRefresh(refresh);
    expect(consequences(planned)).toEqual(["consequence.restored_kept", "topology.differs_address"]);
    expect(planned.steps.at(-1)?.input).toMatchObject({ mayOverrule: false });
    expect(planRefresh({ ...refresh, mayOverrule: true }).steps.at(-1)?.input).toMatchObject({
      mayOverrule: true,
    });
  });

  it("says which addresses a registration takes from agents of a cluster that it does not know", () => {
    const letGo = [message("discovery.agents_hold", { hosts: "db1", addresses: "10.77.0.101" })];
    const group = { name: "main", groupName: "g", members: [], administrator: "root" };
    const planned = planRegister({ ...group, isAdministratorKept: false, letGo });
    expect(planned.consequences.at(-1)?.text).toContain("10.77.0.101");
  });
});

describe("planRegister and planRefresh", () => {
  it("stores the cluster before the accounts, and shows the SQL without passwords", () => {
    const planned = planRegister({
      name: "main",
      groupName: "g",
      members: [],
      administrator: "root",
      isAdministratorKept: false,
    });
    expect(codes(planned)).toEqual([
      "cluster.store",
      "account.create",
      "account.create",
      "account.create",
      "member.inspect",
      "agents.configure",
    ]);
    expect(JSON.stringify(toPlan(planned))).toContain("IDENTIFIED BY '********' REQUIRE SSL");
  });
  it("lets a leaving host forget before the others forget it", () => {
    const planned = planRefresh({
      clusterId: id(9),
      members: [],
      previous: [],
      leaving: [{ hostId: id(2), name: "db2" }],
      vips: [vip],
      newNics: { [vip.id]: { [id(3)]: "eth0" } },
    });
    expect(codes(planned)).toEqual(["agent.forget", "cluster.members", "agents.converge"]);
    expect(planned.steps[0]?.input).toMatchObject({ isRequired: true });
    expect(planned.steps[1]?.input).toMatchObject({
      vips: [{ vipId: vip.id, nics: { [id(3)]: "eth0", [id(1)]: "eth0" }, previous: vip.nics }],
    });
    expect(planned.consequences).toEqual([]);
  });
  it("warns where the host on which the VIP is paused leaves, and only there", () => {
    const leaving = [{ hostId: id(2), name: "db2" }];
    const warnings = (hostId: string | null, enabled = true): readonly string[] => {
      const pausedVip = { ...vip, enabled, paused: { hostId, since: "2026-11-22T05:00:00.000Z" } };
      const lists = { members: [], previous: [], leaving, newNics: {} };
      const planned = planRefresh({ clusterId: id(9), vips: [vip, pausedVip], ...lists });
      return planned.consequences.map((one) => one.text);
    };
    expect(warnings(id(2))).toEqual([
      "10.77.0.100 is paused on db2, which leaves the cluster. db2 releases it, and no host takes it until you resume it.",
    ]);
    expect([warnings(id(1)), warnings(null), warnings(id(2), false)]).toEqual([[], [], []]);
  });
});

describe("the accounts of agents in a plan", () => {
  const member = (address: string, facts = {}) => ({
    serverUuid: address,
    address,
    port: 3306,
    hostId: null,
    facts,
  });
  const sqlOf = (planned: { readonly steps: readonly Pick<PlannedStep, "preview">[] }): string =>
    planned.steps.flatMap((step) => step.preview.map((line) => line.text)).join("\n");

  it("are shown with the members' own addresses, and never with a wildcard", () => {
    const shown = sqlOf(
      planRegister({
        name: "main",
        groupName: "g",
        members: [member("10.77.0.11"), member("10.77.0.12")],
        administrator: "root",
        isAdministratorKept: false,
      }),
    );
    expect(shown).toContain("'primacy_agent'@'10.77.0.12' IDENTIFIED BY '********' REQUIRE SSL");
    expect(shown).not.toContain("'primacy_agent'@'%'");
    const request = VipRequest.parse({ address: "10.77.0.100", prefixLength: 24 });
    expect(sqlOf(planVipApply(snapshot([]), request))).toContain("TO 'primacy_agent'@'localhost'");
  });

  it("follow the members of a refresh", () => {
    const plan = (previous: string[], members: string[]): string =>
      sqlOf(
        planRefresh({
          clusterId: id(9),
          members: members.map((address) => member(address)),
          previous: previous.map((address) => member(address, { adminAddress: "127.0.0.1" })),
          leaving: [],
          vips: [],
          newNics: {},
        }),
      );
    expect(plan(["10.77.0.11"], ["10.77.0.11"])).toBe("");
    expect(plan(["10.77.0.11"], ["10.77.0.11", "10.77.0.12"])).toContain(
      "CREATE USER IF NOT EXISTS 'primacy_agent'@'10.77.0.12' IDENTIFIED BY '********' REQUIRE SSL",
    );
    expect(plan(["10.77.0.11", "10.77.0.12"], ["10.77.0.11"])).toBe(
      "DROP USER IF EXISTS 'primacy_agent'@'10.77.0.12'",
    );
  });
});

describe("buildDocument", () => {
  it("names every other host as a peer, and the VIP on the host's own interface", () => {
    const document = buildDocument(wanted([vip]), id(2), false);
    expect(document).toMatchObject({
      epoch: 4,
      mayAcquire: false,
      hostName: "db2",
      mysql: { adminAddress: null, adminPort: null, user: "primacy_agent" },
      peers: [{ hostId: id(1), macs: ["02:00:00:00:00:11"] }],
      vips: [{ nic: "eth1", ports: [3306], maintenance: "none" }],
    });
  });
  it("names what becomes of connections only where it is not the default, which agents of any release know", () => {
    expect(buildDocument(wanted([vip]), id(2), true).vips[0]).not.toHaveProperty("onRelease");
    const alone = buildDocument(wanted([{ ...vip, onRelease: "leave" }]), id(2), true);
    expect(alone.vips[0]).toMatchObject({ onRelease: "leave" });
  });
  it("leaves out a disabled VIP, and one without an interface on the host", () => {
    expect(buildDocument(wanted([{ ...vip, enabled: false }]), id(1), true).vips).toEqual([]);
    expect(buildDocument(wanted([{ ...vip, nics: {} }]), id(1), true).vips).toEqual([]);
  });
  it("refuses to make one for a host of another cluster", () => {
    expect(() => buildDocument(wanted(), id(7), true)).toThrow(TypeError);
  });
});

describe("a pause", () => {
  const pause = { hostId: id(1), since: "2026-11-22T05:00:00.000Z" };
  const paused: Vip = { ...vip, paused: pause };

  it("is told to every host before it is one, and kept where the address is", () => {
    const planned = planVipPause(snapshot([vip]), vip, pause);
    expect(codes(planned)).toEqual(["vip.change", "document.plain", "document.plain", "vip.await_held"]);
    expect(planned.steps.map((step) => step.title.code)).toEqual([
      "step.vip.pause",
      "step.document.keep",
      "step.document.stay",
      "step.vip.await_held",
    ]);
    for (const step of planned.steps)
      if (step.code === "document.plain") expect(step.input.isRequired).toBe(true);
    expect(planned.consequences.map((one) => one.code)).toEqual(["consequence.vip_paused"]);
  });

  it("waits for no holder where there is none, and says what that means", () => {
    const planned = planVipPause(snapshot([vip]), vip, { ...pause, hostId: null });
    expect(codes(planned)).toEqual(["vip.change", "document.plain", "document.plain"]);
    expect(planned.consequences.map((one) => one.code)).toEqual(["consequence.vip_paused_nobody"]);
  });

  it("leaves the right to the address to its host alone, and to nobody where nobody held it", () => {
    const modes = (one: Vip): readonly (string | undefined)[] =>
      [1, 2].map((n) => buildDocument(wanted([one]), id(n), true).vips[0]?.maintenance);
    expect(modes(paused)).toEqual(["none", "hold"]);
    expect(modes({ ...vip, paused: { ...pause, hostId: null } })).toEqual(["hold", "hold"]);
    expect(modes(vip)).toEqual(["none", "none"]);
  });

  it("ends with a silent host told later, and is taken back to the pause where a step fails", () => {
    const planned = planVipUnpause(snapshot([paused]), paused);
    expect(codes(planned)).toEqual(["vip.change", "document.plain", "document.plain"]);
    for (const step of planned.steps) {
      if (step.code === "document.plain") expect(step.input.isRequired).toBe(false);
      if (step.code === "vip.change")
        expect(step.input).toMatchObject({ change: { paused: null }, previous: { paused: pause } });
    }
  });

  it("survives a change of something else", () => {
    const [store] = planVipChange(snapshot([paused]), paused, { enabled: false }).steps;
    expect(store?.input).toMatchObject({ previous: { paused: pause } });
    expect(planVipPause(snapshot([vip]), vip, pause).steps[0]?.input).not.toHaveProperty("previous.paused");
  });
});
