import {
  defaultVipTimings,
  formatMessage,
  toRulesChange,
  type Vip,
  type VipRequest,
} from "@primacy/contract";
import { documentText } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { toPlan } from "../operation/planned-step";
import { buildDocument, showDocument } from "./build-document";
import { findDifferences, findOverruled, type HeldDocument } from "./find-differences";
import { planClusterRemove, planRefresh } from "./plan-cluster";
import { planVipPause, planVipUnpause } from "./plan-pause";
import {
  applyChange,
  planVipApply,
  planVipChange,
  planVipRemove,
  toVip,
  toWantedVip,
  type VipPlanSnapshot,
} from "./plan-vip";
import type { WantedCluster } from "./wanted";

const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const nics = { [id(1)]: "eth0", [id(2)]: "eth1" };
const reads = { policy: "to_primary", maxLagSeconds: 3 } as const;
const defaults = { policy: "to_another_secondary", maxLagSeconds: 10 };

const write: Vip = {
  id: id(7),
  clusterId: id(9),
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics,
  onRelease: "cut",
  enabled: true,
  revision: 1,
  createdAt: "",
  updatedAt: "",
};
const read: Vip = { ...write, id: id(8), kind: "read", address: "10.77.0.101", reads };

const asked: VipRequest = {
  provider: "agent",
  kind: "read",
  address: "10.77.0.102",
  prefixLength: 24,
  port: 3306,
  nics,
  onRelease: "cut",
};

function wanted(vips: readonly Vip[], epoch = 4): WantedCluster {
  return {
    clusterId: id(9),
    clusterName: "main",
    epoch,
    hosts: [1, 2].map((n) => ({
      hostId: id(n),
      askedOf: null,
      name: `db${n}`,
      agentAddress: `10.77.0.1${n}`,
      agentPort: 7433,
      macs: [],
      member: {
        memberId: id(n),
        serverUuid: id(n),
        address: `10.77.0.1${n}`,
        port: 3306,
        adminAddress: null,
        adminPort: null,
      },
    })),
    vips,
    timings: defaultVipTimings,
  };
}

function snapshot(vips: readonly Vip[]): VipPlanSnapshot {
  return { wanted: wanted(vips), primaryName: "db1", heldEpoch: 4 };
}

type Planned = ReturnType<typeof planVipApply>;
const codes = (planned: { readonly steps: readonly { readonly code: string }[] }): readonly string[] =>
  planned.steps.map((step) => step.code);
const consequences = ({ consequences: all }: Planned): readonly string[] => all.map((one) => one.code);
const titles = ({ steps }: Planned): readonly string[] => steps.map((step) => step.title.code);

function textsOf({ steps, consequences: all }: Planned): readonly string[] {
  const messages = [...steps.map((step) => step.title), ...all];
  return messages.flatMap((one) => [formatMessage(one, "en"), formatMessage(one, "zh")]);
}

describe("the document of a read VIP", () => {
  it("names what it goes by; that of a write VIP names no such thing", () => {
    const { vips } = buildDocument(wanted([write, read]), id(2), true);
    expect(vips).toMatchObject([{ kind: "write" }, { kind: "read", reads, nic: "eth1" }]);
    expect(vips[0]).not.toHaveProperty("reads");
    expect(showDocument(wanted([read]), id(1), true)).toContain(
      '"reads":{"policy":"to_primary","maxLagSeconds":3}',
    );
  });

  it("keeps a paused one with its host", () => {
    const paused = { ...read, paused: { hostId: id(2), since: "" } };
    const modes = [1, 2].map((n) => buildDocument(wanted([paused]), id(n), true).vips[0]?.maintenance);
    expect(modes).toEqual(["hold", "none"]);
  });
});

