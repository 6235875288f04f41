import { Discovery, isRefusal, type Operation } from "@primacy/contract";
import { type MemberRecord, systemActor } from "@primacy/db";
import { isLongRun, joinRows, runRootSql, waitFor } from "@primacy/lab";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fromRecord } from "../cluster-record/member-draft";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";

let lab: LabCluster;
let clusterId = "";
const { signal } = new AbortController();

beforeAll(async () => {
  lab = await startLabCluster();
  clusterId = await lab.register();
});
afterAll(() => lab?.close());

async function memberOn(name: "db2"): Promise<MemberRecord | undefined> {
  const { members } = await lab.opened.database.clusters.get(clusterId);
  return members.find((member) => member.hostId === lab.hostNamed(name).id);
}

async function forgetMember(name: "db3"): Promise<void> {
  const host = lab.hostNamed(name);
  const { members, epoch } = await lab.opened.database.clusters.get(clusterId);
  const rest = members.filter((member) => member.hostId !== host.id).map(fromRecord);
  const changed = await lab.opened.database.transact(systemActor("test"), (unit) =>
    unit.clusters.setMembers(clusterId, rest),
  );
  if (isRefusal(changed)) throw new Error(changed.message.text);
  const account = `'primacy_agent'@'${lab.lab.host(name).address}'`;
  const primary = await lab.lab.findPrimary();
  if (primary !== null) await runRootSql(primary, `DROP USER ${account}`);
  const body = { clusterId, epoch: epoch + 10 };
  await lab.agentOf(host).call("forget", body, { signal, timeoutMs: 60_000 });
}

function epochsOfAgents(): Promise<readonly (number | null)[]> {
  return Promise.all(
    lab.hosts.map(async (host) => (await lab.agentOf(host).call("hello", undefined, { signal })).epoch),
  );
}

