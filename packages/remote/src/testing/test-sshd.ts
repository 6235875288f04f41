import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
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
  const password = randomBytes(9).toString("base64url");
  const key = generateSshKey("test");
  const port = await findFreePort();
  const smallFolder = path.join(folder, "small");
  mkdirSync(smallFolder);
  writeAccounts(folder, user, password);
  writeFileSync(path.join(folder, "authorized_keys"), `${key.publicKey}\n`, { mode: 0o600 });
  writeFileSync(path.join(folder, "sshd_config"), configText(folder, port, extraConfig));
  writeFileSync(path.join(folder, "start.sh"), startScript);
  makeHostKeys(folder);
  let child = launch(folder);
  let hostKey = await waitForHostKey(port);
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  return {
    port,
    key,
    user,
    password,
    smallFolder,
    folder,
    get hostKey() {
      return hostKey;
    },
    kill,
    restart: async (options) => {
      kill();
      if (options?.newHostKeys === true) makeHostKeys(folder);
      child = launch(folder);
      hostKey = await waitForHostKey(port);
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

function launch(folder: string): ChildProcess {
  const args = ["--mount", "--pid", "--fork", "--kill-child", "sh", path.join(folder, "start.sh"), folder];
  return spawn("unshare", args, { stdio: "ignore", detached: true });
}

function writeAccounts(folder: string, user: string, password: string): void {
  const script = "print crypt($ARGV[0], q($6$primacytest$))";
  const hash = execFileSync("perl", ["-e", script, password], { encoding: "utf8" });
  const passwd = readFileSync("/etc/passwd", "utf8");
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

async function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null
          ? resolve(address.port)
          : reject(new Error("no port")),
      );
    });
  });
}

async function waitForHostKey(port: number): Promise<HostKey> {
  const endAt = Date.now() + 15_000;
  for (;;) {
    try {
      const target = { name: "loopback", address: "127.0.0.1", port };
      return await scanHostKey(target, { signal: AbortSignal.timeout(2_000) });
    } catch (error) {
      if (Date.now() > endAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
