import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type AgentDocument,
  type FenceRequest,
  fenceNamespace,
  formatFenceOrder,
} from "@primacy/contract/agent";
import { makeOperatorKey } from "@primacy/lab";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RefusalError } from "../http/refusal";
import { AgentStore } from "../store/agent-store";
import { type Layout, planLayout } from "../store/layout";
import { planTestDocument } from "../testing/test-document";
import { createTestPart } from "../testing/test-part";
import { waitFor } from "../testing/wait-for";
import type { AgentService } from "./agent-service";

const document = planTestDocument({ peers: [] });
const vipId = document.vips[0]?.vipId ?? "";
const credential = { user: "primacy_agent", password: "secret" };

let folder: string;
let layout: Layout;
const running: AgentService[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-service-"));
  layout = planLayout(folder, folder, folder);
  mkdirSync(layout.agentFolder);
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
  const { service, runtime } = createTestPart(layout, document);
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
    expect(existsSync(layout.documentFile)).toBe(false);
  });
});

test("a document without a permit for its addresses is taken, and what is not permitted is said", async () => {
  const service = await start();
  await service.putDocument(document);
  expect(service.hello().abilities).toEqual(expect.arrayContaining(["permit", "load_tools"]));
  const status = service.status();
  expect(status.permitEpoch).toBeNull();
  expect(status.warnings).toContainEqual(
    expect.objectContaining({ code: "reason.not_permitted", params: { addresses: "10.0.0.100" } }),
  );
});

describe("an operator's order that another host is off", () => {
  const withPeer = planTestDocument();
  const [peer] = withPeer.peers;
  const operationId = "0198f3f0-6d1e-7c3a-9f0e-000000000098";

  function orderNow(orderId: string): string {
    const { hostId = "", address = "", name = "" } = peer ?? {};
    const { clusterId, clusterName } = withPeer;
    const notAfter = new Date(Date.now() + 600_000).toISOString();
    return formatFenceOrder({
      orderId,
      clusterId,
      clusterName,
      hosts: [{ hostId, address, name }],
      notAfter,
    });
  }

  async function refusalOf(service: AgentService, signed: FenceRequest): Promise<readonly string[]> {
    const error: unknown = await service.fence(signed).catch((thrown: unknown) => thrown);
    if (!(error instanceof RefusalError) || error.code !== "order_refused") return ["not refused"];
    return error.details.map(({ code }) => code);
  }

  test("counts once, also over a restart, and only of who root registered on this host", async () => {
    const ann = makeOperatorKey(folder, "ann");
    const service = await start();
    await service.putDocument(withPeer);
    const text = orderNow("0198f3f0-6d1e-7c3a-9f0e-000000000090");
    const signed = { text, signature: ann.sign(text, fenceNamespace), operationId };
    expect(await refusalOf(service, signed)).toEqual(["order.key_unknown"]);
    writeFileSync(layout.operatorKeysFile, ann.publicLine);
    chmodSync(layout.operatorKeysFile, 0o666);
    expect(await refusalOf(service, signed)).toEqual(["order.key_unknown"]);
    expect((await service.listOperatorKeys()).problems).toMatchObject([{ code: "keys.file_exposed" }]);
    chmodSync(layout.operatorKeysFile, 0o644);
    expect(await service.listOperatorKeys()).toEqual({
      keys: [{ fingerprint: ann.fingerprint, comment: "ann" }],
      problems: [],
    });
    const fencesOf = (one: AgentService): readonly string[] => Object.keys(one.getLoop(vipId).state.fences);
    expect(fencesOf(service)).toEqual([]);
    const taken = await service.fence(signed);
    expect(taken).toMatchObject({ isRepeated: false, signedBy: `ann (${ann.fingerprint})` });
    expect(fencesOf(service)).toEqual([peer?.hostId]);
    await stopAll();
    const next = await start();
    const other = { ...signed, operationId: "0198f3f0-6d1e-7c3a-9f0e-000000000099" };
    expect(await refusalOf(next, other)).toEqual(["order.used"]);
    expect(await next.fence(signed)).toMatchObject({ isRepeated: true });
    expect(fencesOf(next)).toEqual([]);
  });

  test("is refused of everything while the record of taken ones cannot be read", async () => {
    const ann = makeOperatorKey(folder, "ann");
    writeFileSync(layout.operatorKeysFile, ann.publicLine, { mode: 0o600 });
    writeFileSync(layout.ordersFile, "{", { mode: 0o600 });
    const service = await start();
    await service.putDocument(withPeer);
    const text = orderNow("0198f3f0-6d1e-7c3a-9f0e-000000000091");
    await expect(
      service.fence({ text, signature: ann.sign(text, fenceNamespace), operationId }),
    ).rejects.toThrow(layout.ordersFile);
    expect(service.getLoop(vipId).state.fences).toEqual({});
  });
});
