import { createServer } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { awaitAcks, beginProbe, endProbe, findProbe, GapProbe, type GapProbeOptions } from "./gap-probe";

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const told = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof told === "object" && told !== null ? told.port : 1;
}

async function options(signal: AbortSignal): Promise<GapProbeOptions> {
  return {
    server: { address: "127.0.0.1", port: await closedPort(), authority: null },
    account: { user: "primacy_verify", password: "x" },
    everyMs: 10,
    signal,
  };
}

describe("the client that measures a gap", () => {
  it("begins a write every interval although none before it came through, and says why", async () => {
    const probe = new GapProbe(await options(new AbortController().signal));
    await vi.waitFor(() => expect(probe.lastReason).not.toBeNull());
    expect(await awaitAcks(probe, 1, { limitMs: 50, signal: new AbortController().signal })).toBe(false);
    const attempts = await probe.stop();
    expect(attempts.length).toBeGreaterThan(3);
    expect(attempts.some(({ acked, isSent }) => acked || isSent)).toBe(false);
    const due = attempts.map(({ seq, dueMonotonicMs }) => dueMonotonicMs - seq * 10);
    expect(new Set(due.map(Math.round)).size).toBe(1);
    expect(attempts.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(attempts.map((_, seq) => seq));
  });

  it("of a worker that may not go on is none that another could go on with", async () => {
    const ending = new AbortController();
    await beginProbe("m", await options(ending.signal));
    expect(findProbe("m")).not.toBeNull();
    ending.abort();
    expect(findProbe("m")).toBeNull();
    expect(await endProbe("m")).not.toBeNull();
    expect(await endProbe("m")).toBeNull();
  });
});
