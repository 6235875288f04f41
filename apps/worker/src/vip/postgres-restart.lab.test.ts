import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isFinished, isRefusal, type Operation } from "@primacy/contract";
import { findLongestGap } from "@primacy/core/drill";
import { createDatabase, parseMasterKey } from "@primacy/db";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@primacy/db/embedded";
import { migrate } from "@primacy/db/migrate";
import { TEST_MASTER_KEY, type TestDatabase } from "@primacy/db/testing";
import { isLongRun, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LabCluster, startLabCluster } from "../testing/lab-cluster";

let root: string;
let server: EmbeddedPostgres;
let lab: LabCluster;
let clusterId: string;

// A server of its own, because this test kills it.
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "primacy-restart-"));
  await chmod(root, 0o755);
  server = await startEmbeddedPostgres({ directory: path.join(root, "postgres") });
  await migrate({ url: server.url });
  lab = await startLabCluster(undefined, { opened: openDatabase(server.url) });
  clusterId = await lab.register();
});
afterAll(async () => {
  await lab?.close();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

function openDatabase(url: string): TestDatabase {
  const open = () => createDatabase({ url, masterKey: parseMasterKey(TEST_MASTER_KEY) });
  const opened = [open()];
  const openAnother: TestDatabase["openAnother"] = () => {
    const another = open();
    opened.push(another);
    return another;
  };
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()));
  };
  const [database = open()] = opened;
  return { url, database, openAnother, close };
}

async function restartPostgres(during: () => Promise<void> = async () => undefined): Promise<void> {
  process.kill(server.pid, "SIGKILL");
  await during();
  server = await startEmbeddedPostgres({ directory: path.join(root, "postgres") });
}

/** Readers that never rest, as browsers and programs are; their errors while the server is away are part of it. */
function startReaders(): { stop(): Promise<number> } {
  const { topologies, operations } = lab.opened.database;
  let isStopping = false;
  let answers = 0;
  const read = async (): Promise<void> => {
    while (!isStopping) {
      const asked = [topologies.find(clusterId), operations.list({ clusterId }, { after: null, limit: 20 })];
      for (const { status } of await Promise.allSettled(asked)) answers += status === "fulfilled" ? 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const running = [read(), read(), read(), read()];
  return {
    async stop() {
      isStopping = true;
      await Promise.all(running);
      return answers;
    },
  };
}

describe("PostgreSQL killed and started again under load", () => {
  test("in the middle of an apply: it is carried to its end, and the group serves all the time", async () => {
    const primary = await waitFor("a primary", async () => (await lab.lab.findPrimary()) ?? undefined, {
      timeoutMs: 60_000,
    });
    const writer = await lab.lab.client.writes({ address: primary.address, intervalMs: 20 });
    const readers = startReaders();
    const asked = await lab.request("vip.apply", clusterId, lab.vipRequest());
    if (isRefusal(asked)) throw new Error(asked.message.text);
    const look = (): Promise<Operation | null> =>
      lab.opened.database.operations.get(asked.id).catch(() => null);
    await waitFor(
      "the hosts to be told",
      async () => {
        const steps = (await look())?.steps ?? [];
        return steps.some(({ code, state }) => code === "document.join" && state !== "pending") || undefined;
      },
      { timeoutMs: 60_000, intervalMs: 5 },
    );
    expect((await look())?.finishedAt).toBeNull();
    await restartPostgres();
    const ended = await waitFor(
      "the apply to end",
      async () => {
        const operation = await look();
        return operation !== null && isFinished(operation.state) ? operation : undefined;
      },
      { timeoutMs: 180_000 },
    );
    expect(ended.state).toBe("succeeded");
    expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([primary.name]);
    await lab.proveWrite();
    expect(await readers.stop()).toBeGreaterThan(0);
    await writer.stop();
    expect(writer.listCut()).toEqual([]);
    // The client's own pace is in it.
    if (isLongRun) expect(writer.findLongestSilenceMs(), "and served").toBeLessThan(10_000);
    expect(await lab.lab.client.findLostWrites(writer)).toEqual([]);
  });

  if (isLongRun)
    test("in the middle of a benchmark: the run goes on, and no second of it is lost", async () => {
      const client = lab.lab.host("app1");
      const privateKey = await readFile(lab.lab.sshKeyPath, "utf8");
      const loadHost = await lab.addHost(client, { user: "root", credential: { kind: "key", privateKey } });
      expect(await lab.run("agent.install", loadHost, { hostOperator: true })).toMatchObject({
        state: "succeeded",
      });
      const { user, password } = lab.lab.credentials.admin;
      const primary = await lab.lab.findPrimary();
      const { members } = await lab.opened.database.clusters.get(clusterId);
      const memberId = members.find(({ address }) => address === primary?.address)?.id ?? "";
      const asked = await lab.request(
        "benchmark",
        clusterId,
        {
          ...{ name: "Restarted", loadHostId: loadHost.id, user, threads: [2], blocks: 1, seed: 1 },
          ...{
            runSeconds: 12,
            warmupSeconds: 0,
            workload: { tool: "sysbench", tables: 1, tableSize: 1_000 },
          },
          arms: [{ name: "Direct", endpoints: [{ kind: "member", memberId }] }],
        },
        { password },
      );
      if (isRefusal(asked)) throw new Error(asked.message.text);
      const { benchmarks } = lab.opened.database;
      const readSeconds = async (): Promise<readonly number[]> => {
        const [series] = await benchmarks.listSeries(asked.id, { block: 0, threads: 2 });
        return series?.points.map(({ second }) => second) ?? [];
      };
      await waitFor("seconds of the run", async () => ((await readSeconds()).length > 2 ? true : undefined), {
        timeoutMs: 60_000,
      });
      await restartPostgres();
      const ended = await waitFor(
        "the benchmark to end",
        async () => {
          const operation = await lab.opened.database.operations.get(asked.id).catch(() => null);
          return operation !== null && isFinished(operation.state) ? operation : undefined;
        },
        { timeoutMs: 180_000 },
      );
      expect(ended.state).toBe("succeeded");
      expect(await benchmarks.find(asked.id)).toMatchObject({ runs: [{ state: "done" }] });
      expect(await readSeconds()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect(await lab.run("agent.remove", loadHost)).toMatchObject({ state: "succeeded" });
    });

  if (isLongRun)
    test("while the group gets another primary: the address follows without it, and the picture is true again after it", async () => {
      const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
      const writer = await lab.lab.client.writes({ address: lab.vipAddress, intervalMs: 20 });
      const readers = startReaders();
      await restartPostgres(async () => {
        const connection = await lab.lab.mysql("db2");
        await connection.query("SELECT group_replication_set_as_primary(@@server_uuid)");
        await connection.end();
        await watch.waitForHolders(["db2"], { timeoutMs: 60_000 });
      });
      const db2 = lab.hostNamed("db2");
      await lab.awaitTopology(
        clusterId,
        "db2 as holder",
        ({ vips }) => vips[0]?.kernelHostIds.join() === db2.id,
      );
      expect(await readers.stop()).toBeGreaterThan(0);
      await Promise.all([writer.stop(), watch.stop()]);
      expect(watch.overlaps).toEqual([]);
      expect(findLongestGap(writer.attempts)?.toServer).not.toBeNull();
      await lab.proveWrite();
      expect(await lab.lab.client.findLostWrites(writer)).toEqual([]);
    });
});
