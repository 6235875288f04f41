import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { formatMessage } from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandFailure, RemoteFailure } from "../failure";
import { startTestSshd, type TestSshd } from "../testing/test-sshd";
import { connect } from "./connect";
import { generateSshKey } from "./console-key";
import { scanHostKey } from "./scan-host-key";
import type { RemoteSession } from "./session";
import type { SshTarget } from "./target";

let sshd: TestSshd;
beforeAll(async () => {
  sshd = await startTestSshd();
});
afterAll(() => sshd?.stop());

const signal = new AbortController().signal;

function asRoot(change: Partial<SshTarget> = {}): SshTarget {
  return {
    name: "loopback",
    address: "127.0.0.1",
    port: sshd.port,
    user: "root",
    signIn: { kind: "key", privateKey: sshd.key.privateKey },
    hostKey: sshd.hostKey,
    ...change,
  };
}

function asUser(password = sshd.password): SshTarget {
  return asRoot({ user: sshd.user, signIn: { kind: "password", password } });
}

async function within<T>(target: SshTarget, use: (session: RemoteSession) => Promise<T>): Promise<T> {
  const session = await connect(target, { signal });
  try {
    return await use(session);
  } finally {
    session.close();
  }
}

async function failureOf(attempt: Promise<unknown>): Promise<RemoteFailure> {
  const error = await attempt.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RemoteFailure)) throw new Error("expected a RemoteFailure", { cause: error });
  return error;
}

describe("host keys", () => {
  test("a scan tells the fingerprint that ssh-keygen tells", async () => {
    const key = await scanHostKey(asRoot(), { signal });
    const file = path.join(sshd.folder, "host_ed25519.pub");
    const told = execFileSync("ssh-keygen", ["-l", "-f", file], { encoding: "utf8" }).split(" ")[1];
    expect(key).toEqual({ algorithm: "ssh-ed25519", fingerprint: told });
  });

  test("a changed key stops everything before the credentials are looked at", async () => {
    const other = { algorithm: "ssh-ed25519", fingerprint: `SHA256:${"A".repeat(43)}` };
    const failure = await failureOf(connect({ ...asUser("wrong"), hostKey: other }, { signal }));
    expect(failure).toMatchObject({ code: "host_key_changed", retryable: false });
    expect(failure.message).toContain(sshd.hostKey.fingerprint);
  });

  test("a host that gained another kind of key still shows the pinned one", async () => {
    const file = path.join(sshd.folder, "host_rsa.pub");
    const fingerprint =
      execFileSync("ssh-keygen", ["-l", "-f", file], { encoding: "utf8" }).split(" ")[1] ?? "";
    const target = asRoot({ hostKey: { algorithm: "ssh-rsa", fingerprint } });
    expect(
      await within(target, async (session) => (await session.run(["id", "-un"], { signal })).stdout),
    ).toBe("root\n");
  });

  test("a reinstalled host is refused until its new key is pinned", async () => {
    const before = sshd.hostKey;
    await sshd.restart({ newHostKeys: true });
    expect((await failureOf(connect(asRoot({ hostKey: before }), { signal }))).code).toBe("host_key_changed");
    await within(asRoot(), async (session) => session.run(["true"], { signal }));
  });
});

