import { randomUUID } from "node:crypto";
import type { RequestListener, ServerResponse } from "node:http";
import { formatMessage, message, quote } from "@primacy/contract";
import { afterEach, describe, expect, test } from "vitest";
import { statusOf } from "../testing/agent-status.fixture";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import type { AgentClient } from "./agent-client";
import { AgentFailure } from "./agent-failure";
import { createAgentClients } from "./create-agent-clients";

const consoleId = randomUUID();
const hostId = randomUUID();
const signal = new AbortController().signal;
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const hello = {
  protocol: 2,
  agentVersion: "0.1.0",
  hostId,
  clusterId: null,
  epoch: null,
  clock: { bootId: "b", monotonicMs: 1, wallMs: 2 },
  serverUuid: null,
  abilities: [],
  clusters: [],
};

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

async function start(
  listener: RequestListener,
  options: { certifiedHostId?: string; issuedAt?: Date; isOtherConsole?: boolean } = {},
): Promise<{ client: AgentClient; listClients(): string[]; stop(): Promise<void> }> {
  const { signer, identity } = await makeTestConsole(consoleId);
  const shown = options.isOtherConsole === true ? (await makeTestConsole(randomUUID())).identity : identity;
  const agent = await startTestAgent(signer, options.certifiedHostId ?? hostId, listener, options.issuedAt);
  const clients = createAgentClients(() => shown);
  stops.push(() => clients.close(), agent.stop);
  const client = clients.clientFor({ hostId, hostName: "db1", address: "127.0.0.1", port: agent.port });
  return { client, listClients: agent.listClients, stop: agent.stop };
}

async function failureOf(attempt: Promise<unknown>): Promise<AgentFailure> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AgentFailure)) throw new Error("expected an AgentFailure", { cause: error });
  return error;
}

/** Words of English that are not the test's own names. */
function englishIn(failure: AgentFailure): string[] {
  return formatMessage(failure.explanation, "zh").match(/[a-z]{2,} [a-z]{2,}/g) ?? [];
}

describe("identity", () => {
  test("the agent sees the console's identity, and calls share one connection", async () => {
    const { client, listClients } = await start((_request, response) => answer(response, 200, hello));
    for (let at = 0; at < 3; at++)
      expect((await client.call("hello", undefined, { signal })).hostId).toBe(hostId);
    expect(listClients()).toEqual([`URI:spiffe://primacy/${consoleId}/console`]);
  });

  test("a certificate of another host is refused before anything is told to it", async () => {
    let asked = 0;
    const { client } = await start(() => asked++, { certifiedHostId: randomUUID() });
    const failure = await failureOf(client.call("hello", undefined, { signal }));
    expect(failure.code).toBe("agent_identity");
    expect(englishIn(failure)).toEqual([]);
    expect(asked).toBe(0);
  });

  test("an expired certificate says so", async () => {
    const issuedAt = new Date(Date.now() - 400 * 24 * 60 * 60 * 1000);
    const { client } = await start((_request, response) => answer(response, 200, hello), { issuedAt });
    const failure = await failureOf(client.call("hello", undefined, { signal }));
    expect(failure).toMatchObject({ code: "agent_certificate", retryable: false });
    expect(failure.message).toContain("expired");
    expect(englishIn(failure)).toEqual([]);
  });

  test("an agent of another console is not trusted, and does not trust this one", async () => {
    const { client } = await start((_request, response) => answer(response, 200, hello), {
      isOtherConsole: true,
    });
    const failure = await failureOf(client.call("hello", undefined, { signal }));
    expect(failure.code).toBe("agent_certificate");
    expect(englishIn(failure)).toEqual([]);
  });
});

