import { expect, it } from "vitest";
import type { Caller } from "../auth/caller";
import { openConsole } from "../testing/open-console";
import { createLiveSource, type LiveReader } from "./live-frames";
import type { StreamFrame } from "./stream-source";

const timings = { tickMs: 200, heartbeatMs: 500 };

/** Always has a frame, after a turn of the event loop. */
async function* readForever(): AsyncGenerator<StreamFrame, void, undefined> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    yield { kind: "item", id: null, data: {} };
  }
}

it("ends soon after its token was revoked although frames never stop, and not before", async () => {
  const tested = await openConsole();
  const { user, token } = tested.people.operator;
  const found = await tested.database.tokens.findBySecret(token);
  if (found === null) throw new Error("the operator has no token");
  const { id, name, role } = found.token;
  const principal = { kind: "token", id, name, role, locale: user.locale, theme: user.theme } as const;
  const caller: Caller = { principal, userId: user.id, sessionId: null };
  const reader: LiveReader = { note: () => true, noteGap: () => undefined, read: readForever };
  const gone = new AbortController();
  const limit = setTimeout(() => gone.abort(), 120_000);
  const startedMs = performance.now();
  let revokedMs: number | null = null;
  for await (const _ of createLiveSource(tested.context, caller, reader, timings).frames(gone.signal)) {
    if (revokedMs !== null || performance.now() - startedMs < 3 * timings.heartbeatMs) continue;
    await tested.ask("DELETE", `/tokens/${id}`, { token });
    revokedMs = performance.now();
  }
  clearTimeout(limit);
  expect(revokedMs).not.toBeNull();
  expect(gone.signal.aborted).toBe(false);
  await tested.close();
});
