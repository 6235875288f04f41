import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PersistedVip } from "@primacy/core/vip";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { AgentStore } from "./agent-store";
import { StoreError } from "./durable-file";
import { type Layout, planLayout } from "./layout";

let folder: string;
let layout: Layout;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-store-"));
  layout = planLayout(folder, folder, folder);
  mkdirSync(layout.agentFolder);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const record: PersistedVip = {
  vipId: "vip",
  epoch: 3,
  maintenance: "release",
  blocked: { code: "flapping" },
  tombstoneUntilMs: 12_345,
};

test("what was written is read back by the next run, from private files", async () => {
  const store = new AgentStore(layout, "boot-1");
  await store.writeDocument(planTestDocument());
  await store.writeCredential({ user: "primacy_agent", password: "secret" });
  await store.writeVip(record);
  const next = new AgentStore(layout, "boot-1");
  const credential = { user: "primacy_agent", password: "secret" };
  const kept = { kind: "known", document: planTestDocument(), credential };
  expect(await next.readConfiguration()).toEqual(kept);
  expect(await next.readCredential()).toEqual(credential);
  expect((await next.readVips()).get("vip")).toEqual(record);
  for (const file of readdirSync(layout.agentFolder)) {
    expect(statSync(path.join(layout.agentFolder, file)).mode & 0o777).toBe(0o600);
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
  expect(await store.readConfiguration()).toEqual({ kind: "none" });
  await store.writeDocument(planTestDocument());
  await store.writeVip(record);
  await store.forget();
  expect(readdirSync(layout.agentFolder)).toEqual([]);
  await store.forget();
});

test("a file that others may read, or that is not what it should be, is an error in words", async () => {
  const store = new AgentStore(layout, "boot-1");
  await store.writeDocument(planTestDocument());
  await store.writeCredential({ user: "primacy_agent", password: "secret" });
  chmodSync(layout.credentialFile, 0o644);
  await expect(store.readCredential()).rejects.toThrow(StoreError);
  await expect(store.readConfiguration()).rejects.toThrow("must belong to the agent's user");
  writeFileSync(layout.vipsFile, "{}", { mode: 0o600 });
  await expect(store.readVips()).rejects.toThrow("This version does not know the form");
});

describe("a configuration that this version does not know is told as such, and left as it is", () => {
  const document = planTestDocument();
  const { timings: _timings, ...incomplete } = document;

  test.each([
    ["an earlier protocol", JSON.stringify({ ...document, protocol: 1 }), 1],
    ["a later protocol", JSON.stringify({ ...document, protocol: 99 }), 99],
    ["a field more than this version has", JSON.stringify({ ...document, quorum: 2 }), document.protocol],
    ["a field less", JSON.stringify(incomplete), document.protocol],
    ["nothing that it should have", "{}", null],
    ["half a file", JSON.stringify(document).slice(0, 100), null],
    ["no text at all", "", null],
  ])("%s", async (_name, text, protocol) => {
    const store = new AgentStore(layout, "boot-1");
    await store.writeDocument(document);
    await store.writeCredential({ user: "primacy_agent", password: "secret" });
    writeFileSync(layout.documentFile, text);
    const next = new AgentStore(layout, "boot-1");
    const file = layout.documentFile;
    const clusterId = protocol === null ? null : document.clusterId;
    expect(await next.readConfiguration()).toEqual({ kind: "unknown", file, protocol, clusterId });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("an account of another form makes the whole unknown, for the console tells both together", async () => {
    const store = new AgentStore(layout, "boot-1");
    await store.writeDocument(document);
    writeFileSync(layout.credentialFile, '{"token":"x"}', { mode: 0o600 });
    const { protocol, clusterId } = document;
    const unknown = { kind: "unknown", file: layout.credentialFile, protocol, clusterId };
    expect(await store.readConfiguration()).toEqual(unknown);
  });
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
