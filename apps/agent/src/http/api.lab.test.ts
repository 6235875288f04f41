import { randomUUID } from "node:crypto";
import { request } from "node:https";
import { createInterface } from "node:readline";
import { formatMessage } from "@primacy/contract";
import {
  AgentRefusal,
  type AgentStatus,
  HostObservation,
  installLayout,
  LoadTools,
  StreamFrame,
} from "@primacy/contract/agent";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findVipManagers } from "../checks/find-vip-managers";
import { type AgentCluster, installAgentCluster } from "../testing/agent-cluster";
import { useAgentLab } from "../testing/agent-lab";
import { InstalledAgent } from "../testing/installed-agent";
import { createTestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const getLab = useAgentLab();

const keepalivedFile = "/etc/keepalived/keepalived.conf";
const keepalivedConfig = (address: string): string => `vrrp_instance other {
    state BACKUP
    interface eth0
    virtual_router_id 77
    priority 100
    advert_int 1
    virtual_ipaddress {
        ${address}/24 dev eth0
    }
}
`;

describe("the agent's API", () => {
  let cluster: AgentCluster;
  let agent: InstalledAgent;
  let peer: InstalledAgent;

  beforeAll(async () => {
    cluster = await installAgentCluster(getLab());
    const [first, second] = cluster.agents;
    if (first === undefined || second === undefined) {
      throw new Error("agents expected");
    }
    agent = first;
    peer = second;
  });
  afterAll(async () => {
    await cluster.remove();
  });

  const refusalOf = (body: unknown): AgentRefusal => AgentRefusal.parse(body);

  test("an agent without configuration answers, holds nothing, and says so; its host has no Node", async () => {
    expect((await agent.host.tryExec(["sh", "-c", "command -v node"])).exitCode).not.toBe(0);
    const { status, body } = await agent.call("GET", "/hello");
    expect([status, body]).toMatchObject([
      200,
      { protocol: 2, hostId: agent.hostId, clusterId: null, epoch: null },
    ]);
    const seen = await agent.getStatus();
    expect(seen.vips).toEqual([]);
    expect(seen.mysql.reach).toBe("unconfigured");
    expect(seen.warnings).toEqual([]);
    expect(seen.hasRstGate).toBe(true);
  });

  test("it comes before whatever fills the machine, also where the kernel shares that out by session", async () => {
    const pid = (await agent.host.exec(["cat", "/run/primacy-agent/agent.pid"])).stdout.trim();
    const { stdout } = await agent.host.exec(["cut", "-d", " ", "-f", "6,19", `/proc/${pid}/stat`]);
    const [session, nice] = stdout.trim().split(" ");
    expect([session === pid, nice]).toEqual([false, "-10"]);
    const group = await agent.host.tryExec(["cat", `/proc/${pid}/autogroup`]);
    if (group.exitCode === 0) expect(group.stdout).toMatch(/ nice -10$/m);
  });

  test("what listens on the network has no privilege and can get none, and what has one has two alone", async () => {
    const read = async (of: "agent" | "hands"): Promise<string> =>
      (await agent.host.exec(["cat", `/proc/${await agent.getPid(of)}/status`])).stdout;
    const deciding = await read("agent");
    expect(deciding).toMatch(/^Uid:\t([1-9]\d*)\t\1\t\1\t\1$/m);
    expect(deciding).toMatch(/^Groups:\t\s*$/m);
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"]) {
      expect(deciding).toContain(`${set}:\t0000000000000000`);
    }
    expect(deciding).toContain("NoNewPrivs:\t1");
    const acting = await read("hands");
    expect(acting).toMatch(/^Uid:\t0\t/m);
    for (const set of ["CapPrm", "CapEff", "CapBnd"]) {
      expect(acting).toContain(`${set}:\t0000000000003000`);
    }
  });

  test("the user of what listens may write nothing that root reads, writes or starts", async () => {
    const { agentUser, programFolder, configFolder, stateFolder, runFolder } = installLayout;
    const script = `find ${programFolder} ${configFolder} ${stateFolder} ${runFolder} |
      while read -r one; do
        if setpriv --reuid=${agentUser} --regid=${agentUser} --clear-groups test -w "$one" && [ ! -L "$one" ]; then echo "$one"; fi
      done`;
    const { stdout } = await agent.host.exec(["sh", "-c", script]);
    const own = [installLayout.agentFolder, installLayout.controlSocket.replace(/\/[^/]+$/, "")];
    const others = stdout
      .split("\n")
      .filter((one) => one !== "" && !own.some((folder) => one === folder || one.startsWith(`${folder}/`)));
    // The socket between the two is there to be written to.
    expect(others).toEqual([expect.stringMatching(/^\/run\/primacy-agent\/hands\/hands\.\d+\.\d+\.sock$/)]);
  });

  test("nobody without a certificate of the console's CA gets as far as a request", async () => {
    await expect(agent.call("GET", "/hello", undefined, null)).rejects.toThrow();
    const other = await createTestAuthority();
    const stranger = await other.issue({ kind: "console", consoleId: cluster.authority.consoleId });
    await expect(agent.call("GET", "/hello", undefined, stranger)).rejects.toThrow();
  });

  test("another console's certificate, and a role that may not, are refused", async () => {
    const elsewhere = await cluster.authority.issue({ kind: "console", consoleId: randomUUID() });
    expect(refusalOf((await agent.call("GET", "/hello", undefined, elsewhere)).body).code).toBe("wrong_role");
    const host = await cluster.authority.issue({
      kind: "host",
      consoleId: cluster.authority.consoleId,
      hostId: randomUUID(),
    });
    expect((await agent.call("GET", "/hello", undefined, host)).status).toBe(200);
    for (const [method, path] of [
      ["GET", "/v2/status"],
      ["GET", "/v2/stream"],
      ["PUT", "/v2/document"],
      ["POST", "/v2/forget"],
    ] as const) {
      expect(refusalOf((await agent.call(method, path, undefined, host)).body).code).toBe("wrong_role");
    }
    expect(refusalOf((await agent.call("POST", "/v2/peer/release", {})).body).code).toBe("wrong_role");
  });

  test("a certificate for metrics reads metrics and nothing else", async () => {
    const { consoleId } = cluster.authority;
    const reader = await cluster.authority.issue({ kind: "metrics", consoleId });
    const metrics = await agent.call("GET", "/metrics", undefined, reader);
    expect([metrics.status, String(metrics.body)]).toMatchObject([
      200,
      expect.stringContaining("primacy_agent"),
    ]);
    for (const [method, path] of [
      ["GET", "/hello"],
      ["GET", "/healthz"],
      ["GET", "/v2/status"],
      ["GET", "/v2/stream"],
      ["PUT", "/v2/document"],
      ["POST", "/v2/peer/release"],
      ["POST", "/metrics"],
    ] as const) {
      expect(refusalOf((await agent.call(method, path, {}, reader)).body).code).toBe("wrong_role");
    }
    const elsewhere = await cluster.authority.issue({ kind: "metrics", consoleId: randomUUID() });
    expect((await agent.call("GET", "/metrics", undefined, elsewhere)).status).toBe(403);
  });

  test("bad bodies are refused with every reason, unknown paths as another protocol's", async () => {
    const bad = await agent.call("PUT", "/v2/document", { protocol: 2, epoch: -1 });
    expect(bad.status).toBe(400);
    const { details } = refusalOf(bad.body);
    expect(details.length).toBeGreaterThan(5);
    for (const detail of details) expect(formatMessage(detail, "zh")).not.toMatch(/[a-z]{2,} [a-z]{2,}/);
    expect((await agent.call("GET", "/v1/status")).status).toBe(404);
  });

  test("a document for another host, or with a configuration that cannot work, changes nothing", async () => {
    const document = await cluster.planDocument(agent, 1);
    const unsafe = { ...document, timings: { ...document.timings, releaseAfterMs: 5000 } };
    for (const [wrong, reason] of [
      [{ ...document, hostId: peer.hostId }, "refusal.other_host"],
      [unsafe, "refusal.field /timings/releaseAfterMs"],
    ] as const) {
      const { status, body } = await agent.call("PUT", "/v2/document", wrong);
      expect(status).toBe(400);
      const told = refusalOf(body).details.map(({ code, params }) => `${code} ${params.path ?? ""}`.trim());
      expect(told).toContain(reason);
    }
    expect((await agent.getStatus()).epoch).toBeNull();
  });

  test("documents: a lower epoch and another cluster are refused, a repetition is not, and a restart forgets nothing", async () => {
    await cluster.configure();
    await cluster.configure();
    const held = await cluster.planDocument(agent, 2);
    expect((await agent.call("PUT", "/v2/document", held)).status).toBe(200);
    const lower = await agent.call("PUT", "/v2/document", await cluster.planDocument(agent, 1));
    expect([lower.status, refusalOf(lower.body)]).toMatchObject([409, { code: "epoch_too_low", epoch: 2 }]);
    const changed = { ...held, clusterName: "renamed" };
    expect(refusalOf((await agent.call("PUT", "/v2/document", changed)).body).code).toBe("epoch_too_low");
    const foreign = { ...held, clusterId: randomUUID(), epoch: 3 };
    expect(refusalOf((await agent.call("PUT", "/v2/document", foreign)).body).code).toBe("wrong_cluster");
    const hashes = await Promise.all(cluster.agents.map(async (one) => (await one.getStatus()).documentHash));
    expect(new Set(hashes).size).toBe(1);
    await agent.stop();
    await agent.start();
    expect(await agent.getStatus()).toMatchObject({
      epoch: 2,
      clusterId: cluster.clusterId,
      documentHash: hashes[0],
    });
  });

  test("release requests: only from a configured peer, and a flood of them drops nothing", async () => {
    const holder = await cluster.getHolder();
    const other = cluster.agents.find((one) => one !== holder) ?? peer;
    const asHost = (hostId: string) =>
      cluster.authority.issue({ kind: "host", consoleId: cluster.authority.consoleId, hostId });
    const body = {
      clusterId: cluster.clusterId,
      vipId: cluster.vip.vipId,
      fromHostId: other.hostId,
      epoch: (await holder.getStatus()).epoch,
      documentHash: "",
      nonce: "0123456789abcdef:1",
      viewId: "none",
      evidenceAgeMs: 1,
      proofWaitMs: 3808,
    };
    const strange = await holder.call("POST", "/v2/peer/release", body, await asHost(randomUUID()));
    expect(refusalOf(strange.body).code).toBe("not_a_peer");
    const pair = await asHost(other.hostId);
    const ask = (count: number) =>
      holder.call("POST", "/v2/peer/release", { ...body, nonce: `0123456789abcdef:${count}` }, pair);
    // A busy machine may need seconds for them, and so many a second are no flood.
    const answers = await waitFor("a flood", 120_000, async () => {
      const some = await Promise.all(Array.from({ length: 40 }, (_, count) => ask(count)));
      return some.some(({ status }) => status === 429) ? some : null;
    });
    expect(answers.some(({ body: answer }) => JSON.stringify(answer).includes("still-primary"))).toBe(true);
    expect(answers.some(({ body: answer }) => JSON.stringify(answer).includes('"released"'))).toBe(false);
    expect(await holder.holds(getLab().vip)).toBe(true);
    // It named another document under the same epoch, and the holder says so.
    expect((await holder.getStatus()).warnings.map((one) => one.code)).toContain("reason.document_differs");
  });

  test("the stream gives the status at once, each second, and soon after a change", async () => {
    const holder = await cluster.getHolder();
    const frames: { status: AgentStatus; atMs: number }[] = [];
    const sent = request({
      host: holder.host.address,
      port: 7433,
      path: "/v2/stream",
      ca: cluster.authority.caPem,
      key: cluster.console.keyPem,
      cert: cluster.console.certificatePem,
      servername: "",
      checkServerIdentity: () => undefined,
      agent: false,
    });
    sent.on("error", () => undefined);
    sent.on("response", (response) => {
      const lines = createInterface({ input: response });
      lines.on("error", () => undefined);
      lines.on("line", (line) => {
        frames.push({ status: StreamFrame.parse(JSON.parse(line)).status, atMs: monotonicMs() });
      });
    });
    sent.end();
    await waitFor("frames", 60_000, () => frames.length >= 3);
    const next = cluster.agents.find((one) => one !== holder) ?? peer;
    await getLab().switchTo(next.host);
    // The kernel may tell of the address before the act that removed it has ended.
    await waitFor("the release on the stream", 60_000, () =>
      frames.some(
        ({ status: { vips } }) =>
          vips[0]?.isBound === false && vips[0].transitions.some(({ from }) => from === "RELEASING"),
      ),
    );
    sent.destroy();
  });

  test("observing a host finds its interface, its tools, its server's settings and who answers", async () => {
    const { body } = await agent.call("POST", "/v2/observe", {
      addresses: [peer.host.address, getLab().vip.replace(/100$/, "101")],
      nic: null,
    });
    const seen = HostObservation.parse(body);
    expect(seen.detectedNic).toBe("eth0");
    expect(seen.arp.map(({ isAsked, macs }) => [isAsked, macs])).toEqual([
      [true, [peer.host.mac]],
      [true, []],
    ]);
    expect(seen.capabilities).toEqual({ hasNetAdmin: true, hasNetRaw: true });
    expect(seen.tools).toEqual({ ip: true, ss: true, nft: true, arping: true, hasNetlink: true });
    expect(seen.variables).toMatchObject({
      report_host: agent.host.address,
      "super_read_only@configured": "ON",
      group_replication_member_expel_timeout: expect.stringMatching(/^\d+$/),
      max_connections: expect.stringMatching(/^\d+$/),
      "threads_connected@status": expect.stringMatching(/^\d+$/),
    });
    expect(Object.keys(seen.variables).filter((name) => name.includes("password"))).toEqual([]);
    expect(seen.managers).toEqual([]);
    // This one was put there by hand.
    expect(seen.details.bootStart).toMatchObject({ manager: "init", isEnabled: false });
    expect(seen.sysctls).toMatchObject({
      "net.ipv4.conf.eth0.arp_ignore": "0",
      "net.ipv4.ip_local_port_range": expect.stringMatching(/^\d+\s\d+$/),
      "net.ipv4.ip_local_reserved_ports": "33060-33062",
    });
  });

  test("with which tools load can be made is told by a database's host and by the load host", async () => {
    const toolsOf = async (one: InstalledAgent): Promise<LoadTools> =>
      LoadTools.parse((await one.call("GET", "/v2/load-tools")).body);
    const mysqlslap = { tool: "mysqlslap", path: "/usr/bin/mysqlslap", said: null, isTrusted: true };
    expect(await toolsOf(agent)).toEqual({
      tools: [
        { tool: "sysbench", path: null, version: null, said: null, isTrusted: true },
        { ...mysqlslap, version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
        { tool: "go-tpc", path: null, version: null, said: null, isTrusted: true },
      ],
      scripts: [],
    });
    const { authority, console } = cluster;
    const loading = new InstalledAgent(getLab().lab.host("app1"), randomUUID(), authority, console);
    try {
      await loading.install();
      const { tools, scripts } = await toolsOf(loading);
      expect(tools.slice(0, 2)).toEqual([
        { tool: "sysbench", path: "/usr/bin/sysbench", version: "1.0.20", said: null, isTrusted: true },
        { ...mysqlslap, version: expect.stringMatching(/^\d+\.\d+\.\d+-MariaDB$/) },
      ]);
      expect(scripts).toEqual(expect.arrayContaining(["oltp_read_only", "oltp_read_write"]));
      expect(scripts).not.toContain("oltp_common");
    } finally {
      await loading.remove();
    }
  });

  test("another program that moves addresses is found where it runs, with its addresses", async () => {
    const { lab, vip } = getLab();
    const px1 = lab.host("px1");
    const address = vip.replace(/100$/, "200");
    const service = (act: "start" | "stop") =>
      px1.exec(["service", "keepalived", act], { timeoutMs: 60_000 });
    // A lab with proxies has one there.
    const isOurs = !lab.state.parts.includes("haproxy");
    if (isOurs) {
      await px1.writeFile(keepalivedFile, keepalivedConfig(address));
      await service("start");
    }
    try {
      const pid = await px1.findInitPid();
      expect(await findVipManagers({}, `/proc/${pid}/root`)).toEqual([
        {
          kind: "keepalived",
          isRunning: true,
          addresses: [address],
          evidence: expect.stringMatching(/^pid \d+.*, \/etc\/keepalived\/keepalived\.conf$/),
        },
      ]);
    } finally {
      if (isOurs) {
        await service("stop");
        await px1.exec(["rm", keepalivedFile]);
      }
    }
  });

  test("a certificate is renewed without a restart, and one for another host is refused", async () => {
    const { body } = await agent.call("POST", "/v2/certificate/request", {});
    const csrPem = typeof body === "object" && body !== null && "csrPem" in body ? String(body.csrPem) : "";
    const wrong = await cluster.authority.sign(csrPem, randomUUID());
    const caPem = cluster.authority.caPem;
    const refused = await agent.call("PUT", "/v2/certificate", { certificatePem: wrong, caPem });
    expect(refusalOf(refused.body).code).toBe("bad_request");
    const before = (await agent.getStatus()).certificateExpiresAt;
    const certificatePem = await cluster.authority.sign(csrPem, agent.hostId, 3 * 86_400_000);
    expect((await agent.call("PUT", "/v2/certificate", { certificatePem, caPem })).status).toBe(200);
    expect((await agent.getStatus()).certificateExpiresAt).not.toBe(before);
    await waitFor("peers still speak", 60_000, async () =>
      (await agent.getStatus()).peers.every(({ isAgentAnswering }) => isAgentAnswering === true),
    );
  });

  test("health and figures are there for any certificate of the console's", async () => {
    expect(await agent.call("GET", "/healthz")).toEqual({ status: 200, body: { status: "ok" } });
    const { body } = await agent.call("GET", "/metrics");
    expect(String(body)).toMatch(/^primacy_vip_bound\{address="[0-9.]+"\} [01]$/m);
    expect(String(body)).toContain(`primacy_agent_epoch{cluster="${cluster.clusterId}"} 2\n`);
  });

  test("a host that the others no longer name takes nothing from them, however long it waits", async () => {
    const holder = await cluster.getHolder();
    const dropped = cluster.agents.find((one) => one !== holder) ?? peer;
    const others = cluster.agents.filter((one) => one !== dropped);
    const epoch = cluster.takeEpoch();
    for (const other of others) {
      const document = await cluster.planDocument(other, epoch);
      const peers = document.peers.filter(({ hostId }) => hostId !== dropped.hostId);
      expect((await other.call("PUT", "/v2/document", { ...document, peers })).status).toBe(200);
    }
    await getLab().switchTo(dropped.host);
    const explain = async (): Promise<string> => (await dropped.getWhy())[0]?.reasons.join(" ") ?? "";
    await waitFor("its reason", 60_000, async () =>
      (await explain()).includes("does not know that this host may hold"),
    );
    // The reason may be there a look before the old holder has seen that it is primary no more.
    await waitFor("nobody holds", 60_000, async () => (await cluster.listHolders()).length === 0);
    // Longer than the proof wait, by which it would have taken the address from those who do not answer.
    const startedMs = monotonicMs();
    await waitFor("the end of two proof waits", 60_000, async () => {
      expect(await cluster.listHolders()).toEqual([]);
      return monotonicMs() - startedMs > 8_000;
    });
    await cluster.configure();
    expect((await cluster.getHolder()).host.name).toBe(dropped.host.name);
  });

  test("a host that joins answers its peers but takes nothing until it may", async () => {
    const holder = await cluster.getHolder();
    await cluster.configure({ mayAcquire: false });
    await waitFor("nobody holds", 60_000, async () => (await cluster.listHolders()).length === 0);
    await waitFor("its reason", 60_000, async () =>
      (await holder.getWhy())[0]?.reasons.join(" ").includes("joining"),
    );
    await cluster.configure();
    expect((await cluster.getHolder()).host.name).toBe(holder.host.name);
  });

  test("a VIP that moves to another address is let go before the new one is taken", async () => {
    const holder = await cluster.getHolder();
    const moved = getLab().vip.replace(/100$/, "110");
    await cluster.configure({ vips: [{ ...cluster.vip, address: moved }] });
    await waitFor("the new address", 60_000, () => holder.holds(moved));
    expect(await cluster.listHolders()).toEqual([]);
    await cluster.configure();
    await cluster.getHolder();
    expect(await holder.holds(moved)).toBe(false);
  });

  test("forgetting the cluster leaves nothing behind but an agent that waits", async () => {
    const holder = await cluster.getHolder();
    const tooLow = await holder.call("POST", "/v2/forget", { clusterId: cluster.clusterId, epoch: 1 });
    expect(refusalOf(tooLow.body).code).toBe("epoch_too_low");
    expect(
      (await holder.call("POST", "/v2/forget", { clusterId: cluster.clusterId, epoch: 100 })).status,
    ).toBe(200);
    expect(await holder.holds(getLab().vip)).toBe(false);
    expect(await holder.getStatus()).toMatchObject({ clusterId: null, epoch: null, vips: [] });
    const table = await holder.host.tryExec(["nft", "list", "table", "inet", "primacy_vip"]);
    expect(table.exitCode).not.toBe(0);
    const { stdout } = await holder.host.exec(["ls", installLayout.stateFolder]);
    // Which epochs were reached stays, so that an old permit does not count again.
    expect(stdout.split("\n").filter((file) => /json|list/.test(file))).toEqual(["permit.json"]);
    const kept = await holder.host.exec(["ls", installLayout.agentFolder]);
    expect(kept.stdout.split("\n").filter((file) => /json/.test(file))).toEqual([]);
  });
});
