import { defaultVipTimings, formatMessage, VipRequest } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { VipPlanSnapshot } from "../plan/plan-vip";
import { member, snapshotOf } from "../switchover/switchover.fixture";
import { withRestartChecks } from "./check-restarts";
import { desiredSettings } from "./desired-settings";
import { planPluginApply } from "./plan-plugin";
import {
  chooseNextPrimary,
  planWithRestarts,
  type RestartedMember,
  type RestartsSight,
} from "./plan-restarts";
import type { PluginFilePlan } from "./plugin-sight";
import { pluginHost, pluginMember } from "./plugin-sight.fixture";
import { findPluginRelease } from "./version-rules";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const request = VipRequest.parse({
  ...{ provider: "greatdb_ha", address: "10.77.0.100", prefixLength: 24, restarts: {} },
});
const edit = { file: "/etc/my.cnf", oldHash: "a", newHash: "b", spans: [] };
const planned: PluginFilePlan = { kind: "planned", edit, diff: "+ x" };

const upload = { sha256: "a".repeat(64), name: "mine.so", serverVersion: 80_404 };

/** A group of so many, of which one is the primary, and the files of its members. */
interface Group {
  readonly count: number;
  readonly primary: number;
  readonly edited: readonly boolean[];
}

const three: Group = { count: 3, primary: 2, edited: [true, true, true] };

function sightOf({ count, primary }: Group, change: Partial<RestartsSight> = {}): RestartsSight {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const seen = numbers.map((n) => member(n, { memberId: id(n), isPrimary: n === primary }));
  const members = numbers.map(
    (n): RestartedMember => ({
      ...{ memberId: id(n), serverUuid: id(n), name: `db${n}`, address: `10.77.0.1${n}`, port: 3306 },
      ...{ hostId: id(n), service: "mysql" },
    }),
  );
  const snapshot = snapshotOf(seen, {
    vipAddress: null,
    targetMemberId: chooseNextPrimary({ members: seen }) ?? "",
  });
  return { clusterId: id(9), snapshot, members, limitSeconds: 300, ...change };
}

/** What members lack: the library, which they get; capabilities, and what they have in the drop-in's place. */
interface Lacks {
  readonly library?: readonly string[];
  readonly capabilities?: Readonly<Record<string, "missing" | "same" | "other">>;
}

function hostOf(name: string, { library = [], capabilities = {} }: Lacks) {
  const { server } = pluginHost();
  const dropIn = capabilities[name];
  const unable = { hasNetAdmin: false, unit: { name: "mysqld.service", dropIn: dropIn ?? "missing" } };
  return pluginHost({
    ...(library.includes(name) ? { library: { kind: "missing" } } : {}),
    ...(dropIn === undefined || server === null ? {} : { server: { ...server, ...unable } }),
  });
}

function planOf(group: Group, sight = sightOf(group), lacks: Lacks = {}) {
  const hosts = sight.members.map(({ memberId, serverUuid, name, address, port }) => ({
    ...{ hostId: memberId, askedOf: null, name, agentAddress: address, agentPort: 7433, macs: [] },
    member: { memberId, serverUuid, address, port, adminAddress: null, adminPort: null },
  }));
  const release = findPluginRelease("8.4.4-4", "GreatSQL");
  const settings = release.kind === "none" ? [] : desiredSettings(release.release, request, "eth0");
  const members = hosts.map((_, index) =>
    pluginMember(index + 1, {
      host: hostOf(`db${index + 1}`, lacks),
      settings,
      file: group.edited[index] === true ? planned : { kind: "unchanged" },
    }),
  );
  const snapshot: VipPlanSnapshot = {
    wanted: {
      ...{ clusterId: id(9), clusterName: "main", epoch: 4, hosts, vips: [], timings: defaultVipTimings },
    },
    primaryName: `db${group.primary}`,
    heldEpoch: 4,
    plugin: { members, hasAdministrator: true, ...(lacks.library === undefined ? {} : { upload }) },
  };
  return planWithRestarts(planPluginApply(snapshot, request), sight);
}

