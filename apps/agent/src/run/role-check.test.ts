import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Layout, planLayout } from "../store/layout";
import { planTestDocument } from "../testing/test-document";
import { createTestPart } from "../testing/test-part";
import type { AgentService } from "./agent-service";

const document = planTestDocument({ peers: [] });
const { clusterId, epoch } = document;
const port = 7434;

let folder: string;
let layout: Layout;
/** What was switched on or off, in order, and what a proxy was told then. */
let switched: [clusterId: string, port: number | null, told: string | undefined][];
const running: AgentService[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "role-check-"));
  layout = planLayout(folder, folder, folder);
  mkdirSync(layout.agentFolder);
  switched = [];
});
afterEach(async () => {
  await stopAll();
  rmSync(folder, { recursive: true });
});

async function stopAll(): Promise<void> {
  for (const service of running.splice(0)) await service.stop();
}

async function start(): Promise<AgentService> {
  const set = (of: string, on: number | null, judge: (asked: "primary") => { code: string } | null) => {
    switched.push([of, on, judge("primary")?.code]);
  };
  const { service, runtime } = createTestPart(layout, document, { roleChecks: { set } });
  running.push(service);
  await runtime.start();
  expect(await service.restore()).toBe(true);
  return service;
}

const on = [clusterId, port, "role_check.unreachable"];
const off = [clusterId, null, "role_check.unreachable"];

test("checks are off until the console switches them on, and stay on over a restart with the same document", async () => {
  const service = await start();
  await service.putDocument(document);
  expect(switched).toEqual([]);
  const held = service.status().documentHash;
  await service.putRoleCheck({ clusterId, port });
  expect(switched).toEqual([on]);
  expect(service.status().documentHash).toBe(held);
  await stopAll();
  await start();
  expect(switched).toEqual([on, on]);
});

test("checks that were switched off stay off over a restart", async () => {
  const service = await start();
  await service.putDocument(document);
  await service.putRoleCheck({ clusterId, port });
  await service.putRoleCheck({ clusterId, port: null });
  await stopAll();
  await start();
  expect(switched).toEqual([on, off, off]);
});

test("a host that leaves its cluster answers no more", async () => {
  const service = await start();
  await service.putDocument(document);
  await service.putRoleCheck({ clusterId, port });
  await service.forget({ clusterId, epoch });
  expect(switched).toEqual([on, off]);
  await stopAll();
  await start();
  expect(switched).toEqual([on, off]);
});

test("checks of a cluster that the host is not in are refused", async () => {
  const service = await start();
  await expect(service.putRoleCheck({ clusterId, port })).rejects.toMatchObject({ code: "wrong_cluster" });
  await service.putDocument(document);
  const other = { clusterId: document.hostId, port };
  await expect(service.putRoleCheck(other)).rejects.toMatchObject({ code: "wrong_cluster" });
  expect(switched).toEqual([]);
});
