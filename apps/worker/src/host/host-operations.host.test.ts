import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { connect as tlsConnect } from "node:tls";
import type { Host, Operation, SshCredential } from "@primacy/contract";
import { storeConsoleSshKey } from "@primacy/db";
import { isLongRun, type LabHost } from "@primacy/lab";
import { generateSshKey, scanHostKey } from "@primacy/remote";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { renewAgentCertificate } from "../certificate/renew-agents";
import { type LabWorker, packageFile, startLabWorker } from "../testing/lab-worker";
import { startWorkerProcess } from "../testing/worker-process";
import { settleAgentState } from "./agent-state";
import { hostOperations } from "./host-operations";

let here: LabWorker;
let machine: LabHost;
let rootKey: SshCredential;
const packages: string[] = [];

beforeAll(async () => {
  here = await startLabWorker(hostOperations, { of: "host" });
  machine = here.lab.host("px1");
  await cleanUp();
  rootKey = { kind: "key", privateKey: await readFile(here.lab.sshKeyPath, "utf8") };
});
afterAll(async () => {
  await here?.close();
  for (const file of packages) rmSync(file, { force: true });
});
afterEach(async () => {
  here.usePackage();
  await here.lab.fault.heal();
  await cleanUp();
});

/** After a test that failed half-way: the next one finds a host without an agent, and a console without hosts. */
async function cleanUp(): Promise<void> {
  const input = `rm -f /etc/init.d/primacy-operator /etc/rc?.d/*primacy-operator
    /opt/primacy-agent/current/primacy-operator disable
    /opt/primacy-agent/current/primacy-operator stop
    /opt/primacy-agent/current/primacy-supervisor stop
    nft delete table inet primacy_vip
    rm -rf /opt/primacy-agent /etc/primacy-agent* /var/lib/primacy-agent /run/primacy-agent
    rm -f /usr/local/bin/primacy-agent /etc/init.d/primacy-agent /etc/rc?.d/*primacy-agent
    userdel primacy-agent`;
  await machine.tryExec(["sh"], { input, timeoutMs: 180_000 });
  await here.opened.database.transact(here.worker.actor, async (unit) => {
    for (const host of await unit.hosts.listAll()) {
      await unit.agents.remove(host.id);
      await unit.hosts.remove(host.id);
    }
  });
}

const byRoot = (): Promise<Host> => here.addHost(machine, { user: "root", credential: rootKey });
const byPassword = ({ user, password }: { user: string; password: string }): Promise<Host> =>
  here.addHost(machine, { user, credential: { kind: "password", password } });
const read = (host: Host): Promise<Host> => here.opened.database.hosts.get(host.id);

/** Anything of an agent on the host, seen from the host itself. */
async function remains(): Promise<string> {
  const input = `ls -d /opt/primacy-agent* /etc/primacy-agent* /var/lib/primacy-agent* /run/primacy-agent* \\
    /usr/local/bin/primacy-agent* /etc/init.d/primacy-* /etc/rc?.d/*primacy-* 2>/dev/null
    ps -eo args | grep '[p]rimacy-'; nft list tables | grep primacy; grep primacy /etc/passwd /etc/group; true`;
  return (await machine.exec(["sh"], { input })).stdout;
}

