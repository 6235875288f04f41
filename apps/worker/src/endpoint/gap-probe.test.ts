import { createServer } from "node:net";
import { notBegun } from "@primacy/core/proxy";
import { describe, expect, it, vi } from "vitest";
import { LeaseLapsed, LeaseLost } from "../operation/abort-reasons";
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

  it("has no more attempts under way than a busy machine can carry, and says which it could not begin", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const at = silent.address();
    const port = typeof at === "object" && at !== null ? at.port : 1;
    let most = 0;
    let open = 0;
    silent.on("connection", (socket) => {
      open += 1;
      most = Math.max(most, open);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open -= 1;
      });
    });
    const given = await options(new AbortController().signal);
    const probe = new GapProbe({ ...given, server: { ...given.server, port } });
    await vi.waitFor(() => expect(most).toBeGreaterThan(3), { timeout: 120_000 });
    const attempts = await probe.stop();
    await new Promise((resolve) => silent.close(resolve));
    expect(most).toBeLessThanOrEqual(8);
    expect(attempts.filter(({ error }) => error === notBegun).every(({ isSent }) => !isSent)).toBe(true);
  });

  it("of a worker that may not go on is none that another could go on with", async () => {
    const ending = new AbortController();
    await beginProbe("m", await options(ending.signal));
    expect(findProbe("m")).not.toBeNull();
    ending.abort(new LeaseLost());
    expect(findProbe("m")).toBeNull();
    await endProbe("m");
  });

  it("sees on where the lease lapsed, which this worker may hold again", async () => {
    const lapsing = new AbortController();
    const probe = await beginProbe("m", await options(lapsing.signal));
    lapsing.abort(new LeaseLapsed());
    await vi.waitFor(() => expect(probe.lastReason).not.toBeNull());
    expect(findProbe("m")).toBe(probe);
    await endProbe("m");
    expect(findProbe("m")).toBeNull();
  });

  it("that was stopped tells the same to a step that is carried out again", async () => {
    const probe = await beginProbe("m", await options(new AbortController().signal));
    await vi.waitFor(() => expect(probe.lastReason).not.toBeNull());
    const first = await probe.stop();
    expect(findProbe("m")?.isStopped).toBe(true);
    expect(await findProbe("m")?.stop()).toBe(first);
    await endProbe("m");
  });
});
