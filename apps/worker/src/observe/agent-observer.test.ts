import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { AgentStatus, StreamFrame } from "@primacy/contract/agent";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { AgentClient, AgentClients } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { statusOf } from "../testing/agent-status.fixture";
import { address, hostOf, id } from "../testing/host-word.fixture";
import { createAgentObserver, type FollowedWord } from "./agent-observer";
import { nowMs } from "./now-ms";

const log = pino({ level: "silent" });
const { signal } = new AbortController();

/** A status of db<n>, whose kernel has the address or not. */
function status(n: number, isThere: boolean): AgentStatus {
  const addresses = isThere ? [{ address, prefixLength: 32, label: null, validSeconds: 2 }] : [];
  return statusOf(id(n), {
    nics: [{ name: "eth0", mac: "02:00:00:00:00:01", isUp: true, hasCarrier: true, addresses }],
  });
}

/** Agents that do what `act` does for each call, and tell `frames` to whoever follows them, null for a break. */
function agentsThat(
  act: (hostId: string) => AgentStatus,
  frames: readonly (AgentStatus | null)[] = [],
): AgentClients {
  return {
    clientFor: (target): AgentClient => ({
      target,
      call: async (name, _body, _options) => {
        if (name !== "status") throw new Error(`unexpected call ${name}`);
        return JSON.parse(JSON.stringify(act(target.hostId)));
      },
      async readStream({ onFrame, onBreak }) {
        for (const one of frames) {
          const frame: StreamFrame | null = one === null ? null : { kind: "status", status: one };
          if (frame === null) onBreak(new AgentFailure("agent_unreachable", target, { reason: "-" }));
          else onFrame(frame);
        }
      },
    }),
  };
}

describe("who holds an address", () => {
  it("is said with the evidence, the instant, and who could not be asked", async () => {
    const agents = agentsThat((hostId) => {
      if (hostId === id(3)) throw new AgentFailure("agent_timeout", { ...target, hostId }, { seconds: 2 });
      return status(1, hostId === id(1));
    });
    const target = { hostId: id(3), hostName: "db3", address: "10.77.0.13", port: 7433 };
    const beforeMs = nowMs();
    const holding = await createAgentObserver({ agents, log }).readHolding(
      [hostOf(1), hostOf(2), hostOf(3)],
      address,
      signal,
    );
    expect(holding.holders.map(({ host, evidence }) => [host.name, evidence])).toEqual([["db1", "kernel"]]);
    expect(holding.words.map(({ host, evidence }) => [host.name, evidence])).toEqual([
      ["db1", "kernel"],
      ["db2", null],
    ]);
    expect(holding.silentHosts.map(({ name }) => name)).toEqual(["db3"]);
    for (const { heardAtMs } of holding.words) expect(heardAtMs).toBeGreaterThanOrEqual(beforeMs);
  });

  it("is no answer where the asker's own time is over", async () => {
    const control = new AbortController();
    const agents = agentsThat((hostId) => {
      control.abort();
      const target = { hostId, hostName: "db1", address: "10.77.0.11", port: 7433 };
      throw new AgentFailure("agent_timeout", target, { seconds: 2 });
    });
    const asked = createAgentObserver({ agents, log }).readHolding([hostOf(1)], address, control.signal);
    await expect(asked).rejects.toThrow("aborted");
  });

  it("is followed: how it is first, then each change, and after a break how it is again", async () => {
    const frames = [status(1, true), status(1, true), status(1, false), null, status(1, true)];
    const agents = agentsThat(() => status(1, true), frames);
    const heard: FollowedWord[] = [];
    const following = createAgentObserver({ agents, log }).followHolding(hostOf(1), address, signal, (word) =>
      heard.push(word),
    );
    await Promise.all([following.begun, following.ended]);
    expect(heard.map(({ isHolding, isChange }) => [isHolding, isChange])).toEqual([
      [true, false],
      [false, true],
      [true, false],
    ]);
  });
});

it("agents are asked for their status, and their streams read, in this one place", () => {
  const root = path.resolve(import.meta.dirname, "..");
  const sources = readdirSync(root, { recursive: true }).map(String);
  const asking = sources.filter(
    (name) =>
      /\.ts$/.test(name) &&
      !/\.test\.ts$|^testing\/|^agent-client\//.test(name) &&
      /\.readStream\(|\.call\(\s*"status"/.test(readFileSync(path.join(root, name), "utf8")),
  );
  expect(asking).toEqual([path.join("observe", "agent-observer.ts")]);
});