/** The serial number of the certificate that the agent shows now. */
function observeSerial(host: Host): Promise<string> {
  const { caPem: ca, certificatePem: cert, keyPem: key } = here.worker.certificates.identity;
  return new Promise((resolve, reject) => {
    const options = {
      host: host.agentAddress,
      port: host.agentPort,
      ca,
      cert,
      key,
      checkServerIdentity: () => undefined,
    };
    const socket = tlsConnect(options, () => {
      resolve(socket.getPeerCertificate().serialNumber.toLowerCase());
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

/**
 * A package of the same agent with other content, one whose program does not run, one that runs and is silent, or one whose
 * host operator does not start.
 */
function makePackage(kind: "newer" | "broken" | "mute" | "idle"): string {
  const folder = mkdtempSync(path.join(tmpdir(), "primacy-package-"));
  execFileSync("tar", ["-xzf", packageFile, "-C", folder]);
  const program = path.join(folder, "primacy-agent");
  const write = (lines: string): void => writeFileSync(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  if (kind === "newer") writeFileSync(path.join(folder, "NOTES"), "newer\n");
  if (kind === "broken") write("echo no luck >&2\nexit 1");
  if (kind === "mute") write("case $1 in version) echo 9.9.9;; run) exec sleep 600;; esac");
  if (kind === "idle") {
    const script = '#!/bin/sh\n[ "$1" != enable ] || { echo "not today" >&2; exit 1; }\n';
    writeFileSync(path.join(folder, "primacy-operator"), script, { mode: 0o755 });
  }
  const file = path.join(folder, "..", `${path.basename(folder)}.tar.gz`);
  execFileSync("tar", ["--use-compress-program=gzip -1", "-cf", file, "-C", folder, "."]);
  rmSync(folder, { recursive: true });
  packages.push(file);
  return file;
}

function expectState(operation: Operation, state: Operation["state"], code: string | null = null): void {
  const told = operation.steps
    .map((step) => `${step.code} ${step.state}: ${step.detail?.text ?? ""}`)
    .join("\n");
  expect([operation.state, operation.problem?.code ?? null], `${operation.problem?.title}\n${told}`).toEqual([
    state,
    code,
  ]);
}

/** What failed before works now, and leaves nothing. */
async function expectInstallsAndRemoves(host: Host): Promise<void> {
  expectState(await here.run("agent.install", host), "succeeded");
  expect(await read(host)).toMatchObject({ agentState: "answering" });
  expectState(await here.run("agent.remove", host), "succeeded");
  expect(await remains()).toBe("");
  expect(await read(host)).toMatchObject({ agentState: "none" });
}

async function reached(id: string, code: string, detail: string): Promise<void> {
  await expect
    .poll(
      async () =>
        (await here.opened.database.operations.get(id)).steps.find((step) => step.code === code)?.detail
          ?.code,
      { timeout: 60_000, interval: 20 },
    )
    .toBe(detail);
}

test("an agent is installed where Node is not, upgraded, repaired, has its host operator switched on and off, and is removed without trace", async () => {
  expect(await remains()).toBe("");
  const host = await byPassword(here.lab.credentials.ops);
  const looked = await here.run("host.test", host);
  expectState(looked, "succeeded");
  expect(looked.result?.facts).toMatchObject({ privilege: "sudo", hasIproute: true, architecture: "x86_64" });
  expect((await read(host)).facts?.nics[0]?.addresses).toContain(`${machine.address}/24`);

  const installed = await here.run("agent.install", host);
  expectState(installed, "succeeded");
  expect(installed.steps.map((step) => step.state)).toEqual(Array(6).fill("done"));
  // Nobody has asked for the host operator.
  expect(await operatorTraces()).toEqual([]);
  const first = await read(host);
  expect(first).toMatchObject({ agentState: "answering", agentProtocol: 2 });
  expect(
    (await machine.exec(["sh", "-c", "stat -c '%a %U %n' /etc/primacy-agent /etc/primacy-agent/*"])).stdout,
  ).toBe(
    [
      "700 root /etc/primacy-agent",
      "600 root /etc/primacy-agent/agent.crt",
      "600 root /etc/primacy-agent/agent.key",
      "600 root /etc/primacy-agent/bootstrap.json",
      "600 root /etc/primacy-agent/ca.crt",
      "",
    ].join("\n"),
  );
  expect((await machine.exec(["sh", "-c", "ls /etc/rc2.d"])).stdout).toContain("primacy-agent");

  here.usePackage(makePackage("newer"));
  const upgraded = await here.run("agent.upgrade", host);
  expectState(upgraded, "succeeded");
  expect(upgraded.steps.map((step) => step.detail?.code)).toContain("detail.handed_over");
  expect((await machine.exec(["sh", "-c", "ls /etc/rc2.d"])).stdout).toContain("primacy-agent");
  expect((await machine.exec(["cat", "/opt/primacy-agent/current/NOTES"])).stdout).toBe("newer\n");
  expect((await machine.exec(["ls", "/opt/primacy-agent/releases"])).stdout.trim().split("\n")).toHaveLength(
    1,
  );
  expect((await here.opened.database.certificates.listByHost(host.id)).length).toBe(1);

  const repaired = await here.run("agent.repair", host);
  expectState(repaired, "succeeded");
  expect((await here.opened.database.certificates.listByHost(host.id)).length).toBe(2);
  expect((await machine.exec(["sh", "-c", "ls -d /etc/primacy-agent*"])).stdout).toBe("/etc/primacy-agent\n");

  await expectOperatorSwitches(host);

  await renewAgentCertificate(here.worker, await read(host), AbortSignal.timeout(60_000));
  const [newest] = await here.opened.database.certificates.listByHost(host.id);
  await expect.poll(() => observeSerial(host), { timeout: 60_000 }).toBe(newest?.serial);

  const removed = await here.run("agent.remove", host);
  expectState(removed, "succeeded");
  expect(await remains()).toBe("");
  expect(await read(host)).toMatchObject({ agentState: "none", agentVersion: null });
  expect(
    (await here.opened.database.certificates.listByHost(host.id)).every((one) => one.revokedAt !== null),
  ).toBe(true);
  expectState(await here.run("agent.remove", host), "succeeded");
});

/** Whatever the host has of its operator: the switch, its processes, and what starts it at boot. */
async function operatorTraces(): Promise<string[]> {
  const input = `ls -d /etc/primacy-agent/host-operator /etc/init.d/primacy-operator /etc/rc?.d/*primacy-operator \\
    /etc/systemd/system/primacy-operator.service 2>/dev/null
    ps -eo args | grep '[p]rimacy-.*operator' | sed 's/.*/process/' | sort -u; true`;
  const { stdout } = await machine.exec(["sh"], { input });
  return stdout.split("\n").filter((line) => line !== "");
}

const switchedOn = [
  "/etc/init.d/primacy-operator",
  "/etc/primacy-agent/host-operator",
  "/etc/rc2.d/S00primacy-operator",
  "process",
];

/** The release whose program the host operator's processes run. */
async function operatorReleases(): Promise<string[]> {
  const input = `for pid in $(pgrep -f 'primacy-.*operator'); do readlink /proc/$pid/exe; done | grep '^/opt/primacy-agent/' | sort -u; true`;
  const { stdout } = await machine.exec(["sh"], { input });
  return stdout.split("\n").filter((line) => line !== "");
}

/** On a host with an agent the host operator is switched on and off, and the agent goes on meanwhile. */
async function expectOperatorSwitches(host: Host): Promise<void> {
  const agents = async (): Promise<string> =>
    (await machine.exec(["sh", "-c", "cat /run/primacy-agent/supervisor.pid /run/primacy-agent/agent.pid"]))
      .stdout;
  const before = await agents();
  expect((await read(host)).operator).toMatchObject({ state: "off", openActions: 0, failedUndos: [] });
  expectState(await here.run("operator.enable", host), "succeeded");
  expect(await operatorTraces()).toEqual(expect.arrayContaining(switchedOn));
  expect((await read(host)).operator).toMatchObject({ state: "running" });
  const off = await here.run("operator.disable", host);
  expectState(off, "succeeded");
  expect(off.steps.find((step) => step.code === "operator.disable")?.detail?.code).toBe(
    "detail.operator_disabled",
  );
  expect(await operatorTraces()).toEqual([]);
  expect((await read(host)).operator).toMatchObject({ state: "off" });
  expect(await agents()).toBe(before);
}

if (isLongRun)
  describe("the host operator", () => {
    test("installed with it, upgraded, and removed without trace", async () => {
      const host = await byPassword(here.lab.credentials.ops);
      const installed = await here.run("agent.install", host, { hostOperator: true });
      expectState(installed, "succeeded");
      expect(installed.steps.map((step) => step.state)).toEqual(Array(8).fill("done"));
      expect(await operatorTraces()).toEqual(expect.arrayContaining(switchedOn));
      expect((await read(host)).operator).toMatchObject({ state: "running" });
      const before = await operatorReleases();
      expect(before).toHaveLength(1);

      here.usePackage(makePackage("newer"));
      const upgraded = await here.run("agent.upgrade", host);
      expectState(upgraded, "succeeded");
      expect(upgraded.steps.map((step) => step.detail?.code)).toContain("detail.handed_over");
      await expect
        .poll(async () => (await operatorReleases()).filter((one) => before.includes(one)), {
          timeout: 60_000,
        })
        .toEqual([]);
      await expect.poll(operatorReleases, { timeout: 60_000 }).toHaveLength(1);
      expect(await operatorTraces()).toEqual(expect.arrayContaining(switchedOn));

      const removed = await here.run("agent.remove", host);
      expectState(removed, "succeeded");
      expect(removed.steps.find((step) => step.code === "operator.disable")?.detail?.code).toBe(
        "detail.operator_disabled",
      );
      expect(await remains()).toBe("");
      expect((await read(host)).operator).toBeNull();
    });

    test("where it does not start, an installation with it is taken back whole, and one without it works", async () => {
      const host = await byRoot();
      here.usePackage(makePackage("idle"));
      const failed = await here.run("agent.install", host, { hostOperator: true });
      expectState(failed, "undone", "operator_not_started");
      expect(failed.problem?.message.params).toMatchObject({ reason: "not today" });
      expect(await operatorTraces()).toEqual([]);
      expect(await read(host)).toMatchObject({ agentState: "none", operator: null });
      await expectInstallsAndRemoves(host);
    });

    test("where it cannot be switched off, a removal stops there with the reason, and the agent goes on", async () => {
      const host = await byRoot();
      expectState(await here.run("agent.install", host, { hostOperator: true }), "succeeded");
      const script = "/opt/primacy-agent/current/primacy-operator";
      const hinder = `cp -p ${script} ${script}.own && { echo '#!/bin/sh'
      echo '[ "$1" != disable ] || { echo "mysqld could not be started" >&2; exit 1; }'
      echo 'exec ${script}.own "$@"'; } >${script}.new && chmod 755 ${script}.new && mv ${script}.new ${script}`;
      await machine.exec(["sh", "-c", hinder]);
      const failed = await here.run("agent.remove", host);
      expectState(failed, "failed", "operator_not_disabled");
      expect(failed.problem?.message.params).toMatchObject({ reason: "mysqld could not be started" });
      expect(await operatorTraces()).toEqual(expect.arrayContaining(switchedOn));
      expect(await read(host)).toMatchObject({ agentState: "answering", operator: { state: "running" } });
      await machine.exec(["mv", `${script}.own`, script]);
      expectState(await here.run("agent.remove", host), "succeeded");
      expect(await remains()).toBe("");
    });
  });

if (isLongRun)
  test("an installed agent and its host operator come back after the host has lost its power", async () => {
    const host = await byRoot();
    expectState(await here.run("agent.install", host, { hostOperator: true }), "succeeded");
    await here.lab.fault.powerOff("px1");
    await here.lab.fault.powerOn("px1");
    const agent = here.worker.agents.clientFor({
      hostId: host.id,
      hostName: host.name,
      address: host.agentAddress,
      port: host.agentPort,
    });
    const ask = (): Promise<string> =>
      agent.call("hello", undefined, { signal: AbortSignal.timeout(10_000) }).then(
        (hello) => hello.hostId,
        (error: unknown) => String(error),
      );
    await expect.poll(ask, { timeout: 60_000 }).toBe(host.id);
    await expect.poll(operatorReleases, { timeout: 60_000 }).toHaveLength(1);
    expectState(await here.run("agent.remove", host), "succeeded");
    expect(await remains()).toBe("");
  });

describe("bad days, each with its own error and a retry that works", () => {
  if (isLongRun)
    test("a wrong password", async () => {
      const host = await byPassword({ user: "ops", password: "not-the-password" });
      const failed = await here.run("agent.install", host);
      expectState(failed, "failed", "auth_failed");
      expect(JSON.stringify(failed)).not.toContain("not-the-password");
      const { password } = here.lab.credentials.ops;
      await here.opened.database.transact(here.worker.actor, (unit) =>
        unit.hosts.change(host.id, null, { credential: { kind: "password", password } }),
      );
      await expectInstallsAndRemoves(host);
    });

  if (isLongRun)
    test("a changed host key stops everything, until the new one is accepted", async () => {
      const host = await byRoot();
      await here.lab.fault.changeHostKeys("px1");
      const failed = await here.run("agent.install", host);
      expectState(failed, "failed", "host_key_changed");
      expect(failed.problem?.message.text).toContain(host.hostKey?.fingerprint);
      const address = { name: "px1", address: machine.address, port: 22 };
      const shown = await scanHostKey(address, { signal: AbortSignal.timeout(60_000) });
      await here.opened.database.transact(here.worker.actor, (unit) => unit.hosts.pinHostKey(host.id, shown));
      await expectInstallsAndRemoves(host);
    });

  if (isLongRun)
    test("a key that the console made, which the host does not know yet", async () => {
      const pair = generateSshKey("primacy");
      const { worker, opened } = here;
      await opened.database.transact(worker.actor, (unit) => storeConsoleSshKey(unit, pair));
      const host = await here.addHost(machine, { user: "root", credential: { kind: "console_key" } });
      expectState(await here.run("host.test", host), "failed", "auth_failed");
      await machine.exec(["sh", "-c", "cat >> /root/.ssh/authorized_keys"], { input: `${pair.publicKey}\n` });
      await expectInstallsAndRemoves(host);
    });

  if (isLongRun)
    test("no sudo", async () => {
      const host = await byPassword(here.lab.credentials.nosudo);
      const failed = await here.run("agent.install", host);
      expectState(failed, "failed", "no_sudo");
      const untested = await here.run("host.test", host);
      expectState(untested, "succeeded");
      expect(untested.result?.facts).toMatchObject({ privilege: "none" });
      const { user, password } = here.lab.credentials.ops;
      await here.opened.database.transact(here.worker.actor, (unit) =>
        unit.hosts.change(host.id, null, { sshUser: user, credential: { kind: "password", password } }),
      );
      const tested = await here.run("host.test", host);
      expect(tested.result?.facts).toMatchObject({ privilege: "sudo" });
      await expectInstallsAndRemoves(host);
    });

  if (isLongRun)
    test("no space, told before anything is copied", async () => {
      const host = await byRoot();
      await here.lab.fault.limitSpace("px1", "/opt", 5_000 * 4_096);
      const failed = await here.run("agent.install", host);
      expectState(failed, "failed", "no_space");
      expect(failed.problem?.message.params).toMatchObject({
        path: "/opt/primacy-agent",
        freeMiB: expect.any(Number),
      });
      await here.lab.fault.heal();
      expect(await remains()).toBe("");
      await expectInstallsAndRemoves(host);
    });

  if (isLongRun)
    test("a program that does not run there: the agent that ran before runs on", async () => {
      const host = await byRoot();
      expectState(await here.run("agent.install", host), "succeeded");
      const before = (await machine.exec(["readlink", "/opt/primacy-agent/current"])).stdout;
      here.usePackage(makePackage("broken"));
      const failed = await here.run("agent.upgrade", host);
      expectState(failed, "undone", "agent_broken");
      expect(failed.problem?.errors.map((one) => one.code)).toEqual(["step_undone"]);
      expect((await machine.exec(["readlink", "/opt/primacy-agent/current"])).stdout).toBe(before);
      expect(await read(host)).toMatchObject({ agentState: "answering" });

      here.usePackage(makePackage("mute"));
      const silent = await here.run("agent.upgrade", host);
      expectState(silent, "undone", "agent_not_started");
      expect(silent.problem?.errors.map((one) => one.path)).toEqual(["/steps/2", "/steps/3"]);
      expect((await machine.exec(["readlink", "/opt/primacy-agent/current"])).stdout).toBe(before);
      expect(
        (await machine.exec(["ls", "/opt/primacy-agent/releases"])).stdout.trim().split("\n"),
      ).toHaveLength(1);
      expect(await read(host)).toMatchObject({ agentState: "answering" });

      here.usePackage();
      expectState(await here.run("agent.upgrade", host), "succeeded");
      expectState(await here.run("agent.remove", host), "succeeded");
    });

  if (isLongRun)
    test("an agent that needs longer than one question after an undone upgrade is not called silent", async () => {
      const host = await byRoot();
      expectState(await here.run("agent.install", host), "succeeded");
      await here.lab.fault.freezeHost("px1");
      const { signal } = new AbortController();
      const patient = settleAgentState(here.worker, host.id, {
        patienceMs: 60_000,
        isUndone: true,
        isNew: false,
        signal,
      });
      await settleAgentState(here.worker, host.id, { patienceMs: 0, isUndone: true, isNew: false, signal });
      await settleAgentState(here.worker, host.id, { patienceMs: 0, isUndone: true, isNew: false, signal });
      expect(await read(host)).toMatchObject({ agentState: "silent" });
      await here.lab.fault.heal();
      await patient;
      expect(await read(host)).toMatchObject({ agentState: "answering" });
      expectState(await here.run("agent.remove", host), "succeeded");
    });

  test("a cancel in the middle of the copy leaves nothing on the host", async () => {
    const host = await byRoot();
    const id = await here.ask("agent.install", host);
    await reached(id, "agent.place", "detail.uploading");
    await here.opened.database.transact(here.worker.actor, (unit) => unit.operations.requestCancel(id));
    expectState(await here.ended(id), "undone", "cancelled");
    expect(await remains()).toBe("");
    expect(await read(host)).toMatchObject({ agentState: "none" });
  });

  test("a host that vanishes in the middle: the operation says what is left, which can be removed", async () => {
    const host = await byRoot();
    const id = await here.ask("agent.install", host);
    await reached(id, "agent.place", "detail.uploading");
    await here.lab.fault.isolate("px1");
    const failed = await here.ended(id, 300_000);
    expectState(failed, "failed", "host_unreachable");
    expect(failed.problem?.errors.map((one) => one.code)).toEqual(["step_left"]);
    expect(failed.problem?.errors[0]?.message.params).toMatchObject({ number: 3, "reason:host": host.name });
    await here.lab.fault.heal();
    expect(await remains()).not.toBe("");
    expect(await read(host)).toMatchObject({ agentState: "silent", agentVersion: null });
    expectState(await here.run("agent.remove", host), "succeeded");
    expect(await remains()).toBe("");
    expect(await read(host)).toMatchObject({ agentState: "none" });
    // That a host without remains can be installed is shown above.
    if (isLongRun) await expectInstallsAndRemoves(host);
  });
});

if (isLongRun)
  describe("a worker killed -9 in the middle of an installation", () => {
    test("another start finishes it", async () => {
      const own = await startLabWorkerWithoutEngine();
      const host = await own.addHost(machine, { user: "root", credential: rootKey });
      const variables = { PRIMACY_TEST_OPERATIONS: "hosts", PRIMACY_AGENT_PACKAGE: packageFile };
      const first = await startWorkerProcess(own.opened.url, variables);
      const id = await own.ask("agent.install", host);
      await expect
        .poll(
          async () =>
            (await machine.tryExec(["sh", "-c", "ls -d /opt/primacy-agent/releases/.staging-*/*part"]))
              .stdout,
          {
            timeout: 60_000,
            interval: 20,
          },
        )
        .not.toBe("");
      await first.kill();
      expect((await machine.tryExec(["test", "-e", "/opt/primacy-agent/current"])).exitCode).not.toBe(0);
      const second = await startWorkerProcess(own.opened.url, variables);
      const operation = await own.ended(id);
      expectState(operation, "succeeded");
      expect(operation.steps.find((step) => step.code === "agent.place")?.attempt).toBe(2);
      expect((await machine.exec(["ls", "-A", "/opt/primacy-agent/releases"])).stdout).not.toContain(
        ".staging",
      );
      expectState(await own.run("agent.remove", host), "succeeded");
      expect(await remains()).toBe("");
      await second.stop();
      await own.opened.close();
    });
  });

/** The lab of this file with a database of its own, on which only worker processes work. */
async function startLabWorkerWithoutEngine(): Promise<LabWorker> {
  return startLabWorker({}, { lab: here.lab });
}