describe("signing in", () => {
  test("a key, a key with a passphrase and a password work", async () => {
    await within(asRoot(), async (session) => expect(await session.observePrivilege(signal)).toBe("root"));
    await within(asUser(), async (session) => expect(await session.observePrivilege(signal)).toBe("none"));
    const passphrase = "open sesame";
    const file = path.join(sshd.folder, "locked");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-f", file]);
    appendFileSync(path.join(sshd.folder, "authorized_keys"), readFileSync(`${file}.pub`));
    const privateKey = readFileSync(file, "utf8");
    await within(asRoot({ signIn: { kind: "key", privateKey, passphrase } }), async (session) =>
      expect((await session.run(["id", "-un"], { signal })).stdout).toBe("root\n"),
    );
    for (const wrong of [{}, { passphrase: "not it" }]) {
      const failure = await failureOf(
        connect(asRoot({ signIn: { kind: "key", privateKey, ...wrong } }), { signal }),
      );
      expect(failure.code).toBe("credential_invalid");
      expect(failure.message).not.toContain("not it");
    }
  });

  test("a wrong password and a wrong key are told apart from a host that is not there", async () => {
    const password = await failureOf(connect(asUser("not-it"), { signal }));
    expect(password).toMatchObject({ code: "auth_failed", retryable: false });
    expect(password.message).not.toContain("not-it");
    const stranger = generateSshKey("stranger").privateKey;
    const key = await failureOf(
      connect(asRoot({ signIn: { kind: "key", privateKey: stranger } }), { signal }),
    );
    expect(key.code).toBe("auth_failed");
    const absent = await failureOf(connect(asRoot({ port: 1 }), { signal }));
    expect(absent).toMatchObject({ code: "host_unreachable", retryable: true });
    const silent = await failureOf(
      connect(asRoot({ address: "127.0.0.1", port: await silentPort() }), { signal, timeoutMs: 500 }),
    );
    expect(silent.code).toBe("host_unreachable");
    expect(formatMessage(silent.explanation, "zh")).toContain("500 毫秒内没有应答");
  });

  test("a key that cannot be read says so, without the key", async () => {
    const failure = await failureOf(
      connect(asRoot({ signIn: { kind: "key", privateKey: "garbage-key" } }), { signal }),
    );
    expect(failure.code).toBe("credential_invalid");
    expect(failure.message).not.toContain("garbage-key");
  });

  test("an abort ends an attempt with the reason of the abort", async () => {
    const reason = new Error("cancelled");
    const port = await silentPort();
    await expect(connect(asRoot({ port }), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const control = new AbortController();
    const attempt = connect(asRoot({ port }), { signal: control.signal });
    setTimeout(() => control.abort(reason), 20);
    await expect(attempt).rejects.toBe(reason);
  });
});

describe("commands", () => {
  test("a failure keeps command, exit code and stderr, and hides secrets", async () => {
    await within(asRoot(), async (session) => {
      const args = ["sh", "-c", "echo out; echo s3cret is bad >&2; exit 7", "s3cret"];
      const failure = await failureOf(session.run(args, { signal, secrets: ["s3cret"] }));
      if (!(failure instanceof CommandFailure)) throw failure;
      expect(failure).toMatchObject({
        code: "command_failed",
        exitCode: 7,
        signal: null,
        stderr: "*** is bad\n",
      });
      expect(`${failure.message} ${failure.command}`).not.toContain("s3cret");
    });
  });

  test("input reaches the command, and what is not wanted of its output is dropped", async () => {
    await within(asRoot(), async (session) => {
      const echoed = await session.run(["cat"], { signal, stdin: "täxt\n" });
      expect(echoed.stdout).toBe("täxt\n");
      const flood = await session.run(["sh", "-c", "yes | head -c 3000000"], {
        signal,
        maxOutputBytes: 1000,
      });
      expect(flood.stdout.length).toBe(1000);
      expect(flood.isTruncated).toBe(true);
    });
  });

  test("a command that a signal ended says which", async () => {
    await within(asRoot(), async (session) => {
      const failure = await failureOf(session.run(["sh", "-c", "kill -9 $$"], { signal }));
      expect(failure).toMatchObject({ exitCode: null, signal: "SIGKILL" });
    });
  });

  test("a command past its time is ended on the host, and the session lives on", async () => {
    await within(asRoot(), async (session) => {
      // A duration that no other test uses, so that the process can be found by it.
      const duration = `61.${randomBytes(3).readUIntBE(0, 3)}`;
      const run = session.run(["sleep", duration], { signal, timeoutMs: 300 });
      expect((await failureOf(run)).code).toBe("timeout");
      const find = ["pgrep", "-f", `^sleep ${duration}`];
      await expect
        .poll(async () => (await session.run(find, { signal, acceptsFailure: true })).stdout, {
          timeout: 60_000,
        })
        .toBe("");
    });
  });

  test("a host that dies while a command runs is unreachable, not a success", async () => {
    await within(asRoot(), async (session) => {
      const run = failureOf(session.run(["sleep", "60"], { signal }));
      await session.run(["true"], { signal });
      sshd.kill();
      expect(await run).toMatchObject({ code: "host_unreachable", retryable: true });
      expect((await failureOf(session.run(["true"], { signal }))).code).toBe("host_unreachable");
    });
    await sshd.restart();
  });

  test("root's commands need sudo that works: the refusal names the user", async () => {
    await within(asUser(), async (session) => {
      const failure = await failureOf(session.runAsRoot(["id"], { signal }));
      expect(failure).toMatchObject({ code: "no_sudo", retryable: false });
      expect(failure.message).toContain(sshd.user);
    });
  });
});

describe("uploads", () => {
  test.each(["Subsystem sftp internal-sftp", "Subsystem other /bin/false"])(
    "a file arrives whole and with its mode (%s)",
    async (subsystem) => {
      const server = await startTestSshd(subsystem);
      try {
        const bytes = randomBytes(3_000_000);
        const local = path.join(server.folder, "local");
        writeFileSync(local, bytes);
        const remote = path.join(server.folder, "it's here");
        const sent: number[] = [];
        const target = asRoot({
          port: server.port,
          hostKey: server.hostKey,
          signIn: { kind: "key", privateKey: server.key.privateKey },
        });
        await within(target, async (session) =>
          session.upload({
            path: remote,
            mode: "0640",
            content: { kind: "file", localPath: local },
            signal,
            onProgress: (sentBytes) => sent.push(sentBytes),
          }),
        );
        expect(readFileSync(remote).equals(bytes)).toBe(true);
        expect(statSync(remote).mode & 0o777).toBe(0o640);
        expect(sent.at(-1)).toBe(bytes.length);
      } finally {
        server.stop();
      }
    },
  );

  test("a full file system says how much is needed and how much is free, and leaves nothing", async () => {
    for (const subsystem of ["Subsystem sftp internal-sftp", "Subsystem other /bin/false"]) {
      const server = await startTestSshd(subsystem);
      try {
        const target = asRoot({
          port: server.port,
          hostKey: server.hostKey,
          signIn: { kind: "key", privateKey: server.key.privateKey },
        });
        await within(target, async (session) => {
          const upload = session.upload({
            path: path.join(server.smallFolder, "big"),
            mode: "0600",
            content: { kind: "bytes", bytes: Buffer.alloc(8_000_000) },
            signal,
          });
          expect(await failureOf(upload)).toMatchObject({ code: "no_space", retryable: false });
          expect((await session.run(["ls", "-A", server.smallFolder], { signal })).stdout).toBe("");
        });
      } finally {
        server.stop();
      }
    }
  });
});

async function silentPort(): Promise<number> {
  const { createServer } = await import("node:net");
  const server = createServer(() => undefined);
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
