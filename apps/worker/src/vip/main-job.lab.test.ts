import { CheckedPlan, Discovery, SwitchoverResult, type Vip, VipProof } from "@primacy/contract";
import { agentNftTable, installLayout } from "@primacy/contract/agent";
import { systemActor } from "@primacy/db";
import { type DatabaseName, databaseNames, isLongRun, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awaitAccess } from "../cluster/await-access";
import { connectServer } from "../mysql/connect-server";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";

const patience = { timeout: 60_000, interval: 200 };
let lab: LabCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await startLabCluster();
});
afterAll(() => lab?.close());

async function wantedVip(): Promise<Vip> {
  const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
  if (vip === undefined) throw new Error("no VIP is wanted");
  return vip;
}

async function primaryName(): Promise<string> {
  return (await lab.lab.findPrimary())?.name ?? "none";
}

function memberOn(name: string): Promise<string> {
  return lab.opened.database.clusters.get(clusterId).then((cluster) => {
    const member = cluster.members.find((one) => one.hostId === lab.hostNamed(name).id);
    if (member === undefined) throw new Error(`no member on ${name}`);
    return member.id;
  });
}

/** Lines of the agent's log on a host that say so. */
async function countLogged(name: DatabaseName, words: string): Promise<number> {
  const { stdout } = await lab.lab.host(name).tryExec(["grep", "-c", words, installLayout.agentLog]);
  return Number(stdout);
}

/** The agent's rules in a host's kernel. */
async function observeGate(name: DatabaseName): Promise<string> {
  const { stdout } = await lab.lab.host(name).exec(["nft", "list", "table", ...agentNftTable.split(" ")]);
  return stdout;
}

/** What a host would act on without the console: its agent's document, and what is released without the agent. */
async function listKept(name: DatabaseName): Promise<string> {
  const { agentFolder, stateFolder } = installLayout;
  const files = [`${agentFolder}/document.json`, `${stateFolder}/release.list`];
  return (await lab.lab.host(name).exec(["cat", ...files])).stdout;
}

/** A secondary has what the primary did a moment later. */
async function awaitSql(name: DatabaseName, text: string, wanted: string): Promise<void> {
  await expect.poll(() => sql(name, text), patience).toBe(wanted);
}

async function sql(name: "db1" | "db2" | "db3", text: string): Promise<string> {
  return joinRows(await runRootSql(lab.lab.host(name), text));
}

async function setOnAll(text: string): Promise<void> {
  for (const name of databaseNames) await sql(name, text);
}

/** What each member has for an expel timeout, and what its persisted settings give it. */
function expelTimeouts(): Promise<string[]> {
  const persisted =
    "SELECT VARIABLE_VALUE FROM performance_schema.persisted_variables" +
    " WHERE VARIABLE_NAME = 'group_replication_member_expel_timeout'";
  const text = `SELECT CONCAT(@@group_replication_member_expel_timeout, ' ', IFNULL((${persisted}), '-'))`;
  return Promise.all(databaseNames.map((name) => sql(name, text)));
}