const stepsOf = ({ steps }: ReturnType<typeof planOf>): readonly string[] =>
  steps.map(({ code, hostName }) => `${code} ${hostName ?? ""}`.trim());
const roundOf = (host: string): readonly string[] =>
  ["settle", "file", "restart", "capable", "load"].map((code) => `plugin.${code} ${host}`);

describe("the plan of an apply with restarts", () => {
  it("goes member by member, the next primary last of the secondaries, and the primary after its switchover", () => {
    expect(stepsOf(planOf(three))).toEqual([
      ...["schema.ensure", "vip.store", ...roundOf("db1"), ...roundOf("db3")],
      ...["switchover.order db3", ...roundOf("db2")],
      ...["vip.await_held", "vip.verify", "plugin.agree"],
      ...["plugin.keep db1", "plugin.keep db3", "plugin.keep db2"],
    ]);
  });

  it("a member without the library gets it once all are settled, before its file and its restart", () => {
    const steps = stepsOf(planOf(three, sightOf(three), { library: ["db3"] }));
    expect(steps.filter((step) => step.endsWith("db3"))).toEqual([
      ...["plugin.settle db3", "plugin.library db3", "plugin.file db3", "plugin.restart db3"],
      ...["plugin.capable db3", "plugin.load db3", "switchover.order db3", "plugin.keep db3"],
    ]);
    expect(steps.filter((step) => step.startsWith("plugin.library"))).toEqual(["plugin.library db3"]);
  });

  it("a server without capabilities gets them before its restart, and is seen to have them before its plugin is loaded", () => {
    const operation = planOf(three, sightOf(three), { library: ["db3"], capabilities: { db3: "missing" } });
    expect(stepsOf(operation).filter((step) => step.endsWith("db3"))).toEqual([
      ...["plugin.settle db3", "plugin.library db3", "plugin.capabilities db3", "plugin.file db3"],
      ...["plugin.restart db3", "plugin.capable db3", "plugin.load db3", "switchover.order db3"],
      "plugin.keep db3",
    ]);
    expect(stepsOf(operation).filter((step) => step.includes("capabilities"))).toHaveLength(1);
    const step = operation.steps.find(({ code }) => code === "plugin.capabilities");
    expect(step?.input).toMatchObject({ unit: "mysqld.service" });
    expect(step?.preview.map(({ text }) => text)).toEqual([
      expect.stringContaining("+ AmbientCapabilities=CAP_NET_ADMIN CAP_NET_RAW"),
      "systemctl daemon-reload",
    ]);
    expect(step?.isReversible).toBe(true);
    const told = operation.consequences.filter(({ code }) => code === "consequence.plugin_capabilities");
    expect(told.map(({ params }) => params)).toEqual([
      { host: "db3", file: "/etc/systemd/system/mysqld.service.d/primacy-greatdb-ha.conf" },
    ]);
  });

  it("it is kept also where no line changes; a drop-in that is there is read, and one of somebody else is left alone", () => {
    const group = { ...three, edited: [false, false, false] };
    const operation = planOf(group, sightOf(group), {
      capabilities: { db1: "missing", db2: "same", db3: "other" },
    });
    expect(stepsOf(operation).filter((step) => /capab|keep/.test(step))).toEqual([
      ...["plugin.capabilities db1", "plugin.capable db1", "plugin.capabilities db2", "plugin.capable db2"],
      "plugin.keep db1",
    ]);
    const [, read] = operation.steps.filter(({ code }) => code === "plugin.capabilities");
    expect([read?.title.code, read?.preview]).toEqual([
      "step.plugin.capabilities_same",
      [{ kind: "command", text: "systemctl daemon-reload" }],
    ]);
    const told = operation.consequences.filter(({ code }) => code.startsWith("consequence.plugin_capab"));
    expect(told.map(({ code, params }) => [code, params.host])).toEqual([
      ["consequence.plugin_capabilities", "db1"],
      ["consequence.plugin_capabilities_same", "db2"],
    ]);
  });

  it("goes by names, in whichever order the members are stored", () => {
    const sight = sightOf(three);
    const members = [...sight.members].reverse();
    expect(
      stepsOf(planOf(three, { ...sight, members })).filter((step) => step.startsWith("plugin.restart")),
    ).toEqual([...["plugin.restart db1", "plugin.restart db3", "plugin.restart db2"]]);
    expect(chooseNextPrimary({ members: [member(3), member(2), member(1)] })).toBe("m3");
  });

  it("restarts a member whose file says already what is wanted", () => {
    const steps = stepsOf(planOf({ ...three, edited: [false, true, true] }));
    expect(steps.filter((step) => step.endsWith("db1"))).toEqual([
      ...["plugin.settle db1", "plugin.restart db1", "plugin.capable db1", "plugin.load db1"],
    ]);
  });

  it("shows what is said to servers of which none is the primary by then, and no read-only variable", () => {
    const { steps } = planOf(three);
    for (const { preview } of steps.filter(({ code }) => code === "plugin.load")) {
      const texts = preview.map(({ text }) => text);
      expect(texts).toContain("SET GLOBAL super_read_only = OFF");
      expect(texts.join("\n")).not.toContain("greatdb_ha_port");
    }
  });

  it("says where the address appears, each restart's place, the gap of writes, and what stays, in both languages", () => {
    const { consequences } = planOf(three);
    const told = consequences.map(({ text }) => text).join(" ");
    for (const text of ["db1, db3, db2", "Writes pause for", "2 registered members remain"])
      expect(told).toContain(text);
    expect(consequences[0]?.params).toMatchObject({ address: "10.77.0.100", primary: "db3" });
    expect(consequences.map((one) => formatMessage(one, "zh")).filter((text) => /\{\w+/.test(text))).toEqual(
      [],
    );
  });

  it("never has two members out, nor one that is the primary, in any group", () => {
    const groups = fc.integer({ min: 3, max: 8 }).chain((count) =>
      fc.record({
        count: fc.constant(count),
        primary: fc.integer({ min: 1, max: count }),
        edited: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      }),
    );
    fc.assert(
      fc.property(groups, (group) => {
        const { steps } = planOf(group);
        expect(steps.map(({ ordinal }) => ordinal)).toEqual(steps.map((_, index) => index));
        let primary = `db${group.primary}`;
        let settled: string | null = null;
        const restarted: (string | null)[] = [];
        for (const { code, hostName } of steps) {
          if (code === "plugin.settle") settled = hostName;
          if (code === "switchover.order") {
            expect(restarted).toContain(hostName);
            primary = hostName ?? "";
          }
          if (code !== "plugin.restart") continue;
          // All were waited for since the restart before.
          expect(settled).toBe(hostName);
          expect(hostName).not.toBe(primary);
          settled = null;
          restarted.push(hostName);
        }
        expect([...restarted].sort()).toEqual(
          steps
            .filter(({ code }) => code === "plugin.load")
            .map(({ hostName }) => hostName)
            .sort(),
        );
        expect(restarted.at(-1)).toBe(`db${group.primary}`);
      }),
    );
  });
});

describe("the pre-check of restarts", () => {
  const report = { checks: [], hasFailures: false, estimates: [] };
  const failedOf = (sight: RestartsSight): readonly string[] =>
    withRestartChecks(report, sight).checks.flatMap(({ code, result }) => (result === "fail" ? [code] : []));

  it("adds nothing where none is asked for, and passes a whole group", () => {
    expect(withRestartChecks(report, null)).toBe(report);
    expect(failedOf(sightOf(three))).toEqual([]);
  });

  it("refuses a group that could not lose one, and a server that no service runs", () => {
    expect(failedOf(sightOf({ count: 2, primary: 1, edited: [] }))).toEqual(["restart_members"]);
    const away = [member(1), member(2), member(3, { state: "ERROR" })];
    expect(failedOf(sightOf(three, { snapshot: snapshotOf(away) }))).toEqual(["restart_members"]);
    const members = sightOf(three).members.map((one) => ({ ...one, service: null }));
    expect(failedOf(sightOf(three, { members }))).toEqual(Array(3).fill("plugin_service"));
  });
});
