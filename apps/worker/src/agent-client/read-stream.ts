import type { IncomingMessage } from "node:http";
import type { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamFrame } from "@primacy/contract/agent";
import type { AgentClient, AgentTarget } from "./agent-client";
import { AgentFailure, toAgentFailure } from "./agent-failure";
import { openRequest } from "./request";

const stallMs = 3_000;
const firstDelayMs = 100;
const maxDelayMs = 5_000;
const maxLineLength = 4 * 1024 * 1024;

type StreamOptions = Parameters<AgentClient["readStream"]>[0];

/** Follows the status stream of an agent through every break until the signal aborts; see `AgentClient.readStream`. */
export async function readStream(
  target: AgentTarget,
  poolOf: () => Agent,
  options: StreamOptions,
): Promise<void> {
  let delayMs = firstDelayMs;
  while (!options.signal.aborted) {
    try {
      await followOnce(target, poolOf(), {
        ...options,
        onFrame: (frame) => {
          delayMs = firstDelayMs;
          options.onFrame(frame);
        },
      });
    } catch (error) {
      if (options.signal.aborted) return;
      options.onBreak(toAgentFailure(target, error));
    }
    const jittered = delayMs * (0.75 + Math.random() / 2);
    await sleep(jittered, undefined, { signal: options.signal }).catch(() => undefined);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}

/** One connection, until it breaks or stalls. It never resolves without a throw, except by the signal. */
async function followOnce(target: AgentTarget, pool: Agent, options: StreamOptions): Promise<void> {
  const stalled = new AbortController();
  const signal = AbortSignal.any([options.signal, stalled.signal]);
  const timer = setTimeout(
    () =>
      stalled.abort(new AgentFailure("agent_timeout", target, { seconds: stallMs / 1000, call: "stream" })),
    stallMs,
  );
  try {
    const response = await openRequest(pool, target, "stream", undefined, signal);
    const onAbort = (): unknown => response.destroy(stalled.signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    for await (const line of readLines(target, response)) {
      timer.refresh();
      options.onFrame(parseFrame(target, line));
    }
    throw new AgentFailure("agent_unreachable", target, { reason: "stream_ended" });
  } catch (error) {
    throw stalled.signal.aborted ? stalled.signal.reason : error;
  } finally {
    clearTimeout(timer);
  }
}

async function* readLines(target: AgentTarget, response: IncomingMessage): AsyncGenerator<string> {
  response.setEncoding("utf8");
  let rest = "";
  for await (const chunk of response) {
    const lines = `${rest}${String(chunk)}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new AgentFailure("agent_protocol", target, { call: "stream" });
    yield* lines.filter((line) => line !== "");
  }
}

function parseFrame(target: AgentTarget, line: string): StreamFrame {
  try {
    return StreamFrame.parse(JSON.parse(line));
  } catch (error) {
    throw new AgentFailure("agent_protocol", target, { call: "stream" }, { cause: error });
  }
}