describe("answers", () => {
  test("a refusal keeps the agent's code, details and epoch", async () => {
    const details = [message("refusal.epoch_below", { epoch: 5, held: 7 }), message("refusal.unconfigured")];
    const refusal = { code: "epoch_too_low", details, epoch: 7 };
    const { client } = await start((_request, response) => answer(response, 409, refusal));
    const failure = await failureOf(client.call("status", undefined, { signal }));
    expect(failure).toMatchObject({ code: "agent_refused", refusal });
    expect(failure.message).toBe(
      "The agent on db1 refused (epoch_too_low): Epoch 5 is below 7, which is held. This agent has no configuration yet.",
    );
    expect(formatMessage(failure.explanation, "zh")).toBe(
      "db1 上的代理拒绝了请求（epoch_too_low）：纪元 5 低于已持有的 7。该代理尚无配置。",
    );
  });

  test("a refusal of an earlier build, which told text alone, is quoted", async () => {
    const refusal = { code: "epoch_too_low", details: ["held 7"], epoch: 7 };
    const { client } = await start((_request, response) => answer(response, 409, refusal));
    const failure = await failureOf(client.call("status", undefined, { signal }));
    expect(failure.refusal).toEqual({ ...refusal, details: [quote("held 7")] });
    expect(formatMessage(failure.explanation, "zh")).toBe(
      "db1 上的代理拒绝了请求（epoch_too_low）：held 7。",
    );
  });

  test("an agent of another protocol is outdated, not broken", async () => {
    const { client } = await start((_request, response) => answer(response, 404, {}));
    expect((await failureOf(client.call("status", undefined, { signal }))).code).toBe("agent_outdated");
  });

  test("an answer that is not as declared is told from silence and from absence", async () => {
    const { client, stop } = await start((request, response) => {
      if (request.url === "/hello") answer(response, 200, { nonsense: true });
    });
    expect((await failureOf(client.call("hello", undefined, { signal }))).code).toBe("agent_protocol");
    expect(await failureOf(client.call("status", undefined, { signal, timeoutMs: 200 }))).toMatchObject({
      code: "agent_timeout",
      retryable: true,
    });
    await stop();
    const gone = await failureOf(client.call("hello", undefined, { signal }));
    expect(gone).toMatchObject({ code: "agent_unreachable", retryable: true });
    expect(englishIn(gone)).toEqual([]);
  });

  test("an abort ends a call with the reason of the abort", async () => {
    const { client } = await start(() => undefined);
    const control = new AbortController();
    const reason = new Error("enough");
    const call = client.call("hello", undefined, { signal: control.signal });
    setTimeout(() => control.abort(reason), 50);
    await expect(call).rejects.toBe(reason);
  });
});

describe("the stream", () => {
  const frame = (seq: number): unknown => ({ kind: "status", status: statusOf(hostId, { seq }) });

  test("frames that arrive in pieces are read whole, and a broken stream is taken up again", async () => {
    let seq = 0;
    const { client } = await start((_request, response) => {
      response.writeHead(200);
      const text = `${JSON.stringify(frame(++seq))}\n`;
      response.write(text.slice(0, 40));
      setTimeout(() => {
        response.write(text.slice(40));
        setTimeout(() => response.destroy(), 30);
      }, 30);
    });
    const control = new AbortController();
    const seen: number[] = [];
    const breaks: AgentFailure[] = [];
    const reading = client.readStream({
      signal: control.signal,
      onFrame: (one) => {
        seen.push(one.status.seq);
        if (seen.length === 3) control.abort();
      },
      onBreak: (failure) => {
        if (failure instanceof AgentFailure) breaks.push(failure);
      },
    });
    await reading;
    expect(seen).toEqual([1, 2, 3]);
    expect(breaks.map(({ code }) => code)).toEqual(["agent_unreachable", "agent_unreachable"]);
    expect(breaks.flatMap(englishIn)).toEqual([]);
  });

  test("a stream that falls silent counts as broken after 3 s", async () => {
    const { client } = await start((_request, response) => {
      response.writeHead(200);
      response.write(`${JSON.stringify(frame(1))}\n`);
    });
    const control = new AbortController();
    const startedMs = performance.now();
    const broken = await new Promise<Error>((resolve) => {
      stops.push(() => control.abort());
      void client.readStream({ signal: control.signal, onFrame: () => undefined, onBreak: resolve });
    });
    expect(broken).toMatchObject({ code: "agent_timeout" });
    expect(performance.now() - startedMs).toBeGreaterThan(2_900);
    control.abort();
  });
});