async function queryConsole(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: lab.opened.url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Lets db2's server use the certificates in these files, and only them. */
async function useCertificates(prefix: string): Promise<void> {
  const sql = ["ca", "cert", "key"].map((kind) => {
    const file = `${prefix}${kind === "ca" ? "ca" : `server-${kind}`}.pem`;
    return `SET GLOBAL ssl_${kind} = '${file}';`;
  });
  await runRootSql(lab.lab.host("db2"), `${sql.join(" ")} ALTER INSTANCE RELOAD TLS`);
}

/** What somebody who registers the group now is told of its members. */
async function problemsOnDiscovery(): Promise<readonly string[]> {
  const { user, password } = lab.lab.credentials.admin;
  const input = { address: lab.lab.host("db1").address, port: 3306, user };
  const found = await lab.perform("cluster.discover", null, input, { password });
  const { members } = Discovery.parse(found.result);
  return members.flatMap((member) => member.problems.map((problem) => problem.code));
}

/** What the log of an operation warns of. */
async function warningsOf({ id }: Operation): Promise<readonly string[]> {
  const { items } = await lab.opened.database.operations.listLog(id, { limit: 200, after: null });
  return items.filter((line) => line.level === "warning").map((line) => line.message.code);
}

const makeOtherCertificates = `cd /var/lib/mysql
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=other-ca -keyout other-ca-key.pem -out other-ca.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=other-server -keyout other-server-key.pem -out other.csr
openssl x509 -req -in other.csr -CA other-ca.pem -CAkey other-ca-key.pem -set_serial 1 -days 2 -out other-server-cert.pem
chown mysql other-*`;

describe("a registered group", () => {
  test("is spoken to only under the CAs that were read over SSH, and a refresh reads their files again", async () => {
    const refresh = async (): Promise<Operation> => {
      const operation = await lab.perform("cluster.refresh", clusterId, {});
      expect(told(operation)).toMatchObject({ state: "succeeded" });
      return operation;
    };
    const inFolder = (script: string): Promise<unknown> =>
      lab.lab.host("db2").exec(["sh", "-ec", `cd /var/lib/mysql && ${script}`]);
    const switchover = { memberId: (await memberOn("db2"))?.id };
    const before = (await memberOn("db2"))?.facts;
    expect(before).toMatchObject({ authorityPath: "/var/lib/mysql/ca.pem" });
    await lab.lab.host("db2").exec(["sh", "-ec", makeOtherCertificates]);
    await inFolder("cp -p ca.pem first-ca.pem");
    onTestFinished(async () => {
      await inFolder("cp -p first-ca.pem ca.pem");
      await useCertificates("");
    });
    await useCertificates("other-");
    const refused = await lab.perform("switchover.check", clusterId, switchover);
    expect(refused).toMatchObject({ state: "failed", problem: { code: "mysql_untrusted" } });
    expect(refused.problem?.message.text).toContain("refresh the cluster");
    // Whoever answers there names another file, but is not asked for it: it would get the password.
    const warnings = await warningsOf(await refresh());
    expect(warnings).toEqual(
      expect.arrayContaining(["trust.changed", "trust.kept", "failure.mysql_untrusted"]),
    );
    expect((await memberOn("db2"))?.facts).toEqual(before);
    await inFolder("cp -p other-ca.pem ca.pem");
    await refresh();
    const after = (await memberOn("db2"))?.facts;
    expect(after).toMatchObject({ authorityPath: "/var/lib/mysql/other-ca.pem" });
    expect(after?.authority).not.toBe(before?.authority);
    expect(told(await lab.perform("switchover.check", clusterId, switchover))).toMatchObject({
      state: "succeeded",
    });
    // A file that no longer holds the certificate's CA changes nothing: what is known still counts.
    await inFolder("cp -p first-ca.pem ca.pem && cp -p first-ca.pem other-ca.pem");
    await refresh();
    expect((await memberOn("db2"))?.facts).toEqual(after);
    expect(await problemsOnDiscovery()).toEqual(["trust.other_ca", "trust.kept"]);
    await useCertificates("");
    await refresh();
    expect((await memberOn("db2"))?.facts).toEqual(before);
  });

  test("gains a member that joined, which takes the VIP only after all know it, and nobody lets go meanwhile", async () => {
    await forgetMember("db3");
    const refused = await lab.perform("vip.apply", clusterId, lab.vipRequest());
    expect(refused).toMatchObject({ state: "failed", problem: { code: "checks_failed" } });
    expect(JSON.stringify(refused.problem)).toContain("members_registered");
    const onDb3 = async (text: string): Promise<string> =>
      joinRows(await runRootSql(lab.lab.host("db3"), text));
    await onDb3("STOP GROUP_REPLICATION");
    expect(told(await lab.perform("vip.apply", clusterId, lab.vipRequest()))).toMatchObject({
      state: "succeeded",
    });
    await onDb3("START GROUP_REPLICATION");
    const own =
      "SELECT MEMBER_STATE FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid";
    await waitFor("db3 is back in the group", async () => (await onDb3(own)) === "ONLINE" || undefined, {
      timeoutMs: 60_000,
    });
    const onDb1 = async (text: string): Promise<string> =>
      joinRows(await runRootSql(lab.lab.host("db1"), text));
    const account = `'primacy_agent'@'${lab.lab.host("db3").address}'`;
    await onDb1(`DROP USER IF EXISTS ${account}`);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const refreshed = await lab.perform("cluster.refresh", clusterId, {});
    expect(told(refreshed)).toMatchObject({ state: "succeeded" });
    const grants = await onDb1(`SHOW GRANTS FOR ${account}`);
    expect(grants).toContain("ON `primacy`.`probe`");
    expect(grants).toContain("error_log");
    const { members } = await lab.opened.database.clusters.get(clusterId);
    const joined = members.find((member) => member.hostId === lab.hostNamed("db3").id);
    expect(joined).toBeDefined();
    await lab.awaitTopology(clusterId, "db3 stands by", (one) =>
      one.vips.some((vip) =>
        vip.agents.some(
          (agent) =>
            agent.hostId === lab.hostNamed("db3").id &&
            agent.state === "STANDBY" &&
            !agent.reasons.some((reason) => reason.code === "reason.joining"),
        ),
      ),
    );
    await watch.stop();
    expect(watch.intervals.map((one) => [one.host, one.toMs])).toEqual([["db1", null]]);
    const moved = await lab.perform("switchover", clusterId, { memberId: joined?.id });
    expect(told(moved)).toMatchObject({ state: "succeeded" });
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
  });

  if (isLongRun)
    test("keeps the VIP that a restored console does not know of, says so, and takes it over when it is asked for", async () => {
      await queryConsole(`DELETE FROM vip; UPDATE cluster SET epoch = 2 WHERE id = '${clusterId}'`);
      await lab.opened.database.transact(systemActor("test"), (unit) => unit.clusters.raiseEpoch(clusterId));
      const told_ = await lab.awaitTopology(clusterId, "the unknown VIP is named", (one) =>
        one.problems.some((problem) => problem.code === "topology.newer_agents"),
      );
      expect(told_.problems.map((problem) => problem.text).join()).toContain(lab.vipAddress);
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
      const taken = await lab.perform("vip.apply", clusterId, lab.vipRequest());
      expect(told(taken)).toMatchObject({ state: "succeeded" });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
      await lab.proveWrite();
    });

  if (isLongRun)
    test("lets no agent forget a host that a restored console does not know, until the members are discovered again", async () => {
      const unknown = lab.hostNamed("db1");
      const before = await epochsOfAgents();
      await queryConsole(
        `DELETE FROM member WHERE host_id = '${unknown.id}'; UPDATE cluster SET epoch = 1 WHERE id = '${clusterId}'`,
      );
      await lab.opened.database.transact(systemActor("test"), (unit) => unit.clusters.raiseEpoch(clusterId));
      const picture = await lab.awaitTopology(clusterId, "the unknown host is named", (one) =>
        one.problems.some((problem) => problem.code === "topology.unknown_peers"),
      );
      expect(picture.problems.map((problem) => problem.text).join()).toContain(unknown.id);
      const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
      const refused = await lab.perform("vip.remove", clusterId, { vipId: vip?.id });
      expect(refused).toMatchObject({
        state: "failed",
        problem: { code: "conflict", errors: [{ code: "unknown_peers" }] },
      });
      expect(refused.problem?.errors[0]?.message.text).toContain(unknown.name);
      expect(await epochsOfAgents()).toEqual(before);
      expect(told(await lab.perform("cluster.refresh", clusterId, {}))).toMatchObject({ state: "succeeded" });
      await lab.awaitTopology(clusterId, "all well", (one) => one.tone === "ok" && one.hosts.length === 3);
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
    });

  if (isLongRun)
    test("takes in a member that was built anew, and its host can take the VIP", async () => {
      await lab.lab.fault.stopMysql("db1");
      await lab.lab.host("db1").exec(["rm", "/var/lib/mysql/auto.cnf"]);
      await lab.lab.fault.startMysql("db1");
      await lab.lab.resetGroup({ primary: "db3" });
      const host = lab.hostNamed("db1");
      const uuidOf = async (): Promise<string | undefined> =>
        (await lab.opened.database.clusters.get(clusterId)).members.find((one) => one.hostId === host.id)
          ?.serverUuid;
      const before = await uuidOf();
      expect(told(await lab.perform("cluster.refresh", clusterId, {}))).toMatchObject({ state: "succeeded" });
      const { members } = await lab.opened.database.clusters.get(clusterId);
      expect(members).toHaveLength(3);
      expect(await uuidOf()).not.toBe(before);
      const rebuilt = members.find((member) => member.hostId === host.id);
      for (const [memberId, name] of [
        [rebuilt?.id, "db1"],
        [members.find((one) => one.hostId === lab.hostNamed("db3").id)?.id, "db3"],
      ] as const) {
        expect(told(await lab.perform("switchover", clusterId, { memberId }))).toMatchObject({
          state: "succeeded",
        });
        expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([name]);
        await lab.proveWrite();
      }
    });

  test("is brought up to date on a host that was renamed, without anybody letting go", async () => {
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    const host = lab.hostNamed("db2");
    const renamed = await lab.opened.database.transact(systemActor("test"), (unit) =>
      unit.hosts.change(host.id, null, { name: `${host.name}-new` }),
    );
    expect(isRefusal(renamed)).toBe(false);
    await waitFor(
      "all agents at the new epoch",
      async () => {
        const { epoch } = await lab.opened.database.clusters.get(clusterId);
        return (await epochsOfAgents()).every((one) => one === epoch) ? true : undefined;
      },
      { timeoutMs: 60_000 },
    );
    await watch.stop();
    expect(watch.intervals.map((one) => [one.host, one.toMs])).toEqual([["db3", null]]);
  });

  test("tells an agent that lost its document again, as it tells one that was installed late", async () => {
    const host = lab.hostNamed("db1");
    const client = lab.agentOf(host);
    const { epoch } = await client.call("hello", undefined, { signal });
    await client.call("forget", { clusterId, epoch: epoch ?? 0 }, { signal, timeoutMs: 60_000 });
    await lab.awaitTopology(clusterId, "db1 stands by again", (one) =>
      one.vips.some((vip) =>
        vip.agents.some((agent) => agent.hostId === host.id && agent.state === "STANDBY"),
      ),
    );
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual(["db3"]);
  });

  if (isLongRun)
    test("whose servers all listen on another port is found there over SSH, and its VIP's port can follow", async () => {
      // As after a move from 3999 to 3306: console and agents know the port that nobody listens on any more.
      await queryConsole("UPDATE member SET port = 3999; UPDATE vip SET port = 3999");
      await lab.opened.database.transact(systemActor("test"), (unit) => unit.clusters.raiseEpoch(clusterId));
      const [vip] = await lab.opened.database.vips.listByCluster(clusterId);
      const change = { vipId: vip?.id, change: { port: 3306 } };
      expect(told(await lab.perform("cluster.refresh", clusterId, {}))).toMatchObject({ state: "succeeded" });
      const { members } = await lab.opened.database.clusters.get(clusterId);
      expect(members.map(({ port }) => port)).toEqual([3306, 3306, 3306]);
      expect(told(await lab.perform("vip.change", clusterId, change))).toMatchObject({ state: "succeeded" });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toHaveLength(1);
    });

  if (isLongRun)
    test("whose servers are all gone or strangers can still be removed, and what stays behind is named", async () => {
      // The last of them does not prove who it is any more.
      await lab.lab.host("db2").exec(["sh", "-ec", makeOtherCertificates]);
      await useCertificates("other-");
      for (const name of ["db1", "db3"] as const) await lab.lab.fault.killMysql(name, { restart: false });
      const removed = await lab.perform("cluster.remove", clusterId, {});
      expect(told(removed)).toMatchObject({ state: "succeeded" });
      const dropped = removed.steps.find((step) => step.code === "account.drop");
      expect(dropped).toMatchObject({ state: "skipped", detail: { code: "detail.accounts_left" } });
      expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
      expect(await lab.opened.database.clusters.find(clusterId)).toBeNull();
      await lab.lab.fault.killMysql("db2", { restart: false });
      await lab.lab.resetGroup({ isLost: true });
    });

  if (isLongRun)
    test("is registered again over what the last time left behind", async () => {
      clusterId = await lab.register("again");
      await lab.awaitTopology(clusterId, "all well", (one) => one.tone === "ok");
    });

  if (isLongRun)
    test("takes with it at its end what an earlier time left behind", async () => {
      const count = async (text: string): Promise<string> =>
        joinRows(await runRootSql(lab.lab.host("db1"), text));
      const schemas = "SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'primacy'";
      expect(await count(schemas)).toBe("1");
      expect(told(await lab.perform("cluster.remove", clusterId, {}))).toMatchObject({ state: "succeeded" });
      expect(await count(schemas)).toBe("0");
      expect(await count("SELECT COUNT(*) FROM mysql.user WHERE user LIKE 'primacy%'")).toBe("0");
    });
});
