import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { AgentDocument } from "@primacy/contract/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Identity } from "../identity/identity";
import { silentLog } from "../log/log";
import { AgentStore } from "../store/agent-store";
import { planReleaseList } from "../store/judge-document";
import { type Layout, planLayout } from "../store/layout";
import { planTestDocument } from "../testing/test-document";
import { waitFor } from "../testing/wait-for";
import { absentGate } from "../vip/gate/types";
import { AgentService } from "./agent-service";
import { ClusterRuntime } from "./cluster-runtime";
import type { Hands } from "./hands";

const document = planTestDocument({ peers: [] });
const vipId = document.vips[0]?.vipId ?? "";
const credential = { user: "primacy_agent", password: "secret" };

const identity: Identity = {
  bootstrap: {
    hostId: document.hostId,
    hostName: document.hostName,
    consoleId: document.clusterId,
    listenAddress: "127.0.0.1",
    port: 7433,
  },
  keyPem: "",
  certificatePem: "",
  caPem: "",
  expiresAt: new Date("2100-01-01"),
};

/** A host without interfaces. */
const hands: Hands = {
  actuator: {
    kind: "netlink",
    executeLease: async () => ({ kind: "failed", code: "ENODEV", message: "no such interface" }),
    executeRemove: async () => ({ kind: "done" }),
    listAddresses: async () => [],
    listLinks: async () => [],
    listNetwork: async () => ({ addresses: [], links: [] }),
    watchChanges: () => () => undefined,
    close: () => undefined,
  },
  gate: absentGate,
  killer: null,
  arp: null,
};

let folder: string;
let layout: Layout;
const running: AgentService[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-service-"));
  layout = planLayout(folder, folder, folder);
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

async function stopAll(): Promise<void> {
  for (const service of running.splice(0)) {
    await service.stop();
  }
}

/** Starts the agent's service over what is on disk. */
async function start(): Promise<AgentService> {
  const store = new AgentStore(layout, "boot-1");
  const runtime = new ClusterRuntime({
    hands,
    identity,
    log: silentLog,
    persist: (vip) => store.writeVip(vip),
    gateways: () => [],
    onChange: () => undefined,
  });
  const service = new AgentService({
    identity: () => identity,
    hands,
    store,
    runtime,
    bootId: "boot-1",
    log: silentLog,
    hasSupervisor: () => true,
    takeRight: async () => ({ release: async () => undefined }),
    requestCertificate: async () => "",
    putCertificate: async () => undefined,
  });
  running.push(service);
  await runtime.start();
  expect(await service.restore()).toBe(true);
  return service;
}

/** An agent that was told its configuration and kept away by hand, and has ended. */
async function keepMaintained(): Promise<void> {
  const service = await start();
  await service.putDocument(document);
  await service.setMaintenance({ vipId, mode: "release" });
  await waitFor("the maintenance on disk", 5000, async () => {
    const kept = (await new AgentStore(layout, "boot-1").readVips()).get(vipId);
    return kept?.maintenance === "release" ? kept : null;
  });
  await stopAll();
}

function rewrite(change: object): void {
  writeFileSync(layout.documentFile, JSON.stringify({ ...document, ...change }));
}

const told = (service: AgentService): string[] =>
  service
    .status()
    .warnings.flatMap(({ code, params }) =>
      code === "reason.configuration_unknown" ? [`${params.protocol}`] : [],
    );

describe("a configuration that another version kept", () => {
  test("is none, said in the status, and left on disk until the console tells the agent again", async () => {
    await keepMaintained();
    rewrite({ protocol: 1 });
    const before = readFileSync(layout.documentFile, "utf8");
    const service = await start();
    expect(service.hello()).toMatchObject({ clusterId: null, epoch: null, serverUuid: null });
    expect(service.status()).toMatchObject({ clusterId: null, epoch: null, documentHash: null, vips: [] });
    expect(told(service)).toEqual(["1"]);
    expect(readFileSync(layout.documentFile, "utf8")).toBe(before);
    expect(readFileSync(layout.releaseListFile, "utf8")).toBe(planReleaseList(document));
  });

  test("is replaced by any that the console sends, and what an operator set stays", async () => {
    await keepMaintained();
    rewrite({ protocol: 1 });
    const service = await start();
    const vips = document.vips.map((vip) => ({ ...vip, address: "10.0.0.101" }));
    const next: AgentDocument = { ...document, vips, epoch: document.epoch - 1 };
    await service.putCredential(credential);
    await service.putDocument(next);
    expect(told(service)).toEqual([]);
    expect(service.status()).toMatchObject({
      clusterId: next.clusterId,
      epoch: next.epoch,
      vips: [{ address: "10.0.0.101", maintenance: "release" }],
    });
    expect(readFileSync(layout.releaseListFile, "utf8")).toBe(planReleaseList(next));
    await stopAll();
    const again = await start();
    expect(again.hello().epoch).toBe(next.epoch);
    expect(again.status().vips[0]?.maintenance).toBe("release");
    expect(told(again)).toEqual([]);
  });

  test("that is damaged, or has what only a later version knows, is treated alike", async () => {
    await keepMaintained();
    rewrite({ quorum: 2 });
    expect(told(await start())).toEqual([String(document.protocol)]);
    await stopAll();
    writeFileSync(layout.documentFile, "{");
    expect(told(await start())).toEqual(["?"]);
  });

  test("is gone when the agent leaves its cluster", async () => {
    await keepMaintained();
    rewrite({ protocol: 1 });
    const service = await start();
    await service.forget({ clusterId: document.clusterId, epoch: 0 });
    expect(told(service)).toEqual([]);
    expect(existsSync(layout.documentFile) || existsSync(layout.releaseListFile)).toBe(false);
  });
});
