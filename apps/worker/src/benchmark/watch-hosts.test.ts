import type { HostSample } from "@primacy/contract/agent";
import type { SourceSeconds } from "@primacy/db";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AgentCallName, AgentClient, AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { followHost } from "./follow-host";
import { compareReadings } from "./follow-member";
import { type WatchedSource, watchHosts } from "./watch-hosts";

const target = { hostId: "h1", hostName: "app1", address: "192.0.2.1", port: 7433 };
const wallMs = Date.parse("2026-01-01T00:00:00.000Z");

interface Question {
  readonly name: AgentCallName;
  readonly body: unknown;
}

/** One agent that answers as the test says; its wall clock begins at `wallMs`. */
function agentsThat(answer: (question: Question) => unknown): { agents: AgentClients; asked: Question[] } {
  const asked: Question[] = [];
  const client: AgentClient = {
    target,
    call: async (name, body) => {
      asked.push({ name, body });
      return JSON.parse(JSON.stringify(answer({ name, body })));
    },
    readStream: () => Promise.resolve(),
  };
  return { asked, agents: { clientFor: () => client } };
}

const away = (): never => {
  throw new AgentFailure("agent_unreachable", target, {});
};

const helloWith = (...abilities: string[]) => ({ abilities, clock: { wallMs: wallMs + performance.now() } });

