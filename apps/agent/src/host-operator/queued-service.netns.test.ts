import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HostOperatorHost } from "../testing/host-operator-process";
import { OwnSystemd } from "../testing/own-systemd";
import { createTestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const limitMs = 120_000;
/** Tells the test when somebody asks whether systemd still has something to do. */
const systemctl = `#!/bin/sh
case $* in *"-p Job"*) : >/etc/mysql/asked ;; esac
XDG_RUNTIME_DIR=/run/manager exec /usr/bin/systemctl --user "$@"
`;

test("a service that systemd is still to start after a reboot is left to it, and is as before then", async () => {
  const authority = await createTestAuthority();
  const console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  const host = await HostOperatorHost.create(authority, console);
  const systemd = new OwnSystemd(host.root);
  onTestFinished(async () => {
    await host.kill();
    await systemd.dispose();
    await host.dispose();
  });
  await host.start();
  host.runInside("systemctl", "start", "mysql");
  const undoAtMs = monotonicMs() + 3_500_000;
  const stop = { kind: "service", service: "mysql", act: "stop" } as const;
  expect(await host.order({ verb: "act", action: stop, undoAtMs })).toMatchObject({
    action: { state: "acted" },
  });
  const find = async () => (await host.report()).actions[0];
  const isActive = (): string => host.runInside("sh", "-c", "systemctl is-active mysql || true");
  expect(isActive()).toBe("inactive");

  // What this boot has to do before it starts the service ends when the test says so.
  const wait = "ExecStart=/bin/sh -c 'until [ -e /etc/mysql/go ]; do sleep 0.05; done'";
  const slow = [
    "[Unit]",
    "DefaultDependencies=no",
    "Before=mysql.service",
    "[Service]",
    "Type=oneshot",
    wait,
  ];
  systemd.write("slow.service", `${slow.join("\n")}\n`);
  systemd.write("default.target", "[Unit]\nDefaultDependencies=no\nWants=slow.service mysql.service\n");
  writeFileSync(path.join(host.root, "sbin/systemctl"), systemctl, { mode: 0o755 });
  await host.reboot();
  await waitFor("the host operator to ask", limitMs, () => existsSync(host.locate("asked")));
  const pending = { state: "planned", reason: { code: "operator.boot_pending" } };
  expect([isActive(), await find()]).toMatchObject(["inactive", pending]);
  host.write("go", "");
  const over = await waitFor("the act to be over", limitMs, async () => {
    const found = await find();
    return found?.state === "planned" ? null : found;
  });
  expect(over).toMatchObject({ state: "undone", reason: { code: "operator.boot" } });
  expect(isActive()).toBe("active");
});