describe("planVipApply of a read VIP", () => {
  const planned = planVipApply(snapshot([write]), asked);

  it("makes the schema what it has to be, and gives nobody the right before all know each other", () => {
    expect(codes(planned)[0]).toBe("schema.ensure");
    expect(codes(planned).lastIndexOf("document.join")).toBeLessThan(codes(planned).indexOf("epoch.raise"));
    expect(JSON.stringify(toPlan(planned))).toContain("`primacy`.`read_vip`");
  });

  it("speaks of reads and of secondaries, and leaves no placeholder", () => {
    const shown = JSON.stringify(toPlan(planned));
    expect(titles(planned)).toContain("step.vip.verify_read");
    expect(titles(planned)).toContain("step.document.acquire_read");
    expect(shown).toContain("SELECT @@server_uuid");
    expect(shown).not.toContain("INSERT INTO `primacy`.`verify`");
    expect(consequences(planned)).toEqual(["consequence.vip_apply_read", "consequence.schema"]);
    expect(textsOf(planned).filter((text) => /\{\w+/.test(text))).toEqual([]);
  });

  it("says who stands in by its policy", () => {
    const toPrimary = planVipApply(snapshot([]), { ...asked, reads });
    expect(consequences(toPrimary)[0]).toBe("consequence.vip_apply_read_to_primary");
    expect(toPrimary.consequences[0]?.params).toMatchObject({ seconds: 3 });
  });

  it("goes by the defaults where nothing was asked for, and a write VIP by nothing", () => {
    expect(toVip(asked).reads).toEqual(defaults);
    expect(toVip({ ...asked, kind: "write", reads })).not.toHaveProperty("reads");
  });
});

describe("planVipChange of a read VIP", () => {
  it("tells its new rules without making anybody let go, and proves it by a read", () => {
    const planned = planVipChange(snapshot([write, read]), read, { reads: { ...reads, maxLagSeconds: 30 } });
    expect(codes(planned)).toEqual([
      "vip.change",
      "document.acquire",
      "document.acquire",
      "vip.await_held",
      "vip.verify",
    ]);
    expect(titles(planned).at(-1)).toBe("step.vip.verify_read");
    const [, told] = planned.steps;
    expect(told?.preview[0]?.text).toContain('"maxLagSeconds":30');
    expect(told?.input).toMatchObject({ previous: { kind: "read", reads } });
    expect(JSON.stringify(told?.preview)).toContain(write.address);
  });

  it("keeps what it goes by through other changes", () => {
    expect(applyChange(read, { port: 3307 })).toMatchObject({ reads, port: 3307 });
    expect(applyChange(write, { reads })).not.toHaveProperty("reads");
    const moved = applyChange(read, { reads: { preferredHostId: id(7) } });
    expect(moved.reads, "the rest stays").toEqual({ ...reads, preferredHostId: id(7) });
    expect(applyChange(moved, { reads: { maxLagSeconds: 9 } }).reads).toMatchObject({
      preferredHostId: id(7),
    });
    expect(applyChange(moved, { reads: toRulesChange(reads) }).reads, "none any more").toEqual(reads);
    expect(toWantedVip(read)).toMatchObject({ kind: "read", reads });
    expect(toWantedVip(write)).not.toHaveProperty("reads");
  });

  it("says of one that is enabled where it appears", () => {
    const off = { ...read, enabled: false };
    const planned = planVipChange(snapshot([off]), off, { enabled: true });
    expect(consequences(planned)).toEqual(["consequence.vip_apply_read_to_primary"]);
  });
});

describe("a cluster with several VIPs", () => {
  const second: Vip = { ...read, id: id(6), address: "10.77.0.102" };

  it("keeps the schema until the last one goes, whichever that is", () => {
    for (const vip of [write, read, second])
      expect(codes(planVipRemove(snapshot([write, read, second]), vip))).not.toContain("schema.drop");
    expect(codes(planVipRemove(snapshot([read]), read))).toContain("schema.drop");
  });

  it("is removed one VIP after the other, of which nobody is told any more, and the schema with the last", () => {
    const { steps } = planClusterRemove(snapshot([write, read]));
    const told = steps.flatMap((step) =>
      step.code === "document.plain" ? [step.preview[0]?.text ?? ""] : [],
    );
    expect(told.map((text) => text.includes(read.address))).toEqual([true, true, false, false]);
    expect(told.some((text) => text.includes(write.address))).toBe(false);
    const all = codes({ steps });
    expect(all.filter((code) => code === "schema.drop")).toHaveLength(1);
    expect(all.indexOf("schema.drop")).toBeGreaterThan(all.lastIndexOf("vip.await_released"));
  });

  it("learns the interface of a new host for each, and keeps the one that a VIP has", () => {
    const own: Vip = { ...read, nics: { ...nics, [id(3)]: "bond0" } };
    const planned = planRefresh({
      clusterId: id(9),
      members: [],
      previous: [],
      leaving: [],
      vips: [write, own],
      newNics: { [write.id]: { [id(3)]: "eth1" }, [own.id]: { [id(3)]: "eth0" } },
    });
    expect(planned.steps[0]?.input).toMatchObject({
      vips: [
        { vipId: write.id, nics: { [id(3)]: "eth1", [id(1)]: "eth0" }, previous: nics },
        { vipId: own.id, nics: { [id(3)]: "bond0" } },
      ],
    });
  });
});

describe("a pause of a read VIP", () => {
  const pause = { hostId: id(2), since: "2026-11-24T02:00:00.000Z" };
  const paused: Vip = { ...read, paused: pause };

  it("says nothing of the primary, neither when it begins nor when it ends", () => {
    const begun = planVipPause(snapshot([read]), read, pause);
    const ended = planVipUnpause(snapshot([paused]), paused);
    expect(consequences(begun)).toEqual(["consequence.vip_paused_read"]);
    expect(consequences(ended)).toEqual(["consequence.vip_unpaused_read"]);
    const texts = [...textsOf(begun), ...textsOf(ended)];
    expect(texts.filter((text) => /primary|主库/.test(text))).toEqual([]);
    expect(texts.filter((text) => /\{\w+/.test(text))).toEqual([]);
  });
});

describe("agents that hold other rules than a restored console", () => {
  const digest = (text: string): string => `#${text}`;
  const heldOf = (now: WantedCluster): readonly HeldDocument[] =>
    now.hosts.map(({ hostId }) => {
      const document = buildDocument(now, hostId, true);
      return {
        hostId,
        isAnswering: true,
        clusterId: now.clusterId,
        epoch: now.epoch,
        documentHash: digest(documentText(document)),
        peers: document.peers.map((peer) => peer.hostId),
        isJoining: false,
        hasJoiningVip: false,
        vips: document.vips.map(({ vipId, address, nic }) => ({
          vipId,
          address,
          nic,
          isPaused: false,
          isBound: hostId === id(1),
        })),
      };
    });

  it("are told nothing of them until an operator decides", () => {
    const held = heldOf(wanted([{ ...read, reads: { ...reads, maxLagSeconds: 60 } }], 9));
    expect(findDifferences(wanted([read], 3), held, digest).map((one) => one.code)).toEqual([
      "topology.differs_settings",
    ]);
    expect(findDifferences(wanted([read], 3), heldOf(wanted([read], 9)), digest)).toEqual([]);
    const after = wanted([{ ...read, reads: { ...reads, maxLagSeconds: 60 } }], 3);
    expect(findOverruled(wanted([read], 3), after, held, digest)).toEqual([]);
  });
});