const sample = (seq: number, ageMs: number, busy = 0.5): HostSample => ({
  seq,
  ageMs,
  spanMs: 1_000,
  cpu: { busy, steal: 0 },
  disk: null,
  network: { inBytes: 10, outBytes: 20 },
  interfaces: [],
  memoryAvailableBytes: null,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const signal = new AbortController().signal;

describe("a host that is followed", () => {
  test("is asked for what came after the last answer, and from the beginning after its agent began anew", async () => {
    let series = "a";
    const { agents, asked } = agentsThat(({ name }) =>
      name === "hello"
        ? helloWith("host_samples")
        : { series, samples: [sample(7, 300), sample(8, 0)].slice(series === "b" ? 1 : 0) },
    );
    const host = followHost({ agents }, target);
    const spans = await host.ask(signal);
    const now = performance.now();
    expect(spans.map(({ fromMs, toMs }) => [fromMs - now, toMs - now])).toEqual([
      [-1_300, -300],
      [-1_000, 0],
    ]);
    expect(spans[0]?.values).toMatchObject({ cpu: 0.5, networkIn: 10, networkOut: 20, diskWrite: null });
    series = "b";
    await host.ask(signal);
    await host.ask(signal);
    expect(asked.filter(({ name }) => name === "listHostSamples").map(({ body }) => body)).toEqual([
      { series: null, after: 0 },
      { series: "a", after: 8 },
      { series: "b", after: 8 },
    ]);
  });

  test("whose agent cannot tell is not asked for samples", async () => {
    const { agents, asked } = agentsThat(() => helloWith("load_tools"));
    const host = followHost({ agents }, target);
    expect([await host.ask(signal), await host.ask(signal)]).toEqual([[], []]);
    expect(asked.map(({ name }) => name)).toEqual(["hello"]);
  });

  test("whose agent is away has a gap, and is asked again", async () => {
    let isAway = true;
    const { agents } = agentsThat(({ name }) => {
      if (isAway) away();
      return name === "hello" ? helloWith("host_samples") : { series: "a", samples: [sample(1, 0)] };
    });
    const host = followHost({ agents }, target);
    expect(await host.ask(signal)).toEqual([]);
    isAway = false;
    expect(await host.ask(signal)).toHaveLength(1);
  });
});

describe("the watch beside a run", () => {
  const stored: SourceSeconds[] = [];
  beforeEach(() => {
    stored.length = 0;
  });

  /** Measures each second since it was last asked. */
  function steady(id: string): WatchedSource {
    let lastMs = performance.now();
    return {
      kind: "host",
      id,
      ask: async () => {
        const span = { fromMs: lastMs, toMs: performance.now(), values: { cpu: 0.5 } };
        lastMs = span.toMs;
        return span.toMs > span.fromMs ? [span] : [];
      },
    };
  }

  function watch(sources: readonly WatchedSource[], changes: Partial<Parameters<typeof watchHosts>[0]> = {}) {
    const { agents } = agentsThat(() => helloWith());
    const worker = { agents, log: pino({ enabled: false }) };
    const store = async (seconds: readonly SourceSeconds[]): Promise<void> => {
      stored.push(...seconds);
    };
    const wait = (ms: number, asked: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        setTimeout(resolve, ms);
        asked.addEventListener("abort", () => resolve());
      });
    return watchHosts({
      wait,
      worker,
      runId: "r1",
      sources,
      loadHost: target,
      lastSecond: 5,
      store,
      ...changes,
    });
  }

  const secondsOf = (id: string) =>
    stored.filter((one) => one.id === id).flatMap(({ seconds }) => seconds.map(({ second }) => second));
  /** When the load begins by its host's clock, so long from now. */
  const startIn = (ms: number) => new Date(wallMs + performance.now() + ms).toISOString();

  test("has every second of a run on its clock, also those before it was known when the run began, and none of after it", async () => {
    const running = watch([steady("h1")]);
    const startedAt = startIn(300);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(stored).toEqual([]);
    running.onStart(startedAt);
    running.onStart(startIn(9_000));
    await vi.advanceTimersByTimeAsync(6_000);
    await running.stop();
    expect(secondsOf("h1")).toEqual([1, 2, 3, 4, 5]);
  });

  test("goes on with the others while one does not answer, one fails, and one answer is not stored", async () => {
    const silent: WatchedSource = {
      kind: "host",
      id: "silent",
      ask: (asked) => new Promise((_, reject) => asked.addEventListener("abort", () => reject(asked.reason))),
    };
    const broken: WatchedSource = {
      kind: "member",
      id: "broken",
      ask: () => Promise.reject(new Error("a bug")),
    };
    let stores = 0;
    const store = async (seconds: readonly SourceSeconds[]): Promise<void> => {
      stores += 1;
      if (stores === 1) throw new Error("no connection");
      stored.push(...seconds);
    };
    const running = watch([silent, broken, steady("h1")], { store });
    running.onStart(startIn(0));
    await vi.advanceTimersByTimeAsync(6_000);
    const ended = running.stop();
    await vi.advanceTimersByTimeAsync(1_000);
    await ended;
    expect(secondsOf("h1").length).toBeGreaterThanOrEqual(3);
    expect(secondsOf("silent")).toEqual([]);
    await running.stop();
  });

  test("takes the last second of a run by one more question when it ends", async () => {
    const running = watch([steady("h1")], { lastSecond: 60 });
    running.onStart(startIn(0));
    await vi.advanceTimersByTimeAsync(2_900);
    await running.stop();
    expect(secondsOf("h1")).toEqual([1, 2, 3]);
  });

  test("asks nobody any more once it has ended", async () => {
    const one = steady("h1");
    const ask = vi.fn(one.ask);
    const close = vi.fn();
    const running = watch([{ ...one, ask, close }]);
    await vi.advanceTimersByTimeAsync(1_500);
    await running.stop();
    const asked = ask.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([ask.mock.calls.length, close.mock.calls.length]).toEqual([asked, 1]);
  });
});

describe("what waits on a member", () => {
  const reading = (atMs: number, throttled: number | null) => ({
    atMs,
    queues: { certify: 3, apply: 40, isPrimary: false, throttled },
  });

  test("is as it was at the end of each second, and what flow control held back is counted per second", () => {
    expect(compareReadings(reading(0, 100), reading(2_000, 150))).toEqual([
      { fromMs: 0, toMs: 2_000, values: { primary: 0, certify: 3, apply: 40, throttled: 25 } },
    ]);
  });

  test.each([
    ["its server began to count anew", reading(0, 100), reading(1_000, 2), null],
    ["its server does not count", reading(0, null), reading(1_000, null), null],
  ])("has no figure of flow control where %s", (_what, before, after, expected) => {
    expect(compareReadings(before, after)[0]?.values.throttled).toBe(expected);
  });

  test("is a gap where it was not asked for longer", () => {
    expect(compareReadings(reading(0, 1), reading(4_000, 2))).toEqual([]);
  });
});
