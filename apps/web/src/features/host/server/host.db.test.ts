import { createServer } from "node:net";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addHost, hostDraft } from "../../../server/testing/register";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
});
afterAll(() => tested.close());

const admin = (): { token: string } => ({ token: tested.people.admin.token });
const create = (hosts: readonly object[]) => tested.ask("POST", "/hosts", { ...admin(), body: { hosts } });
const countHosts = async (): Promise<number> => (await tested.database.hosts.listAll()).length;

describe("adding hosts", () => {
  it("adds all of them, and gives no credential back", async () => {
    const told = await create([hostDraft(), { ...hostDraft(), credential: { kind: "console_key" } }]);
    expect(told.status).toBe(201);
    expect(JSON.stringify(told.json)).not.toContain("a secret of the host");
    expect(told.json.hosts).toMatchObject([
      { credentialKind: "password", hasCredential: true, hostKey: null, agentState: "none" },
      { credentialKind: "console_key", hasCredential: true },
    ]);
    const { items } = await tested.database.audit.list({ action: "host.create" }, { after: null, limit: 10 });
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain("a secret of the host");
  });

  it("adds none when one cannot be, and names the problems of each", async () => {
    const before = await countHosts();
    const draft = hostDraft();
    const told = await create([
      draft,
      { ...hostDraft(), sshPort: 0, sshUser: "-x" },
      { ...hostDraft(), address: "-rf", credential: { kind: "password" } },
    ]);
    const paths = Array.isArray(told.json.errors) ? told.json.errors.map((one) => one.path) : [];
    expect(paths.sort()).toEqual([
      "/hosts/1/sshPort",
      "/hosts/1/sshUser",
      "/hosts/2/address",
      "/hosts/2/credential/password",
    ]);
    const twice = await create([draft, draft]);
    expect([twice.status, twice.json.code]).toEqual([409, "already_exists"]);
    expect(await countHosts()).toBe(before);
  });

  it("refuses a key that cannot be read, without repeating it", async () => {
    const privateKey = "-----BEGIN OPENSSH PRIVATE KEY-----\nnot really\n-----END OPENSSH PRIVATE KEY-----";
    const told = await create([{ ...hostDraft(), credential: { kind: "key", privateKey } }]);
    expect(told.json.errors).toMatchObject([{ path: "/hosts/0/credential/privateKey" }]);
    expect(JSON.stringify(told.json)).not.toContain("not really");
  });

  it("tells of one host's key together with another's name and a third one's fingerprint", async () => {
    const draft = hostDraft();
    await create([draft]);
    const hostKeyFingerprint = `SHA256:${"A".repeat(43)}`;
    const told = await create([
      { ...hostDraft(), credential: { kind: "key", privateKey: "no key" } },
      { ...hostDraft(), name: draft.name },
      { ...hostDraft(), address: "127.0.0.1", sshPort: 1, hostKeyFingerprint },
    ]);
    expect(told.status).toBe(422);
    expect(told.json.errors).toMatchObject([
      { path: "/hosts/0/credential/privateKey", code: "private_key_invalid" },
      { path: "/hosts/2/hostKeyFingerprint", code: "host_unreachable" },
      { path: "/hosts/1/name", code: "already_exists" },
    ]);
  });

  it("pins no fingerprint that the machine itself has not shown", async () => {
    const hostKeyFingerprint = `SHA256:${"A".repeat(43)}`;
    const told = await create([{ ...hostDraft(), address: "127.0.0.1", sshPort: 1, hostKeyFingerprint }]);
    expect(told.json.errors).toMatchObject([
      { path: "/hosts/0/hostKeyFingerprint", code: "host_unreachable" },
    ]);
    const scan = await tested.ask("POST", "/host-key-scans", {
      ...admin(),
      body: { address: "127.0.0.1", sshPort: 1 },
    });
    expect([scan.status, scan.json.code]).toEqual([502, "host_unreachable"]);
  });
});

