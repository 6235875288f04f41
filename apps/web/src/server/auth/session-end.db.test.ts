import { afterEach, expect, it, vi } from "vitest";
import { createLiveSource, type LiveReader } from "../stream/live-frames";
import type { StreamFrame } from "../stream/stream-source";
import { openConsole, password, type TestConsole } from "../testing/open-console";
import type { Caller } from "./caller";

const dayMs = 86_400_000;
const maxAgeMs = 30 * dayMs;

afterEach(() => {
  vi.useRealTimers();
});

/** A session of the viewer that is used every few days until day 27, by the clock of this process. */
async function useUntilDay27(
  tested: TestConsole,
): Promise<{ cookie: string; id: string; startMs: number; cookieEnds: string }> {
  const { user } = tested.people.viewer;
  const signedIn = await tested.ask("POST", "/session", { body: { name: user.name, password } });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { items } = await tested.database.sessions.list(user.id, null, { after: null, limit: 1 });
  const [session] = items;
  if (session === undefined) throw new Error("the viewer has no session");
  const startMs = Date.parse(session.createdAt);
  let cookieEnds = "";
  for (const day of [6, 12, 18, 24, 27]) {
    vi.setSystemTime(startMs + day * dayMs);
    const told = await tested.ask("GET", "/session", { cookie });
    expect(told.status).toBe(200);
    cookieEnds = /Expires=([^;]+)/.exec(told.headers.getSetCookie()[0] ?? "")?.[1] ?? "";
  }
  return { cookie, id: session.id, startMs, cookieEnds };
}

it("a session ends 30 days after its start although it is used, and its list and its cookie say so", async () => {
  const tested = await openConsole();
  const { cookie, id, startMs, cookieEnds } = await useUntilDay27(tested);
  const listed = await tested.ask("GET", "/sessions", { cookie });
  expect(listed.json.items).toMatchObject([{ id, expiresAt: new Date(startMs + maxAgeMs).toISOString() }]);
  expect(Math.abs(Date.parse(cookieEnds) - (startMs + maxAgeMs))).toBeLessThan(1_000);
  vi.setSystemTime(startMs + maxAgeMs - 1_000);
  expect((await tested.ask("GET", "/session", { cookie })).status).toBe(200);
  vi.setSystemTime(startMs + maxAgeMs + 1_000);
  expect((await tested.ask("GET", "/session", { cookie })).status).toBe(401);
  vi.useRealTimers();
  await tested.close();
});

it("a stream that is open 30 days after the start of its session ends then", async () => {
  const tested = await openConsole();
  const { id, startMs } = await useUntilDay27(tested);
  const { id: userId, name, role, locale, theme } = tested.people.viewer.user;
  const principal = { kind: "session", id: userId, name, role, locale, theme } as const;
  const caller: Caller = { principal, userId, sessionId: id };
  const reader: LiveReader = { note: () => true, noteGap: () => undefined, read: readForever };
  const limit = AbortSignal.timeout(120_000);
  const timings = { tickMs: 100, heartbeatMs: 200 };
  const openedMs = performance.now();
  let overMs: number | null = null;
  for await (const _ of createLiveSource(tested.context, caller, reader, timings).frames(limit)) {
    if (overMs !== null || performance.now() - openedMs < 3 * timings.heartbeatMs) continue;
    overMs = performance.now();
    vi.setSystemTime(startMs + maxAgeMs + 1_000);
  }
  expect(overMs).not.toBeNull();
  expect(limit.aborted).toBe(false);
  vi.useRealTimers();
  await tested.close();
});

/** Always has a frame, after a turn of the event loop. */
async function* readForever(): AsyncGenerator<StreamFrame, void, undefined> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    yield { kind: "item", id: null, data: {} };
  }
}
