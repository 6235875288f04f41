import { randomUUID } from "node:crypto";
import { formatMessage, type Message, message, quote } from "@primacy/contract";
import type { AgentStatus, ArpObservation, HostObservation, VipStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { pino } from "pino";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AgentClient, AgentTarget } from "../agent-client/agent-client";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { type AgentObserver, createAgentObserver } from "../observe/agent-observer";
import { StepFailure } from "../operation/failure";
import { statusOf } from "../testing/agent-status.fixture";
import { observationOf } from "../testing/observation.fixture";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import { listInside } from "./agents-out";
import { lookNowhere } from "./await-nowhere";
import { lookReleased } from "./await-released";
import { lookFree } from "./prove-free";
import { verifyAnswered } from "./verify-vip";

const address = "10.77.0.100";
const vip = { address, nics: {} };
const strange = "02:00:00:00:00:99";
const { signal } = new AbortController();
const stops: (() => unknown)[] = [];
let authority: Awaited<ReturnType<typeof makeTestConsole>>;

beforeAll(async () => {
  authority = await makeTestConsole(randomUUID());
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** What a host's agent says: `heard` null: it cannot ask the wire; `isSilent`: nothing listens in its place. */
interface Part {
  readonly isHolding?: boolean;
  /** Why it does not hold the address. */
  readonly reasons?: readonly Message[];
  readonly isSilent?: boolean;
  readonly heard?: readonly string[] | null;
}

const macOf = (index: number): string => `02:00:00:00:00:1${index + 1}`;

/** The address in the words of an agent that does not hold it. */
function waitingOf(reasons: readonly Message[]): VipStatus {
  return {
    vipId: randomUUID(),
    address,
    nic: "eth0",
    state: "STANDBY",
    maintenance: "none",
    isBound: false,
    boundSinceMonotonicMs: null,
    leaseEndsMonotonicMs: null,
    evidenceAgeMs: null,
    isGateOpen: false,
    lastProofs: [],
    reasons: [...reasons],
    transitions: [],
  };
}

function toldBy(hostId: string, index: number, isHolding: boolean, reasons: readonly Message[]): AgentStatus {
  const addresses = isHolding ? [{ address, prefixLength: 32, label: "eth0:pv0", validSeconds: 2 }] : [];
  return statusOf(hostId, {
    nics: [{ name: "eth0", mac: macOf(index), isUp: true, hasCarrier: true, addresses }],
    vips: reasons.length === 0 ? [] : [waitingOf(reasons)],
  });
}

function heardBy(heard: readonly string[] | null): HostObservation {
  const base = { address, nic: "eth0", durationMs: 1 };
  const answer: ArpObservation =
    heard === null
      ? { ...base, isAsked: false, error: quote("EPERM"), macs: [] }
      : { ...base, isAsked: true, error: null, macs: [...heard] };
  return observationOf({ arp: [answer] });
}

async function startHost(
  { isHolding = false, reasons = [], isSilent = false, heard = [] }: Part,
  index: number,
): Promise<WantedHost> {
  const hostId = randomUUID();
  const agent = await startTestAgent(authority.signer, hostId, (request, response) => {
    const body =
      request.url?.includes("status") === true ? toldBy(hostId, index, isHolding, reasons) : heardBy(heard);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  if (isSilent) await agent.stop();
  else stops.push(agent.stop);
  const name = `db${index + 1}`;
  const member = {
    memberId: hostId,
    serverUuid: hostId,
    address: "127.0.0.1",
    port: 3306,
    adminAddress: null,
    adminPort: null,
  };
  return {
    hostId,
    askedOf: null,
    name,
    agentAddress: "127.0.0.1",
    agentPort: agent.port,
    macs: [macOf(index)],
    member,
  };
}

/** On a machine that is busy with other tests an agent that is there may take longer than the console waits for one. */
function withPatience(client: AgentClient): AgentClient {
  return {
    ...client,
    call: (name, body, options) => client.call(name, body, { ...options, timeoutMs: 30_000 }),
  };
}

async function start(parts: readonly Part[]): Promise<{
  readonly hosts: readonly WantedHost[];
  readonly worker: { readonly observer: AgentObserver };
}> {
  const agents = createAgentClients(() => authority.identity);
  stops.push(() => agents.close());
  const patient = { clientFor: (target: AgentTarget) => withPatience(agents.clientFor(target)) };
  const observer = createAgentObserver({ agents: patient, log: pino({ level: "silent" }) });
  return { hosts: await Promise.all(parts.map(startHost)), worker: { observer } };
}

async function failureOf(parts: readonly Part[]): Promise<StepFailure> {
  const { worker, hosts } = await start(parts);
  const error = await verifyAnswered(worker, hosts, vip, signal).catch((thrown: unknown) => thrown);
  if (error instanceof StepFailure) return error;
  throw new Error("expected a StepFailure", { cause: error });
}

const answered = [macOf(0)];

describe("the proof of a VIP", () => {
  test("names who heard the holder, and who could not ask", async () => {
    const { worker, hosts } = await start([{ isHolding: true }, { heard: answered }, { heard: null }]);
    const proof = await verifyAnswered(worker, hosts, vip, signal);
    expect(proof).toMatchObject({ macs: answered, askedBy: ["db2"], notAskedBy: ["db3"] });
    expect(proof.holder.host.name).toBe("db1");
  });

  test("is given by the kernel alone where there is no other host", async () => {
    const { worker, hosts } = await start([{ isHolding: true }]);
    await expect(verifyAnswered(worker, hosts, vip, signal)).resolves.toMatchObject({ askedBy: [] });
  });

  type Row = readonly [title: string, parts: readonly Part[], code: string, text: string];
  const rows: readonly Row[] = [
    ["nobody holds it", [{}, {}], "failure.vip_not_held", address],
    [
      "two hosts hold it",
      [{ isHolding: true }, { isHolding: true, heard: answered }],
      "failure.vip_two_holders",
      "db1, db2",
    ],
    [
      "another host is silent, whose kernel may have it too",
      [{ isHolding: true }, { heard: answered }, { isSilent: true }],
      "failure.vip_host_silent",
      "db3",
    ],
    ["nobody answers on the wire", [{ isHolding: true }, { heard: [] }], "failure.vip_wire", "db2"],
    [
      "another machine answers too",
      [{ isHolding: true }, { heard: [...answered, strange] }],
      "failure.vip_wire",
      strange,
    ],
    ["no other host could ask", [{ isHolding: true }, { heard: null }], "failure.vip_not_asked", "db2"],
  ];
  test.each(rows)("fails, to be tried again, where %s", async (_title, parts, code, text) => {
    const failure = await failureOf(parts);
    expect([failure.explanation.code, failure.retryable]).toEqual([code, true]);
    expect(failure.explanation.text).toContain(text);
  });

  test("says in the reader's language why nobody holds the address", async () => {
    const reason = message("reason.not_primary", { role: "SECONDARY", state: "ONLINE" });
    const failure = await failureOf([{ reasons: [reason] }, { isSilent: true }]);
    expect(failure.explanation.text).toContain(`${reason.text} The agents of db2 do not answer.`);
    expect(formatMessage(failure.explanation, "zh")).toBe(
      `0 秒内没有主机持有 ${address}。${formatMessage(reason, "zh")}db2 的代理没有应答。`,
    );
  });
});

describe("an address that nobody should hold", () => {
  const rows: readonly (readonly [title: string, parts: readonly Part[], sight: object])[] = [
    ["is free when every agent says so", [{ heard: null }, { heard: null }], { kind: "free" }],
    ["is held by the host that says so", [{ isHolding: true }, {}], { kind: "held", by: "db1" }],
    [
      "is held by a silent host that answers for it",
      [{ isSilent: true }, { heard: answered }],
      { kind: "held", by: macOf(0) },
    ],
    [
      "is free when a host is silent and another hears nobody",
      [{ isSilent: true }, { heard: [] }],
      { kind: "free" },
    ],
    [
      "is not proven to be free when nobody could ask for a silent host",
      [{ isSilent: true }, { heard: null }],
      { kind: "not_proven", silent: "db1", isDeaf: false },
    ],
    [
      "is not proven to be free when no agent answers",
      [{ isSilent: true }, { isSilent: true }],
      { kind: "not_proven", silent: "db1, db2", isDeaf: true },
    ],
  ];
  test.each(rows)("%s", async (_title, parts, sight) => {
    const { worker, hosts } = await start(parts);
    expect(await lookReleased(worker, hosts, vip, signal)).toEqual(sight);
  });
});

describe("an address that nobody should hold, nor be told of", () => {
  const still = [message("reason.joining")];
  const rows: readonly (readonly [title: string, parts: readonly Part[], sight: object])[] = [
    ["is nowhere when every agent says so", [{}, {}], { kind: "free" }],
    [
      "is nowhere when the silent host's is not answered",
      [{ isSilent: true }, { heard: [] }],
      { kind: "free" },
    ],
    ["is known to the host that has it configured", [{}, { reasons: still }], { kind: "told", by: "db2" }],
    ["is held before it is known", [{ isHolding: true }, { reasons: still }], { kind: "held", by: "db1" }],
  ];
  test.each(rows)("%s", async (_title, parts, sight) => {
    const { worker, hosts } = await start(parts);
    expect(await lookNowhere(worker, hosts, vip, signal)).toEqual(sight);
  });
});

describe("an address between two owners", () => {
  type Row = readonly [title: string, parts: readonly Part[], reason: string | null];
  const rows: readonly Row[] = [
    ["is free when no kernel has it and every host heard nobody", [{}, {}], null],
    ["is held by the kernel that has it", [{ isHolding: true }, {}], "it is held by db1"],
    ["is held by a machine that answers", [{}, { heard: [strange] }], `it is held by ${strange}`],
    [
      "is not free where a host is silent, though the others hear nobody",
      [{ isSilent: true }, {}],
      "the agents of db1 do not answer, or could not ask the network",
    ],
    [
      "is not free where a host could not ask",
      [{}, { heard: null }],
      "the agents of db2 do not answer, or could not ask the network",
    ],
  ];
  test.each(rows)("%s", async (_title, parts, reason) => {
    const { worker, hosts } = await start(parts);
    const sight = await lookFree(worker, hosts, vip, signal);
    expect(sight.reason?.text ?? null).toBe(reason);
  });
});

describe("the agents that may take an address", () => {
  const still = [message("reason.joining")];
  const rows: readonly (readonly [title: string, parts: readonly Part[], names: readonly string[]])[] = [
    ["are none where no agent knows a VIP with it, whoever holds it", [{ isHolding: true }, {}], []],
    ["are those that know one, though they hold nothing", [{}, { reasons: still }], ["db2"]],
    ["are those that do not answer", [{}, { isSilent: true }], ["db2"]],
  ];
  test.each(rows)("%s", async (_title, parts, names) => {
    const { worker, hosts } = await start(parts);
    expect((await listInside(worker, hosts, address, signal)).map(({ name }) => name)).toEqual(names);
  });
});