describe("checking hosts before they are added", () => {
  const check = (hosts: readonly object[]) =>
    tested.ask("POST", "/host-checks", { ...admin(), body: { hosts } });

  it("refuses them as adding would, with all reasons, and asks no machine", async () => {
    const draft = hostDraft();
    await create([draft]);
    let asked = 0;
    const machine = createServer((socket) => {
      asked += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => machine.listen(0, "127.0.0.1", resolve));
    const place = machine.address();
    const sshPort = typeof place === "object" && place !== null ? place.port : 0;
    const hostKeyFingerprint = `SHA256:${"A".repeat(43)}`;
    const hosts = [
      { ...hostDraft(), credential: { kind: "key", privateKey: "no key" } },
      { ...hostDraft(), name: draft.name, address: "127.0.0.1", sshPort, hostKeyFingerprint },
    ];
    const told = await check(hosts);
    const errors = (await create(hosts)).json.errors;
    const added: { path?: unknown }[] = Array.isArray(errors) ? errors : [];
    expect(told.status).toBe(422);
    const ofMachine = added.filter(({ path }) => path === "/hosts/1/hostKeyFingerprint");
    expect(ofMachine, "adding does ask").toHaveLength(1);
    const others = added.filter((one) => !ofMachine.includes(one));
    expect(told.json.errors).toEqual(others);
    expect(asked).toBe(1);
    machine.close();
    expect((await check([...hosts, { ...hostDraft(), sshPort: 0 }])).json.errors).toMatchObject([
      { path: "/hosts/2/sshPort" },
      { path: "/hosts/0/credential/privateKey", code: "private_key_invalid" },
      { path: "/hosts/1/name", code: "already_exists" },
    ]);
    const before = await countHosts();
    expect((await check([hostDraft()])).status).toBe(204);
    expect(await countHosts()).toBe(before);
  });
});

describe("an operation on a host", () => {
  it("waits for an accepted host key and for credentials", async () => {
    const created = await create([hostDraft()]);
    const [host] = Array.isArray(created.json.hosts) ? created.json.hosts : [];
    expect((await tested.ask("POST", `/hosts/${host.id}/agent`, admin())).json.code).toBe("host_key_unknown");
    const known = await addHost(tested.database);
    expect((await tested.ask("DELETE", `/hosts/${known.id}/credential`, admin())).status).toBe(204);
    expect((await tested.ask("POST", `/hosts/${known.id}/agent`, admin())).json.code).toBe(
      "credentials_missing",
    );
  });

  it("refuses to upgrade, repair or remove an agent that is not there", async () => {
    const host = await addHost(tested.database);
    const codes = [
      (await tested.ask("POST", `/hosts/${host.id}/agent/upgrade`, admin())).json.code,
      (await tested.ask("POST", `/hosts/${host.id}/agent/repair`, admin())).json.code,
      (await tested.ask("DELETE", `/hosts/${host.id}/agent`, admin())).json.code,
    ];
    expect(codes).toEqual(["agent_missing", "agent_missing", "agent_missing"]);
  });

  it("removes what an installation left, installs over it, and says what stays where the host would be forgotten", async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => addHost(tested.database)));
    for (const host of [first, second, third])
      await tested.database.transact(systemActor("test"), (unit) =>
        unit.agents.setState(host?.id ?? "", "silent"),
      );
    expect((await tested.ask("DELETE", `/hosts/${first?.id}/agent`, admin())).status).toBe(202);
    expect((await tested.ask("POST", `/hosts/${second?.id}/agent`, admin())).status).toBe(202);
    const told = await tested.ask("DELETE", `/hosts/${third?.id}`, admin());
    expect([told.status, told.json.code]).toEqual([409, "in_use"]);
    expect(told.json.errors).toMatchObject([
      { code: "agent_left", message: { params: { host: third?.name } } },
    ]);
    expect((await tested.ask("GET", `/hosts/${third?.id}`, admin())).json).toMatchObject({
      agentState: "silent",
    });
  });

  it("does not install over an agent that has answered, nor forgets its host", async () => {
    const host = await addHost(tested.database);
    await tested.database.transact(systemActor("test"), (unit) =>
      unit.agents.setState(host.id, "silent", { version: "1.0.0", protocol: 2 }),
    );
    expect((await tested.ask("POST", `/hosts/${host.id}/agent`, admin())).json.code).toBe("already_exists");
    const told = await tested.ask("DELETE", `/hosts/${host.id}`, admin());
    expect([told.status, told.json.code]).toEqual([409, "in_use"]);
    expect(told.json.errors).toMatchObject([{ code: "agent_present" }]);
  });

  it("installs the host operator only where that was asked for", async () => {
    for (const [body, hostOperator] of [
      [undefined, false],
      [{}, false],
      [{ hostOperator: true }, true],
    ] as const) {
      const host = await addHost(tested.database);
      const told = await tested.ask("POST", `/hosts/${host.id}/agent`, {
        ...admin(),
        ...(body === undefined ? {} : { body }),
      });
      expect(told.status).toBe(202);
      const audited = { action: "agent.install" };
      const { items } = await tested.database.audit.list(audited, { after: null, limit: 50 });
      const entry = items.find((one) => one.targetId === host.id);
      expect(entry?.detail, "the input is audited as it is stored").toMatchObject({ hostOperator });
    }
  });

  it("switches the host operator on and off on a host with an agent, and names all that stands against it", async () => {
    const host = await addHost(tested.database);
    const ask = (method: "POST" | "DELETE") => tested.ask(method, `/hosts/${host.id}/operator`, admin());
    for (const method of ["POST", "DELETE"] as const)
      expect([(await ask(method)).status, (await ask(method)).json.code]).toEqual([409, "agent_missing"]);
    await tested.database.transact(systemActor("test"), (unit) => unit.agents.setState(host.id, "silent"));
    expect((await ask("POST")).json.code, "an installation that was broken off").toBe("agent_missing");
    await tested.database.transact(systemActor("test"), (unit) =>
      unit.agents.setState(host.id, "silent", { version: "1.0.0", protocol: 2 }),
    );
    const on = await ask("POST");
    expect([on.status, on.json.operation]).toMatchObject([
      202,
      {
        kind: "operator.enable",
        hostId: host.id,
        title: { text: `Switch on the host operator on ${host.name}` },
      },
    ]);
    expect((await ask("DELETE")).json.code, "one at a time").toBe("in_use");
  });

  it("refuses at once to remove the agent of a cluster's member, and names all that needs it", async () => {
    const host = await addHost(tested.database);
    const cluster = await addCluster(tested.database, [host]);
    await tested.database.transact(systemActor("test"), (unit) => unit.agents.setState(host.id, "silent"));
    const told = await tested.ask("DELETE", `/hosts/${host.id}/agent`, admin());
    expect([told.status, told.json.code]).toEqual([409, "in_use"]);
    expect(told.json.errors).toMatchObject([{ code: "in_use", message: { params: { what: cluster.name } } }]);
    const { items } = await tested.database.operations.list({ hostId: host.id }, { after: null, limit: 10 });
    expect(items).toEqual([]);
  });
});

it("a new address forgets the accepted key", async () => {
  const host = await addHost(tested.database);
  const told = await tested.ask("PATCH", `/hosts/${host.id}`, { ...admin(), body: { address: "10.8.0.1" } });
  expect(told.json).toMatchObject({ address: "10.8.0.1", hostKey: null });
  const empty = await tested.ask("PATCH", `/hosts/${host.id}`, { ...admin(), body: {} });
  expect(empty.json.errors).toMatchObject([{ code: "change_empty" }]);
});

it("the console makes one SSH key, whoever asks first and at the same time", async () => {
  const told = await Promise.all(
    Array.from({ length: 5 }, () => tested.ask("GET", "/console-ssh-key", admin())),
  );
  expect(told.map((one) => one.status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(told.map((one) => one.json.fingerprint)).size).toBe(1);
  expect(told[0]?.json.publicKey).toMatch(/^ssh-ed25519 /);
  expect(JSON.stringify(told[0]?.json)).not.toContain("PRIVATE");
});
