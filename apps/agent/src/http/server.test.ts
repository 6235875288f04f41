import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { request, type Server } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { formatMessage, type Message } from "@primacy/contract";
import { AgentRefusal, agentEndpoints, clusterHeader } from "@primacy/contract/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DrillProbes } from "../drill-probe/drill-probes";
import { OperatorLink } from "../host-operator/operator-link";
import type { Identity } from "../identity/identity";
import { silentLog } from "../log/log";
import { ClusterServices } from "../run/cluster-services";
import { planLayout } from "../store/layout";
import { agentProgram } from "../testing/agent-program";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { planTestDocument } from "../testing/test-document";
import { createTestPart } from "../testing/test-part";
import { createAgentServer } from "./server";

const document = planTestDocument();
const peerId = document.peers[0]?.hostId ?? "";

let folder: string;
let authority: TestAuthority;
let console: KeyPair;
let services: ClusterServices;
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "agent-server-"));
  const layout = planLayout(folder, folder, folder);
  mkdirSync(layout.agentFolder);
  authority = await createTestAuthority();
  const { consoleId, caPem } = authority;
  console = await authority.issue({ kind: "console", consoleId });
  services = new ClusterServices(
    layout,
    new OperatorLink(layout),
    (own, clusterId) => createTestPart(own, document, { clusterId }),
    silentLog,
    new DrillProbes({ log: silentLog, command: () => agentProgram("probe") }),
  );
  await services.restore();
  const { hostId, hostName } = document;
  const identity: Identity = {
    ...(await authority.issue({ kind: "host", consoleId, hostId })),
    bootstrap: { hostId, hostName, consoleId, listenAddress: "127.0.0.1", port: 7433 },
    caPem,
    expiresAt: new Date("2100-01-01"),
  };
  server = createAgentServer(identity, services, silentLog);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await services.stop();
  rmSync(folder, { recursive: true });
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly as?: KeyPair;
  readonly clusterId?: string;
}

async function ask({ method, path: called, body, as = console, clusterId }: Call): Promise<unknown> {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const text = await new Promise<string>((resolve, reject) => {
    const sent = request(
      {
        ...{ host: "127.0.0.1", port, method, path: called, servername: "", agent: false },
        ...{ ca: authority.caPem, key: as.keyPem, cert: as.certificatePem },
        checkServerIdentity: () => undefined,
        headers: clusterId === undefined ? {} : { [clusterHeader]: clusterId },
      },
      async (response) => resolve(Buffer.concat(await response.toArray()).toString("utf8")),
    );
    sent.on("error", reject);
    sent.end(body);
  });
  return JSON.parse(text);
}

const refusalOf = async (call: Call): Promise<AgentRefusal> => AgentRefusal.parse(await ask(call));

const chinese = (details: readonly Message[]): string[] => details.map((one) => formatMessage(one, "zh"));
const put = (body: unknown): Call => ({ method: "PUT", path: "/v2/document", body: JSON.stringify(body) });

describe("a refusal is told in the reader's language:", () => {
  test("who may not ask", async () => {
    const { consoleId } = authority;
    const peer = await authority.issue({ kind: "host", consoleId, hostId: peerId });
    const metrics = await authority.issue({ kind: "metrics", consoleId });
    const stranger = await authority.issue({ kind: "console", consoleId: randomUUID() });
    const status = { method: "GET", path: "/v2/status" };
    for (const [as, text] of [
      [peer, "此调用需要以下角色之一：console。"],
      [metrics, "此证书只用于 GET /metrics。"],
      [stranger, "证书属于另一个控制台。"],
    ] as const) {
      const { code, details } = await refusalOf({ ...status, as });
      expect([code, ...chinese(details)]).toEqual(["wrong_role", text]);
    }
    const hint = { clusterId: document.clusterId, vipId: randomUUID(), fromHostId: peerId };
    const asPeer = { method: "POST", path: "/v2/peer/hint", body: JSON.stringify(hint), as: peer };
    expect(chinese((await refusalOf(asPeer)).details)).toEqual(["该代理尚无配置。"]);
  });

  test("what is no call, names no cluster, or has no form", async () => {
    const { details } = await refusalOf({ method: "GET", path: "/v2/reboot" });
    expect(chinese(details)).toEqual(["该代理没有此调用。"]);
    const status = { method: "GET", path: "/v2/status", clusterId: "x" };
    expect(chinese((await refusalOf(status)).details)).toEqual([`${clusterHeader} 未指明集群。`]);
    const half = { method: "PUT", path: "/v2/document", body: "{" };
    expect(chinese((await refusalOf(half)).details)).toEqual(["请求体不是有效的 JSON。"]);
    const large = { method: "PUT", path: "/v2/document", body: " ".repeat(1_100_000) };
    expect(chinese((await refusalOf(large)).details)).toEqual(["请求体太大。"]);
    const fields = chinese((await refusalOf(put({ ...document, epoch: -1, vips: 1 }))).details);
    expect(fields).toEqual(["/epoch：不能小于 0。", "/vips：此处应为列表。"]);
  });

  test("a document that does not fit what is held, and an address that is not known", async () => {
    const wrong = await refusalOf(put({ ...document, hostId: randomUUID() }));
    expect(chinese(wrong.details)).toEqual([`该配置属于另一台主机：该代理是 ${document.hostId}。`]);
    const api = await services.get(document.clusterId, true);
    await api.putDocument(document);
    const lower = await refusalOf(put({ ...document, epoch: document.epoch - 1 }));
    expect(chinese(lower.details)).toEqual([`纪元 ${document.epoch - 1} 不高于已持有的 ${document.epoch}。`]);
    const vipId = randomUUID();
    const maintenance = JSON.stringify({ vipId, mode: "release" });
    const unknown = await refusalOf({ method: "POST", path: "/v2/maintenance", body: maintenance });
    expect([unknown.code, ...chinese(unknown.details)]).toEqual(["unknown_vip", `该代理没有 VIP ${vipId}。`]);
  });
});

