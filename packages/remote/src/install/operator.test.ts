import { describe, expect, test } from "vitest";
import type { CommandResult, RunOptions } from "../command/run-command";
import { RemoteSession } from "../connection/session";
import { Client } from "../connection/ssh2";
import { CommandFailure } from "../failure";
import { listBootFiles } from "./boot";
import { disableOperator, enableOperator, restartOperator } from "./operator";
import { deleteAgent } from "./remains";

const { signal } = new AbortController();

/** A host that has what a test says: files, and commands that fail. It notes what was run. */
class TestHost extends RemoteSession {
  readonly ran: string[] = [];

  constructor(
    private readonly files: readonly string[],
    private readonly failing: Readonly<Record<string, string>> = {},
  ) {
    const hostKey = { algorithm: "ssh-ed25519", fingerprint: "SHA256:x" };
    const signIn = { kind: "password", password: "-" } as const;
    super({ name: "db1", address: "192.0.2.11", port: 22, user: "root", hostKey, signIn }, new Client(), []);
  }

  override async run(args: readonly string[], options: RunOptions): Promise<CommandResult> {
    const command = args.join(" ");
    const isTest = args[0] === "test";
    if (!isTest) this.ran.push(command);
    const stderr = this.failing[command] ?? "";
    const exitCode = (isTest && !this.files.includes(args[2] ?? "")) || stderr !== "" ? 1 : 0;
    if (exitCode !== 0 && options.acceptsFailure !== true)
      throw new CommandFailure(this.hostName, { command, exitCode, signal: null, stderr });
    return { exitCode, signal: null, stdout: "", stderr, isTruncated: false };
  }

  override runAsRoot(args: readonly string[], options: RunOptions): Promise<CommandResult> {
    return this.run(args, options);
  }
}

const script = "/opt/primacy-agent/current/primacy-operator";
const isOn = "/etc/primacy-agent/host-operator";
const systemd = "/run/systemd/system";
const init = "/etc/init.d";
const removal = ["sh -c rm -f -- /etc/rc?.d/[SK]??primacy-operator", "rm -f -- /etc/init.d/primacy-operator"];

describe("the host operator on a host", () => {
  test("with init scripts it starts at boot before a database, as the release that is current then", async () => {
    const host = new TestHost([script, init]);
    expect(await enableOperator(host, signal)).toBe("init");
    const [link, links, ...others] = host.ran;
    expect(link).toBe(`ln -sfn -- ${script} /etc/init.d/primacy-operator`);
    expect(links).toContain("ln -sfn ../init.d/primacy-operator /etc/rc$level.d/S00primacy-operator");
    expect(links).not.toContain("update-rc.d");
    expect(others).toEqual([`${script} enable`]);
  });

  test("with systemd it gets the unit of the current release", async () => {
    const host = new TestHost([script, systemd, init]);
    expect(await enableOperator(host, signal)).toBe("systemd");
    expect(host.ran).toEqual([
      "cp -f -- /opt/primacy-agent/current/primacy-operator.service /etc/systemd/system/primacy-operator.service",
      "systemctl daemon-reload",
      "systemctl enable primacy-operator.service",
      `${script} enable`,
    ]);
  });

  test.each<[string, readonly string[]]>([
    ["is switched off", [script, init]],
    ["is not in the release", [isOn, init]],
  ])("is not started again where it %s", async (_what, files) => {
    const host = new TestHost(files);
    expect(await restartOperator(host, signal)).toBe(false);
    expect(host.ran).toEqual([]);
  });

  test("is started again where it is on", async () => {
    const host = new TestHost([script, isOn, init]);
    expect(await restartOperator(host, signal)).toBe(true);
    expect(host.ran.at(-1)).toBe(`${script} restart`);
  });

  test.each([
    [true, [script, isOn, init]],
    [false, [script, init]],
  ])(
    "undoes what is in force before it is taken from what starts at boot (it was on: %s)",
    async (wasOn, files) => {
      const host = new TestHost(files);
      expect(await disableOperator(host, signal)).toBe(wasOn);
      expect(host.ran).toEqual([`${script} disable`, ...removal]);
    },
  );

  test("still starts at boot where it could not undo something, and the reason is its own", async () => {
    const reason = "mysqld could not be started";
    const host = new TestHost([script, isOn, init], { [`${script} disable`]: reason });
    await expect(disableOperator(host, signal)).rejects.toMatchObject({
      code: "command_failed",
      stderr: reason,
    });
    expect(host.ran).toEqual([`${script} disable`]);
  });

  test("is taken from what starts at boot with the agent's files, also where its script is gone", async () => {
    const host = new TestHost([init]);
    expect(await disableOperator(host, signal)).toBe(false);
    expect(host.ran).toEqual(removal);
    await deleteAgent(host, signal);
    expect(host.ran.slice(2, 4)).toEqual(removal);
  });

  test("counts with the agent where somebody asks what would start at boot", async () => {
    const host = new TestHost([init]);
    await listBootFiles(host, signal);
    for (const name of ["primacy-agent", "primacy-operator"])
      for (const file of [
        `/etc/systemd/system/${name}.service`,
        `/etc/init.d/${name}`,
        `/etc/rc?.d/[SK]??${name}`,
      ])
        expect(host.ran[0]).toContain(` ${file}`);
  });
});
