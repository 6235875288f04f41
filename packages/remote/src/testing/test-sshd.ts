import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { HostKey } from "@primacy/contract";
import { generateSshKey, type SshKeyPair } from "../connection/console-key";
import { scanHostKey } from "../connection/scan-host-key";

/** A real OpenSSH server on loopback with users of its own, in a mount namespace of its own. */
export interface TestSshd {
  readonly port: number;
  readonly hostKey: HostKey;
  /** Signs in as `root` by this key, and as `user` by `password`. */
  readonly key: SshKeyPair;
  readonly user: string;
  readonly password: string;
  /** A file system of 4 MiB, mounted in the server's namespace only. */
  readonly smallFolder: string;
  /** An empty folder that outlives the server. */
  readonly folder: string;
  /** Ends every connection and the server, at once. */
  kill(): void;
  /** Starts it again on the same port, with the same or with new host keys. */
  restart(options?: { newHostKeys: boolean }): Promise<void>;
  stop(): void;
}

/**
 * Starts it. Users exist only in the namespace, where changed copies lie over /etc/passwd and /etc/shadow: nothing
 * of the machine is touched. `extraConfig` is added to sshd_config.
 */
export async function startTestSshd(extraConfig = ""): Promise<TestSshd> {
  const folder = mkdtempSync(path.join(tmpdir(), "primacy-sshd-"));
  const user = "primacy-probe";
  // Begins like an option, so that whatever takes it for one fails each time and not once in 64.
  const password = `-${randomBytes(9).toString("base64url")}`;
  const key = generateSshKey("test");
  const port = await findFreePort();
  const smallFolder = path.join(folder, "small");
  mkdirSync(smallFolder);
  writeAccounts(folder, user, password);
  writeFileSync(path.join(folder, "authorized_keys"), `${key.publicKey}\n`, { mode: 0o600 });
  writeFileSync(path.join(folder, "sshd_config"), configText(folder, port, extraConfig));
  writeFileSync(path.join(folder, "start.sh"), startScript);
  makeHostKeys(folder);
  let server = await launch(folder, port);
  const kill = (): void => endGroup(server.child);
  return {
    port,
    key,
    user,
    password,
    smallFolder,
    folder,
    get hostKey() {
      return server.hostKey;
    },
    kill,
    restart: async (options) => {
      kill();
      if (options?.newHostKeys === true) makeHostKeys(folder);
      await waitForSilence(port);
      server = await launch(folder, port);
    },
    stop: () => {
      kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// The server and everything it starts share one process group, and die with the namespace's first process.
const startScript = `set -e
cd "$1"
mount --bind passwd /etc/passwd
mount --bind shadow /etc/shadow
mount -t tmpfs -o size=4m,mode=755 primacy-small small
mount -t tmpfs -o size=1m,mode=755 primacy-run /run
mkdir -p /run/sshd
exec /usr/sbin/sshd -D -e -f "$1/sshd_config"
`;

interface RunningSshd {
  readonly child: ChildProcess;
  readonly hostKey: HostKey;
}

/** Resolves once it answers with its host key; throws what it wrote to stderr when it ends before. */
async function launch(folder: string, port: number): Promise<RunningSshd> {
  const args = ["--mount", "--pid", "--fork", "--kill-child", "sh", path.join(folder, "start.sh"), folder];
  const child = spawn("unshare", args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-2000);
  });
  try {
    const hostKey = await waitForHostKey(port, () => {
      if (hasEnded(child)) throw new Error(`the test sshd ended: ${said}`);
    });
    return { child, hostKey };
  } catch (error) {
    endGroup(child);
    throw error;
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Ends the server with every connection of it. A group that has ended already is no failure. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || hasEnded(child)) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function writeAccounts(folder: string, user: string, password: string): void {
  const script = "print crypt($ARGV[0], q($6$primacytest$))";
  const hash = execFileSync("perl", ["-e", script, "--", password], { encoding: "utf8" });
  // A home without start files: what those of this machine do, and for how long, is not known here.
  const passwd = readFileSync("/etc/passwd", "utf8").replace(
    /^root:.*$/m,
    `root:x:0:0:root:${folder}:/bin/bash`,
  );
  const shadow = readFileSync("/etc/shadow", "utf8");
  writeFileSync(path.join(folder, "passwd"), `${passwd}${user}:x:64123:65534::/tmp:/bin/sh\n`, {
    mode: 0o644,
  });
  writeFileSync(path.join(folder, "shadow"), `${shadow}${user}:${hash}:19000:0:99999:7:::\n`, {
    mode: 0o600,
  });
}

function makeHostKeys(folder: string): void {
  for (const type of ["ed25519", "rsa"]) {
    const file = path.join(folder, `host_${type}`);
    rmSync(file, { force: true });
    rmSync(`${file}.pub`, { force: true });
    execFileSync("ssh-keygen", ["-q", "-t", type, "-N", "", "-f", file]);
  }
}

function configText(folder: string, port: number, extra: string): string {
  return `ListenAddress 127.0.0.1:${port}
HostKey ${folder}/host_ed25519
HostKey ${folder}/host_rsa
AuthorizedKeysFile ${folder}/authorized_keys
PermitRootLogin prohibit-password
PasswordAuthentication yes
KbdInteractiveAuthentication no
StrictModes no
UsePAM no
PidFile none
${extra.includes("Subsystem") ? "" : "Subsystem sftp internal-sftp\n"}${extra}
`;
}

// Below the range that Linux hands out to outgoing connections: the port is still free after a restart.
const firstPort = 26_000;
const lastPort = 31_999;

async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort + 1);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

const startLimitMs = 30_000;
const pollMs = 50;

async function waitForHostKey(port: number, checkAlive: () => void): Promise<HostKey> {
  const endAt = performance.now() + startLimitMs;
  for (;;) {
    try {
      const target = { name: "loopback", address: "127.0.0.1", port };
      return await scanHostKey(target, { signal: AbortSignal.timeout(10_000) });
    } catch (error) {
      checkAlive();
      if (performance.now() > endAt) throw error;
      await delay(pollMs);
    }
  }
}

/** Waits until the server before has left the port: it must not be taken for the one that follows. */
async function waitForSilence(port: number): Promise<void> {
  const endAt = performance.now() + startLimitMs;
  while (!(await isFree(port))) {
    if (performance.now() > endAt) throw new Error(`port ${port} stays taken`);
    await delay(pollMs);
  }
}
