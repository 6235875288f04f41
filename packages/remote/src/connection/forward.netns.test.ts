import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestSshd, type TestSshd } from "../testing/test-sshd";
import { connect } from "./connect";
import type { RemoteSession } from "./session";

const signal = new AbortController().signal;
let sshd: TestSshd;
let closed: TestSshd;

beforeAll(async () => {
  sshd = await startTestSshd();
  closed = await startTestSshd("AllowTcpForwarding no");
});
afterAll(() => {
  sshd?.stop();
  closed?.stop();
});

async function within<T>(server: TestSshd, use: (session: RemoteSession) => Promise<T>): Promise<T> {
  const signIn = { kind: "key" as const, privateKey: server.key.privateKey };
  const address = { name: "loopback", address: "127.0.0.1", port: server.port };
  const session = await connect({ ...address, user: "root", signIn, hostKey: server.hostKey }, { signal });
  try {
    return await use(session);
  } finally {
    session.close();
  }
}

test("a port of the host is reached through the connection", async () => {
  await within(sshd, async (session) => {
    const forwarded = await session.forward("127.0.0.1", sshd.port, signal);
    if (forwarded.kind !== "open") throw new Error(forwarded.kind);
    const [greeting] = await once(forwarded.stream, "data");
    expect(String(greeting)).toMatch(/^SSH-2\.0-/);
    forwarded.stream.destroy();
  });
});

test("that nobody listens is told apart from an sshd that does not forward, and the session goes on", async () => {
  await within(sshd, async (session) => {
    expect(await session.forward("127.0.0.1", 1, signal)).toMatchObject({
      kind: "failed",
      reason: { code: "text.quoted", text: expect.stringContaining("refused") },
    });
    expect((await session.run(["true"], { signal })).exitCode).toBe(0);
  });
  await within(closed, async (session) => {
    expect(await session.forward("127.0.0.1", closed.port, signal)).toEqual({ kind: "prohibited" });
    expect((await session.run(["true"], { signal })).exitCode).toBe(0);
  });
});

test("a call that is aborted throws the reason", async () => {
  await within(sshd, async (session) => {
    const stopping = new AbortController();
    const asked = session.forward("127.0.0.1", sshd.port, stopping.signal);
    stopping.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });
});
