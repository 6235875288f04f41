import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PersistedVip } from "@primacy/core/vip";
import { afterEach, beforeEach, expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { AgentStore } from "./agent-store";
import { StoreError } from "./durable-file";
import { type Layout, planLayout } from "./layout";

let folder: string;
let layout: Layout;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-store-"));
  layout = planLayout(folder, folder, folder);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const record: PersistedVip = {
  vipId: "vip",
  epoch: 3,
  maintenance: "release",
  blocked: { code: "flapping", detail: "removed 3 times" },
  tombstoneUntilMs: 12_345,
};

test("what was written is read back by the next run, from private files", async () => {
  const store = new AgentStore(layout, "boot-1");
  await store.writeDocument(planTestDocument(), "10.0.0.1 eth0 3306\n");
  await store.writeCredential({ user: "primacy_agent", password: "secret" });
  await store.writeVip(record);
  const next = new AgentStore(layout, "boot-1");
  expect(await next.readDocument()).toEqual(planTestDocument());
  expect(await next.readCredential()).toEqual({ user: "primacy_agent", password: "secret" });
  expect((await next.readVips()).get("vip")).toEqual(record);
  expect(readFileSync(layout.releaseListFile, "utf8")).toBe("10.0.0.1 eth0 3306\n");
  for (const file of readdirSync(folder)) {
    expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
  }
});

test("instants of an earlier boot are dropped, the rest of a record stays", async () => {
  await new AgentStore(layout, "boot-1").writeVip(record);
  const vips = await new AgentStore(layout, "boot-2").readVips();
  expect(vips.get("vip")).toEqual({ ...record, tombstoneUntilMs: null });
});

test("of records written at once the newest stays", async () => {
  const store = new AgentStore(layout, "boot-1");
  const writes = [1, 2, 3].map((epoch) => store.writeVip({ ...record, epoch }));
  await Promise.all(writes);
  expect((await new AgentStore(layout, "boot-1").readVips()).get("vip")?.epoch).toBe(3);
});

test("nothing is there at first, and nothing after forgetting", async () => {
  const store = new AgentStore(layout, "boot-1");
  expect(await store.readDocument()).toBeNull();
  await store.writeDocument(planTestDocument(), "");
  await store.writeVip(record);
  await store.forget();
  expect(readdirSync(folder)).toEqual([]);
  await store.forget();
});

test("a file that others may read, or that is not what it should be, is an error in words", async () => {
  const store = new AgentStore(layout, "boot-1");
  await store.writeCredential({ user: "primacy_agent", password: "secret" });
  chmodSync(layout.credentialFile, 0o644);
  await expect(store.readCredential()).rejects.toThrow(StoreError);
  writeFileSync(layout.documentFile, "{}", { mode: 0o600 });
  await expect(store.readDocument()).rejects.toThrow("a form that this version does not know");
});

test("a write that fails leaves the old text", async () => {
  const store = new AgentStore(layout, "boot-1");
  await store.writeCredential({ user: "primacy_agent", password: "old" });
  const broken = new AgentStore(planLayout(folder, path.join(folder, "absent"), folder), "boot-1");
  await expect(broken.writeCredential({ user: "primacy_agent", password: "new" })).rejects.toThrow(
    StoreError,
  );
  expect((await store.readCredential())?.password).toBe("old");
});
