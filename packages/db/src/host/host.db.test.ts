import { type Host, type HostCreate, isRefusal, type Page } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentFacts } from "../agent/agent-repository";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { parsePageRequest } from "../page/page-request";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster, createHost, must, uniqueName } from "../testing/samples";

const system = systemActor("test");
const KEY = { algorithm: "ssh-ed25519", fingerprint: `SHA256:${"a".repeat(43)}` };
let opened: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

function draft(change: Partial<HostCreate> = {}): HostCreate {
  const name = uniqueName("db");
  const credential = { kind: "password", password: "tall blue kettle" } as const;
  return {
    name,
    address: `${name}.example`,
    sshPort: 22,
    sshUser: "root",
    credential,
    agentPort: 7433,
    ...change,
  };
}

const createMany = (...hosts: HostCreate[]) =>
  database.transact(system, (unit) => unit.hosts.createMany(hosts));
const countSecrets = async (): Promise<number> =>
  (await client.query("SELECT count(*)::int AS count FROM secret")).rows[0].count;

describe("adding hosts", () => {
  test("keeps the credential encrypted, and gives it to whoever asks for SSH access", async () => {
    const [host] = must(await createMany(draft()));
    expect(host).toMatchObject({
      hasCredential: true,
      credentialKind: "password",
      hostKey: null,
      agentState: "none",
      revision: 1,
    });
    await expect(database.hosts.getSshAccess(host?.id ?? "")).resolves.toMatchObject({
      user: "root",
      port: 22,
      credential: { kind: "password", password: "tall blue kettle" },
    });
  });

  test("adds all or none, and names every name and address that is taken", async () => {
    const existing = await createHost(database);
    const [first, second] = [draft(), draft()];
    const outcome = await createMany(
      first,
      { ...second, name: existing.name.toUpperCase() },
      draft({ address: existing.address }),
      draft({ name: first.name, address: first.address }),
    );
    expect(isRefusal(outcome) && outcome.errors.map((one) => [one.code, one.path])).toEqual([
      ["already_exists", "/hosts/1/name"],
      ["already_exists", "/hosts/2/address"],
      ["already_exists", "/hosts/3/name"],
      ["already_exists", "/hosts/3/address"],
    ]);
    await expect(database.hosts.findByName(first.name)).resolves.toBeNull();
  });

  test("the same host by two people at once is added once", async () => {
    const host = draft();
    const outcomes = await Promise.all([createMany(host), createMany(host), createMany(host)]);
    expect(outcomes.filter((one) => !isRefusal(one))).toHaveLength(1);
  });
});

describe("changing a host", () => {
  test("is refused when somebody changed it in between, and changes nothing then", async () => {
    const host = await createHost(database);
    const change = (sshUser: string) =>
      database.transact(system, (unit) => unit.hosts.change(host.id, host.revision, { sshUser }));
    const outcomes = await Promise.all([change("alice"), change("bob")]);
    expect(outcomes.filter(isRefusal).map((one) => one.code)).toEqual(["revision_conflict"]);
    const [winner] = outcomes.filter((one) => !isRefusal(one));
    await expect(database.hosts.get(host.id)).resolves.toEqual(winner);
  });

  test("to another address forgets the pinned host key and moves the agent along", async () => {
    const host = await createHost(database);
    const pinned = await database.transact(system, (unit) => unit.hosts.pinHostKey(host.id, KEY));
    expect(pinned.hostKey).toEqual(KEY);
    const renamed = must(
      await database.transact(system, (unit) =>
        unit.hosts.change(host.id, null, { name: uniqueName("new") }),
      ),
    );
    expect(renamed.hostKey).toEqual(KEY);
    const moved = must(
      await database.transact(system, (unit) => unit.hosts.change(host.id, null, { address: "192.0.2.77" })),
    );
    expect(moved).toMatchObject({
      hostKey: null,
      agentAddress: "192.0.2.77",
      revision: renamed.revision + 1,
    });
  });

  test("raises the epoch of its cluster when the agent's address changes, and not otherwise", async () => {
    const host = await createHost(database);
    const cluster = await createCluster(database, [host]);
    await database.transact(system, (unit) => unit.hosts.change(host.id, null, { sshUser: "deploy" }));
    await expect(database.clusters.get(cluster.id)).resolves.toMatchObject({ epoch: cluster.epoch });
    await database.transact(system, (unit) => unit.hosts.change(host.id, null, { agentPort: 7500 }));
    await expect(database.clusters.get(cluster.id)).resolves.toMatchObject({ epoch: cluster.epoch + 1 });
  });

  test("leaves no unused credential behind when it is replaced or forgotten", async () => {
    const host = await createHost(database);
    const before = await countSecrets();
    await database.transact(system, (unit) =>
      unit.hosts.change(host.id, null, {
        credential: { kind: "key", privateKey: "PEM", passphrase: "words" },
      }),
    );
    expect(await countSecrets()).toBe(before);
    const forgotten = await database.transact(system, (unit) => unit.hosts.forgetCredential(host.id));
    expect(forgotten).toMatchObject({ hasCredential: false, credentialKind: "key" });
    expect(await countSecrets()).toBe(before - 1);
    await expect(database.hosts.getSshAccess(host.id)).resolves.toMatchObject({ credential: null });
  });
});

