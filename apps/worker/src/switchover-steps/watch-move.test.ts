import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { AgentStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { createAgentObserver } from "../observe/agent-observer";
import { nowMs } from "../observe/now-ms";
import { statusOf } from "../testing/agent-status.fixture";
import { makeTestConsole, startTestAgent } from "../testing/test-agent";
import { type Move, unseenMove, watchMove } from "./watch-move";

const address = "10.77.0.100";
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A host whose agent says what it is told to say, to everybody who follows it. */
interface ScriptedHost {
  readonly host: WantedHost;
  /** Resolves when the next follower has come. */
  nextFollower(): Promise<void>;
  say(isHolding: boolean): void;
  breakStreams(): void;
}

async function startHosts(): Promise<{
  from: ScriptedHost;
  to: ScriptedHost;
  watch(seen?: Move, signal?: AbortSignal): { moves: Move[] } & ReturnType<typeof watchMove>;
}> {
  const consoleId = randomUUID();
  const { signer, identity } = await makeTestConsole(consoleId);
  const clients = createAgentClients(() => identity);
  stops.push(() => clients.close());
  const start = async (name: string): Promise<ScriptedHost> => {
    const hostId = randomUUID();
    const followers = new Set<ServerResponse>();
    const waiting: (() => void)[] = [];
    let isHolding = name === "db1";
    const send = (response: ServerResponse): void => {
      const status = statusOf(hostId, { nics: isHolding ? [nicWithAddress] : [] });
      response.write(`${JSON.stringify({ kind: "status", status })}\n`);
    };
    const agent = await startTestAgent(signer, hostId, (_request, response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      followers.add(response);
      send(response);
      for (const resolve of waiting.splice(0)) resolve();
    });
    stops.push(agent.stop);
    const member = { memberId: randomUUID(), serverUuid: randomUUID(), address: "127.0.0.1", port: 3306 };
    return {
      host: {
        hostId,
        askedOf: null,
        name,
        agentAddress: "127.0.0.1",
        agentPort: agent.port,
        macs: [],
        member: { ...member, adminAddress: null, adminPort: null },
      },
      nextFollower: () => new Promise((resolve) => waiting.push(resolve)),
      say: (next) => {
        isHolding = next;
        for (const follower of followers) send(follower);
      },
      breakStreams: () => {
        for (const follower of followers) follower.destroy();
        followers.clear();
      },
    };
  };
  const [from, to] = [await start("db1"), await start("db2")];
  const observer = createAgentObserver({ agents: clients, log: pino({ level: "silent" }) });
  return {
    from,
    to,
    watch: (seen = unseenMove, signal = new AbortController().signal) => {
      const moves: Move[] = [];
      const hosts = { from: from.host, to: to.host };
      const watch = watchMove({ observer }, hosts, address, seen, signal, (move) => moves.push(move));
      return { moves, ...watch };
    },
  };
}

const nicWithAddress: AgentStatus["nics"][number] = {
  name: "eth0",
  mac: "02:00:00:00:00:01",
  isUp: true,
  hasCarrier: true,
  addresses: [{ address, prefixLength: 32, label: null, validSeconds: 2 }],
};

describe("the watch over a move", () => {
  test("dates release and take-over as they are told, and ends with them", async () => {
    const { from, to, watch } = await startHosts();
    const { begun, ended, moves } = watch();
    await begun;
    expect(moves).toEqual([]);
    const beforeMs = nowMs();
    from.say(false);
    to.say(true);
    await ended;
    expect(moves.at(-1)).toMatchObject({ isReleased: true, isHeld: true });
    expect(moves.at(-1)?.releasedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(moves.at(-1)?.heldAtMs).toBeGreaterThanOrEqual(beforeMs);
  });

  test("an address that the old host never had is gone without an instant", async () => {
    const { from, to, watch } = await startHosts();
    from.say(false);
    const { begun, ended, moves } = watch();
    await begun;
    expect(moves).toEqual([{ ...unseenMove, isReleased: true }]);
    to.say(true);
    await ended;
    expect(moves.at(-1)).toMatchObject({ isReleased: true, releasedAtMs: null, isHeld: true });
    expect(moves.at(-1)?.heldAtMs).not.toBeNull();
  });

  test("what happened while a connection was broken is seen, and not dated", async () => {
    const { from, to, watch } = await startHosts();
    const { begun, ended, moves } = watch();
    await begun;
    const again = to.nextFollower();
    to.breakStreams();
    to.say(true);
    await again;
    from.say(false);
    await ended;
    expect(moves.at(-1)).toMatchObject({ isReleased: true, isHeld: true, heldAtMs: null });
    expect(moves.at(-1)?.releasedAtMs).not.toBeNull();
  });

  test("ends with its signal, whatever was seen, and at once where all was seen before", async () => {
    const { watch } = await startHosts();
    const controller = new AbortController();
    const cut = watch(unseenMove, controller.signal);
    await cut.begun;
    controller.abort();
    await cut.ended;
    expect(cut.moves).toEqual([]);
    const whole = watch({ isReleased: true, releasedAtMs: 1, isHeld: true, heldAtMs: 2 });
    await whole.ended;
    expect(whole.moves).toEqual([]);
  });
});