test("the console alone is told what the host did in the last seconds, and the agent says that it can tell", async () => {
  const { method, path: called, answer } = agentEndpoints.listHostSamples;
  const body = JSON.stringify({ series: null, after: 0 });
  const told = answer.parse(await ask({ method, path: called, body }));
  const again = answer.parse(await ask({ method, path: called, body }));
  expect(again.series).toBe(told.series);
  const { abilities } = agentEndpoints.hello.answer.parse(await ask({ method: "GET", path: "/hello" }));
  expect(abilities).toContain("host_samples");
  const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId: peerId });
  expect((await refusalOf({ method, path: called, body, as: peer })).code).toBe("wrong_role");
});

test("the console alone is told with which tools load can be made from the host", async () => {
  const { method, path: called, answer } = agentEndpoints.listLoadTools;
  const { tools } = answer.parse(await ask({ method, path: called }));
  expect(tools.map(({ tool }) => tool)).toEqual(["sysbench", "mysqlslap", "go-tpc"]);
  const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId: peerId });
  expect((await refusalOf({ method, path: called, as: peer })).code).toBe("wrong_role");
});

test("the console alone is told what the host is made of, and the agent says that it can tell", async () => {
  const { method, path: called, answer } = agentEndpoints.describeMachine;
  expect(answer.parse(await ask({ method, path: called })).kernel).not.toBe("");
  const { abilities } = agentEndpoints.hello.answer.parse(await ask({ method: "GET", path: "/hello" }));
  expect(abilities).toContain("host_machine");
  const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId: peerId });
  expect((await refusalOf({ method, path: called, as: peer })).code).toBe("wrong_role");
});

test("the console alone is told where the host has a program, which is not run for that", async () => {
  const { method, path: called, answer } = agentEndpoints.findLoadProgram;
  const find = async (program: string) =>
    answer.parse(await ask({ method, path: called, body: JSON.stringify({ program }) }));
  expect((await find("sh")).path).toMatch(/bin\/sh$/);
  expect(await find("/etc/passwd")).toEqual({ path: null, isTrusted: false });
  const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId: peerId });
  const body = JSON.stringify({ program: "sh" });
  expect((await refusalOf({ method, path: called, body, as: peer })).code).toBe("wrong_role");
});

test("the console alone has clients played and is told what they met, and the agent says that it can", async () => {
  const { startProbe, readProbe } = agentEndpoints;
  const probeId = randomUUID();
  const order = {
    probeId,
    clients: [{ endpoint: { address: "127.0.0.1", port: 1 }, run: randomUUID() }],
    authorities: [authority.caPem],
    ...{ user: "primacy_verify", password: "Geheim-77", forMs: 60_000 },
  };
  const start = { method: startProbe.method, path: startProbe.path, body: JSON.stringify(order) };
  const read = (after: number, stop: boolean): Call => ({
    ...{ method: readProbe.method, path: readProbe.path },
    body: JSON.stringify({ probeId, after, stop }),
  });
  const unknown = await refusalOf(read(0, false));
  expect([unknown.code, ...chinese(unknown.details)]).toEqual([
    "not_found",
    `该代理没有名为 ${probeId} 的探测客户端，也没有保留其结果。`,
  ]);
  expect(startProbe.answer.parse(await ask(start))).toMatchObject({ state: "running", samples: [] });
  const other = await refusalOf({ ...start, body: JSON.stringify({ ...order, probeId: randomUUID() }) });
  expect([other.code, ...chinese(other.details)]).toEqual([
    "order_refused",
    "该代理正在为另一次演练运行探测客户端。",
  ]);
  await expect
    .poll(async () => readProbe.answer.parse(await ask(read(0, false))).next, { timeout: 60_000 })
    .toBeGreaterThan(10);
  const ended = readProbe.answer.parse(await ask(read(10, true)));
  expect(ended).toMatchObject({ state: "ended", reason: null, next: 10 + ended.samples.length });
  expect(ended.samples.map(({ error }) => error)).toContain("ECONNREFUSED");
  const { abilities } = agentEndpoints.hello.answer.parse(await ask({ method: "GET", path: "/hello" }));
  expect(abilities).toEqual(expect.arrayContaining(["drill_probe", "host_fault", "host_fault_more"]));
  const peer = await authority.issue({ kind: "host", consoleId: authority.consoleId, hostId: peerId });
  for (const call of [start, read(0, false)])
    expect((await refusalOf({ ...call, as: peer })).code).toBe("wrong_role");
});