describe("an agent", () => {
  test("answers as long as it was seen lately, and is silent afterwards by itself", async () => {
    const host = await createHost(database);
    await database.transact(system, (unit) => unit.agents.setState(host.id, "installing"));
    await expect(database.hosts.get(host.id)).resolves.toMatchObject({
      agentState: "installing",
      agentSeenAt: null,
    });
    await database.transact(system, (unit) =>
      unit.agents.recordSighting(host.id, "answering", { version: "0.1.0", protocol: 2, bootId: "boot" }),
    );
    await expect(database.hosts.get(host.id)).resolves.toMatchObject({
      agentState: "answering",
      agentVersion: "0.1.0",
    });
    await client.query("UPDATE agent SET last_seen_at = now() - interval '11 seconds' WHERE host_id = $1", [
      host.id,
    ]);
    await expect(database.hosts.get(host.id)).resolves.toMatchObject({
      agentState: "silent",
      agentProtocol: 2,
    });
    const sight = (facts: AgentFacts) =>
      database.transact(system, (unit) => unit.agents.recordSighting(host.id, "answering", facts));
    await sight({ version: "0.1.0", protocol: 2, bootId: "boot", certificateExpiresAt: null });
    await expect(database.hosts.get(host.id), "the same again").resolves.toMatchObject({
      agentState: "answering",
      agentVersion: "0.1.0",
    });
    const certificateExpiresAt = new Date("2027-01-02T03:04:05.678Z");
    await sight({ version: "0.2.0", certificateExpiresAt });
    await sight({ version: "0.2.0", certificateExpiresAt });
    await sight({});
    await expect(database.hosts.get(host.id), "and something new").resolves.toMatchObject({
      agentState: "answering",
      agentVersion: "0.2.0",
      agentProtocol: 2,
    });
    const { rows } = await client.query(
      "SELECT boot_id, certificate_expires_at FROM agent WHERE host_id = $1",
      [host.id],
    );
    expect(rows).toEqual([{ boot_id: "boot", certificate_expires_at: certificateExpiresAt }]);
    await database.transact(system, (unit) => unit.agents.remove(host.id));
    await expect(database.hosts.get(host.id)).resolves.toMatchObject({
      agentState: "none",
      agentVersion: null,
    });
  });
});

describe("removing a host", () => {
  test("is refused while it carries a member or an agent", async () => {
    const host = await createHost(database);
    const cluster = await createCluster(database, [host]);
    const remove = () => database.transact(system, (unit) => unit.hosts.remove(host.id));
    expect(await remove()).toMatchObject({ code: "in_use", message: { params: { what: cluster.name } } });
    must(await database.transact(system, (unit) => unit.clusters.setMembers(cluster.id, [])));
    await database.transact(system, (unit) => unit.agents.setState(host.id, "silent"));
    expect(await remove()).toMatchObject({ code: "in_use" });
    await database.transact(system, (unit) => unit.agents.remove(host.id));
    expect(await remove()).toBeNull();
    expect(await remove()).toMatchObject({ code: "not_found" });
  });
});

describe("the list of hosts", () => {
  test("has names and addresses in the order in which people count, over its pages and both ways", async () => {
    const drafts = [10, 2, 1, 100, 9].map((n) => draft({ name: `zz-natural${n}`, address: `10.9.8.${n}` }));
    must(await createMany(...drafts));
    for (const sort of ["name", "address"] as const) {
      for (const order of ["asc", "desc"] as const) {
        const names: string[] = [];
        let cursor: string | null = null;
        do {
          const request = parsePageRequest({ limit: 2, sort, order, ...(cursor === null ? {} : { cursor }) });
          if (isRefusal(request)) throw new Error(request.code);
          const page: Page<Host> = await database.hosts.list(request);
          names.push(...page.items.map((host) => host.name));
          cursor = page.nextCursor;
        } while (cursor !== null);
        const numbers = names.flatMap((name) => /^zz-natural(\d+)$/.exec(name)?.[1] ?? []).map(Number);
        expect(numbers).toEqual(order === "asc" ? [1, 2, 9, 10, 100] : [100, 10, 9, 2, 1]);
        expect(new Set(names).size).toBe(names.length);
      }
    }
  });
});