describe("the main job on real hosts", () => {
  test("the test of a connection finds the server of a host, by its own word", async () => {
    const tested = await lab.run("host.test", lab.hostNamed("db2"));
    expect(told(tested)).toMatchObject({ state: "succeeded" });
    const version = await sql("db2", "SELECT @@version");
    expect(tested.result?.facts).toMatchObject({ privilege: "root", mysql: [{ version, port: 3306 }] });
  });

  test("discovery shows the members, the hosts that they match and the SQL, and changes nothing", async () => {
    const { user, password } = lab.lab.credentials.admin;
    const input = { address: lab.lab.host("db2").address, port: 3306, user };
    const operation = await lab.perform("cluster.discover", null, input, { password });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const found = Discovery.parse(operation.result);
    expect(found.members.map((member) => member.hostName?.slice(0, 3)).sort()).toEqual(["db1", "db2", "db3"]);
    expect(found).toMatchObject({ isSinglePrimary: true, hasMajority: true, problems: [] });
    expect(JSON.stringify(found.plan)).toContain("CREATE USER IF NOT EXISTS 'primacy_admin'@'%'");
    expect(JSON.stringify(operation)).not.toContain(password);
    expect(await sql("db1", "SELECT COUNT(*) FROM mysql.user WHERE user LIKE 'primacy%'")).toBe("0");
  });

  test("a wrong password is refused in words, and an unknown server too", async () => {
    const { user } = lab.lab.credentials.admin;
    const input = { address: lab.lab.host("db2").address, port: 3306, user };
    const denied = await lab.perform("cluster.discover", null, input, { password: "wrong" });
    expect(denied).toMatchObject({ state: "failed", problem: { code: "mysql_denied" } });
    const nowhere = await lab.perform("cluster.discover", null, { ...input, port: 3999 }, { password: "x" });
    expect(nowhere).toMatchObject({ state: "failed", problem: { code: "mysql_unreachable" } });
  });

  test("registration makes the accounts on every member and tells the agents", async () => {
    clusterId = await lab.register();
    const users =
      "SELECT GROUP_CONCAT(DISTINCT user ORDER BY user) FROM mysql.user WHERE user LIKE 'primacy%'";
    await awaitSql("db3", users, "primacy_admin,primacy_agent,primacy_verify");
    expect(await lab.opened.database.clusters.findCredential(clusterId, "administrator")).toBeNull();
    // Members come ONLINE before the reports of all that runs on their hosts are in.
    const topology = await lab.awaitTopology(
      clusterId,
      "all members seen through their agents, and nothing to warn of",
      (one) =>
        one.tone === "ok" &&
        one.hosts.every((host) => host.condition === "ok" && host.members[0]?.state === "ONLINE"),
    );
    expect(topology.summary.text).toMatch(/^3 of 3 members online\. Writes go to db1-/);
  });

  test("the agents' account opens no server from anywhere but the members' hosts", async () => {
    const hosts = await sql("db3", "SELECT host FROM mysql.user WHERE user = 'primacy_agent' ORDER BY host");
    const own = ["db1", "db2", "db3"] as const;
    expect(hosts.split("\n").sort()).toEqual(
      [...own.map((name) => lab.lab.host(name).address), "127.0.0.1", "localhost"].sort(),
    );
    const account = await lab.opened.database.clusters.findCredential(clusterId, "agent");
    if (account === null) throw new Error("no account");
    const { signal } = new AbortController();
    const server = { address: lab.lab.host("db1").address, port: 3306 };
    await expect(connectServer({ ...server, authority: null }, account, signal)).rejects.toMatchObject({
      code: "mysql_denied",
    });
    const grants = await sql("db3", "SHOW GRANTS FOR 'primacy_admin'@'%'");
    expect(grants).toMatch(/GRANT CREATE USER ON \*\.\* TO `primacy_admin`@`%`$/m);
  });

  test("who tells the agents waits until their servers let them in, as they do when the account has come", async () => {
    const { signal } = new AbortController();
    const users = (await sql("db3", "SELECT host FROM mysql.user WHERE user = 'primacy_agent'"))
      .split("\n")
      .map((host) => `primacy_agent@'${host}'`)
      .join(", ");
    const onDb3 = (statement: string): Promise<string> =>
      sql(
        "db3",
        `SET GLOBAL super_read_only = OFF; SET sql_log_bin = 0; ${statement}; SET GLOBAL super_read_only = ON`,
      );
    const isLetIn = async (): Promise<boolean> => {
      const { mysql } = await lab.agentOf(lab.hostNamed("db3")).call("status", undefined, { signal });
      return mysql.reach === "up";
    };
    // As on a secondary that is a moment behind: all of the account is there but its rights.
    await onDb3(`REVOKE SERVICE_CONNECTION_ADMIN ON *.* FROM ${users}`);
    try {
      const sessions =
        "SELECT CONCAT('KILL ', id) FROM performance_schema.processlist WHERE user = 'primacy_agent'";
      const refuses = async (): Promise<true | undefined> => {
        if (!(await isLetIn())) return true;
        // One may have ended by itself meanwhile.
        for (const kill of (await sql("db3", sessions)).split("\n").filter((text) => text !== ""))
          await sql("db3", kill).catch(() => undefined);
        return undefined;
      };
      await waitFor("db3 refuses its agent", refuses, { timeoutMs: 60_000 });
      expect(await awaitAccess(lab.worker, clusterId, signal)).toEqual([lab.hostNamed("db3").name]);
    } finally {
      const waiting = awaitAccess(lab.worker, clusterId, signal);
      await onDb3(`GRANT SERVICE_CONNECTION_ADMIN ON *.* TO ${users}`);
      expect(await waiting).toEqual([]);
    }
    expect(await isLetIn()).toBe(true);
  });

  test("a group is not registered twice, and all reasons come at once", async () => {
    const { user, password } = lab.lab.credentials.admin;
    const input = {
      address: lab.lab.host("db1").address,
      port: 3306,
      user,
      name: "main",
      keepCredentials: false,
    };
    const operation = await lab.perform("cluster.register", null, input, { password });
    expect(operation).toMatchObject({ state: "failed", problem: { code: "already_exists" } });
    expect(operation.problem?.errors.map((error) => error.code).sort()).toEqual([
      "already_exists",
      "discovery.registered",
    ]);
  });

  test("the pre-check finds a free address sound on every member, and plans", async () => {
    const request = { address: lab.vipAddress, prefixLength: 24 };
    const operation = await lab.perform("vip.check", clusterId, request);
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const { report, plan } = CheckedPlan.parse(operation.result);
    expect(report.checks.filter((check) => check.result === "fail")).toEqual([]);
    const resultsOf = (code: string): string[] =>
      report.checks.filter((check) => check.code === code).map((check) => check.result);
    expect(resultsOf("address_unused")).toEqual(["pass", "pass", "pass"]);
    expect(report.estimates.map((one) => one.fault)).toEqual(["switchover", "crash", "freeze", "partition"]);
    expect(resultsOf("agent_paths")).toEqual(["pass", "pass", "pass"]);
    expect(resultsOf("boot_start")).toEqual(["pass", "pass", "pass"]);
    expect(resultsOf("disk_space")).toHaveLength(3);
    // The administrator's account is not kept, and no other may see the tables.
    const skipped = report.checks.filter((check) => check.result === "skipped");
    expect(skipped.map((check) => check.code)).toEqual(["primary_keys"]);
    expect(plan.steps.map((step) => step.code)).toContain("vip.verify");
  });

  test("a fix sets the variable on every member, tells what it was, and is taken back", async () => {
    await setOnAll("RESET PERSIST IF EXISTS group_replication_member_expel_timeout");
    await setOnAll("SET GLOBAL group_replication_member_expel_timeout = 5");
    const request = { address: lab.vipAddress, prefixLength: 24 };
    const checked = CheckedPlan.parse((await lab.perform("vip.check", clusterId, request)).result);
    expect(checked.report.estimates[1]?.advice[0]).toMatchObject({ value: "0", fix: "expel_timeout" });
    const offered = checked.fixes?.find((one) => one.fix === "expel_timeout");
    expect(offered).toMatchObject({ needsAccount: true });
    expect(offered?.plan.steps.map((step) => step.hostName?.slice(0, 3))).toEqual(["db1", "db2", "db3"]);
    const { user, password } = lab.lab.credentials.admin;
    const applied = await lab.perform("fix.apply", clusterId, { fix: "expel_timeout", user }, { password });
    expect(told(applied)).toMatchObject({ state: "succeeded" });
    expect(await expelTimeouts()).toEqual(["0 0", "0 0", "0 0"]);
    expect(JSON.stringify(applied)).not.toContain(password);
    const again = { operationId: applied.id, user };
    const restored = await lab.perform("fix.restore", clusterId, again, { password });
    expect(told(restored)).toMatchObject({ state: "succeeded" });
    expect(await expelTimeouts()).toEqual(["5 -", "5 -", "5 -"]);
  });

  test("a fix that one member refuses is taken back on all", async () => {
    await sql("db1", "CREATE USER IF NOT EXISTS fixer IDENTIFIED BY 'Fixer.1' REQUIRE SSL");
    await sql("db1", "GRANT SYSTEM_VARIABLES_ADMIN, PERSIST_RO_VARIABLES_ADMIN ON *.* TO fixer");
    const isThere = async (): Promise<true | undefined> => {
      const grants = "SELECT COUNT(*) FROM mysql.global_grants WHERE user = 'fixer'";
      const counts = await Promise.all(databaseNames.map((name) => sql(name, grants)));
      return counts.every((count) => count === "2") ? true : undefined;
    };
    await waitFor("the account on every member", isThere, { timeoutMs: 60_000 });
    await sql(
      "db3",
      "SET GLOBAL super_read_only = OFF; SET sql_log_bin = 0; REVOKE SYSTEM_VARIABLES_ADMIN ON *.* FROM fixer; SET GLOBAL super_read_only = ON",
    );
    const input = { fix: "expel_timeout", user: "fixer" };
    const operation = await lab.perform("fix.apply", clusterId, input, { password: "Fixer.1" });
    expect(told(operation)).toMatchObject({ state: "undone" });
    expect(operation.steps.map((step) => step.state)).toEqual(["undone", "undone", "failed"]);
    expect(await expelTimeouts()).toEqual(["5 -", "5 -", "5 -"]);
    await setOnAll("SET GLOBAL group_replication_member_expel_timeout = 0");
    await sql("db1", "DROP USER fixer");
  });

  test("apply puts the address into one kernel, proves it on the wire and by a write", async () => {
    const operation = await lab.perform("vip.apply", clusterId, {
      address: lab.vipAddress,
      prefixLength: 24,
    });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const proof = VipProof.parse(operation.result);
    expect(proof.holderHostName.slice(0, 3)).toBe("db1");
    expect(proof.askedBy).toHaveLength(2);
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db1"]);
    const owners = await lab.lab.observe.arpOwners(lab.vipAddress, { from: "app1" });
    expect(owners.map((owner) => owner.mac)).toEqual([lab.lab.host("db1").mac]);
    const topology = await lab.awaitTopology(clusterId, "the VIP held and answered", (one) =>
      one.vips.some((vip) => vip.summary.code === "topology.vip_ok"),
    );
    expect(topology.summary.text).toMatch(
      /db1-\w+ holds VIP 10\.\d+\.\d+\.100, and db1-\w+ answers for it\.$/,
    );
  });

  test("a second VIP with the same address is refused", async () => {
    const same = { address: lab.vipAddress, prefixLength: 24 };
    const operation = await lab.perform("vip.apply", clusterId, same);
    expect(operation).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
  });

  test("a switchover confirms release and take-over, and says how long each took", async () => {
    const memberId = await memberOn("db2");
    const checked = await lab.perform("switchover.check", clusterId, { memberId });
    expect(CheckedPlan.parse(checked.result).report.hasFailures).toBe(false);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const operation = await lab.perform("switchover", clusterId, { memberId });
    await watch.stop();
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const result = SwitchoverResult.parse(operation.result);
    expect(result.toName.slice(0, 3)).toBe("db2");
    expect(result.releasedAfterMs).not.toBeNull();
    expect(result.heldAfterMs).not.toBeNull();
    await expect.poll(primaryName, patience).toBe("db2");
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db2"]);
    const saidBy = await Promise.all(
      databaseNames.map((name) => countLogged(name, "a switchover is expected")),
    );
    expect(saidBy).toEqual([1, 1, 0]);
    expect(watch.overlaps).toEqual([]);
    const readEvents = async () =>
      (await lab.opened.database.events.list(clusterId, null, { after: null, limit: 50 })).items;
    // The watch tells of what it sees by itself, which may be later than the operation's own proof.
    for (const kind of ["primary_changed", "vip_released", "vip_taken"])
      await expect
        .poll(async () => (await readEvents()).map((event) => event.kind), patience)
        .toContain(kind);
    const finished = (await readEvents()).find((event) => event.detail.operationId === operation.id);
    expect(finished?.message.text).toMatch(
      /^Switchover from db1-\w+ to db2-\w+ succeeded: db2-\w+ was the primary after [\d.]+ m?s and .* after [\d.]+ m?s\.$/,
    );
  });

  test("a host lets go and stays away until it may take part again", async () => {
    const { id: vipId } = await wantedVip();
    const input = { vipId, hostId: lab.hostNamed("db2").id };
    expect(told(await lab.perform("vip.release", clusterId, input))).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
    expect(told(await lab.perform("vip.resume", clusterId, input))).toMatchObject({ state: "succeeded" });
    await lab.awaitTopology(clusterId, "db2 holds it again", (one) =>
      one.vips.some((vip) => vip.agents.some((agent) => agent.state === "HOLDING")),
    );
  });

  test("a switchover to the primary itself is refused, and the group serves on", async () => {
    const operation = await lab.perform("switchover", clusterId, { memberId: await memberOn("db2") });
    expect(operation).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
    await expect.poll(primaryName, patience).toBe("db2");
    await lab.proveWrite();
  });

  test("a changed address is held in place of the old one", async () => {
    const next = lab.vipAddress.replace(/100$/, "102");
    const { id: vipId } = await wantedVip();
    const operation = await lab.perform("vip.change", clusterId, { vipId, change: { address: next } });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(next)).toEqual(["db2"]);
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
    const back = await lab.perform("vip.change", clusterId, { vipId, change: { address: lab.vipAddress } });
    expect(told(back)).toMatchObject({ state: "succeeded" });
  });

  test("a disabled VIP is nowhere, and an enabled one is back with proof", async () => {
    const { id: vipId } = await wantedVip();
    const off = await lab.perform("vip.change", clusterId, { vipId, change: { enabled: false } });
    expect(told(off)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
    const on = await lab.perform("vip.change", clusterId, { vipId, change: { enabled: true } });
    expect(told(on)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db2"]);
  });

  if (isLongRun)
    test("read VIPs beside it are on one secondary each, proved by a read, changed and removed", async () => {
      const addresses = ["103", "104"].map((last) => lab.vipAddress.replace(/100$/, last));
      const proofs: VipProof[] = [];
      const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
      for (const address of addresses) {
        const request = { kind: "read", address, prefixLength: 24 };
        const operation = await lab.perform("vip.apply", clusterId, request);
        expect(told(operation)).toMatchObject({ state: "succeeded" });
        proofs.push(VipProof.parse(operation.result));
      }
      const held = await Promise.all(addresses.map((address) => lab.lab.observe.addressHolders(address)));
      expect(held.flat().sort()).toEqual(["db1", "db3"]);
      for (const [index, proof] of proofs.entries()) {
        const [holder] = held[index] ?? [];
        expect(proof.holderHostName.slice(0, 3)).toBe(holder);
        expect(proof.readServerUuid).toBe(
          await sql(holder === "db1" ? "db1" : "db3", "SELECT @@server_uuid"),
        );
      }
      const topology = await lab.awaitTopology(clusterId, "all three held and answered", (one) =>
        one.vips.every(
          ({ kernelHostIds, believedHostId, tone }) =>
            kernelHostIds.length === 1 && kernelHostIds[0] === believedHostId && tone === "ok",
        ),
      );
      expect(topology.vips.map(({ kind }) => kind)).toEqual(["write", "read", "read"]);
      const wanted = await lab.opened.database.vips.listByCluster(clusterId);
      const reads = { policy: "to_primary", maxLagSeconds: 5 };
      for (const { id: vipId } of wanted.filter(({ kind }) => kind === "read")) {
        const changed = await lab.perform("vip.change", clusterId, { vipId, change: { reads } });
        expect(told(changed)).toMatchObject({ state: "succeeded" });
      }
      expect(await lab.lab.observe.addressHolders(addresses[0] ?? "")).toEqual(held[0]);
      const vipId = wanted.find(({ address }) => address === addresses[0])?.id ?? "";
      const { id: preferredHostId, name } = lab.hostNamed(held[0]?.[0] === "db1" ? "db3" : "db1");
      const byHand = { vipId, change: { reads: { preferredHostId } } };
      const moved = await lab.perform("vip.change", clusterId, byHand);
      expect(told(moved)).toMatchObject({ state: "succeeded" });
      expect(VipProof.parse(moved.result).holderHostName).toBe(name);
      const { reads: rules } = await lab.opened.database.vips.get(vipId);
      expect(rules, "the rest of its rules stays").toEqual({ ...reads, preferredHostId });
      for (const { id: vipId } of wanted.filter(({ kind }) => kind === "read")) {
        const removed = await lab.perform("vip.remove", clusterId, { vipId });
        expect(told(removed)).toMatchObject({ state: "succeeded" });
      }
      for (const address of addresses) expect(await lab.lab.observe.addressHolders(address)).toEqual([]);
      await watch.stop();
      expect(watch.holders, "the write VIP stays").toEqual(["db2"]);
      expect(watch.intervals, "and was never away").toHaveLength(1);
    });

  test("another name of a host is told to every agent under the next epoch, and the VIP stays", async () => {
    const { epoch } = await lab.opened.database.clusters.get(clusterId);
    const holders = await lab.lab.observe.addressHolders(lab.vipAddress);
    const host = lab.hostNamed("db3");
    const name = `${host.name}-renamed`;
    await lab.opened.database.transact(systemActor("test"), (unit) =>
      unit.hosts.change(host.id, null, { name }),
    );
    const { signal } = new AbortController();
    const allHeard = async (): Promise<true | undefined> => {
      const statuses = await Promise.all(
        lab.hosts.map((one) => lab.agentOf(one).call("status", undefined, { signal })),
      );
      return statuses.every((status) => status.epoch === epoch + 1) ? true : undefined;
    };
    await waitFor("every agent has heard of it", allHeard, { timeoutMs: 60_000 });
    expect(await listKept("db1")).toContain(name);
    expect((await lab.opened.database.clusters.get(clusterId)).epoch).toBe(epoch + 1);
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(holders);
  });

  test("a refresh finds nothing to change, and leaves the VIP alone", async () => {
    const operation = await lab.perform("cluster.refresh", clusterId, {});
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db2"]);
  });

  test("removal leaves no address, no schema and no document behind, and no clients that are reset", async () => {
    const { id: vipId } = await wantedVip();
    expect(await observeGate("db2")).toContain(` ${lab.vipAddress} `);
    expect(await listKept("db2")).toContain(lab.vipAddress);
    const operation = await lab.perform("vip.remove", clusterId, { vipId });
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
    expect(await sql("db2", "SHOW DATABASES LIKE 'primacy'")).toBe("");
    expect(await lab.opened.database.vips.listByCluster(clusterId)).toEqual([]);
    // What is left to write down of a VIP that is no more, the watcher tells; clients are reset for a minute at most.
    for (const name of databaseNames) {
      const isForgotten = async (): Promise<true | undefined> =>
        !`${await listKept(name)} ${await observeGate(name)}`.includes(lab.vipAddress) || undefined;
      await waitFor(`${name} has nothing of it`, isForgotten, { timeoutMs: 60_000 });
    }
  });

  // In each run it is the end of management that meets such a group (cluster.lab).
  if (isLongRun)
    test("a VIP of a group that has no member left is removed, and what stays on its servers is said", async () => {
      const { id: vipId } = await lab.applyVip(clusterId);
      for (const name of ["db1", "db3", "db2"] as const) await sql(name, "STOP GROUP_REPLICATION");
      const operation = await lab.perform("vip.remove", clusterId, { vipId });
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      const dropped = operation.steps.find((step) => step.code === "schema.drop");
      expect(dropped).toMatchObject({ state: "skipped", detail: { code: "detail.accounts_left" } });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
      await lab.lab.resetGroup({ isLost: true });
    });

  test("the end of management takes the accounts, and leaves the group serving", async () => {
    const operation = await lab.perform("cluster.remove", clusterId, {});
    expect(told(operation)).toMatchObject({ state: "succeeded" });
    const primary = await waitFor(
      "the group's primary",
      async () => (await lab.lab.findPrimary()) ?? undefined,
      { timeoutMs: 60_000 },
    );
    await lab.proveWrite(primary);
    const users = "SELECT COUNT(*) FROM mysql.user WHERE user LIKE 'primacy%'";
    for (const name of databaseNames) await awaitSql(name, users, "0");
    expect(await lab.opened.database.clusters.find(clusterId)).toBeNull();
  });
});
