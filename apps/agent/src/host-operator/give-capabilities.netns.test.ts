import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { HostActionRecord, HostOperatorAnswer } from "@primacy/contract/agent";
import { ownDropIn, ownDropInName } from "@primacy/core/greatdb-ha";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { observeUnit } from "../checks/observe-unit";
import { HostOperatorHost } from "../testing/host-operator-process";
import { OwnSystemd } from "../testing/own-systemd";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const hourMs = 3_500_000;
const limitMs = 120_000;
const unit = "mysql.service";
/** As the kernel writes CAP_NET_ADMIN and CAP_NET_RAW. */
const both = "0000000000003000";
const none = "0000000000000000";

function actionOf(answer: HostOperatorAnswer): HostActionRecord {
  if (answer.kind !== "action") throw new Error(`not an act: ${JSON.stringify(answer)}`);
  return answer.action;
}

function codesOf(answer: HostOperatorAnswer): string[] {
  return answer.kind === "refused" ? answer.reasons.map(({ code }) => code) : [answer.kind];
}

describe("the capabilities of a server that systemd runs", () => {
  let authority: TestAuthority;
  let console: KeyPair;
  let host: HostOperatorHost;
  let systemd: OwnSystemd;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  });
  beforeEach(async () => {
    host = await HostOperatorHost.create(authority, console);
    systemd = new OwnSystemd(host.root);
    folder = path.join(systemd.units, `${unit}.d`);
    file = path.join(folder, ownDropInName);
    await host.start();
  });
  afterEach(async () => {
    await host.kill();
    await systemd.dispose();
    await host.dispose();
  });

  const give = (forMs = hourMs, name = unit): Promise<HostOperatorAnswer> =>
    host.order({
      verb: "act",
      action: { kind: "capabilities", unit: name },
      undoAtMs: monotonicMs() + forMs,
    });
  const undo = (actionId: string): Promise<HostOperatorAnswer> => host.order({ verb: "undo", actionId });
  const given = (): string =>
    host.runInside("systemctl", "show", "-p", "AmbientCapabilities", "--value", unit);
  const describeUnit = (...lines: readonly string[]): void => {
    systemd.describe(...lines);
    host.runInside("systemctl", "daemon-reload");
  };
  /** Restarts the service by an order; what its process has in effect. */
  const restart = async (): Promise<string> => {
    const action = { kind: "service", service: "mysql", act: "restart" } as const;
    const order = { verb: "act", action, undoAtMs: monotonicMs() + hourMs } as const;
    const { actionId } = actionOf(await host.order(order));
    expect(actionOf(await host.order({ verb: "keep", actionId })).state).toBe("kept");
    return effective();
  };
  const effective = async (): Promise<string> => {
    const status = readFileSync(`/proc/${await systemd.findServer()}/status`, "utf8");
    return /^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? "-";
  };
  const awaitGone = (actionId: string): Promise<HostActionRecord> =>
    waitFor("the drop-in to be gone", limitMs, async () => {
      const { actions } = await host.report();
      return actions.find((one) => one.actionId === actionId && one.state === "undone") ?? null;
    });

  test("are its from the restart on that follows, and stay until the restart after their end", async () => {
    expect(await restart()).toBe(none);
    expect(await observeUnit(await systemd.findServer(), host.inside)).toEqual({
      name: unit,
      dropIn: "missing",
    });
    const { actionId, state } = actionOf(await give());
    expect([state, await effective()]).toEqual(["acted", none]);
    expect(await restart()).toBe(both);
    expect(await observeUnit(await systemd.findServer(), host.inside)).toEqual({
      name: unit,
      dropIn: "same",
    });
    expect(actionOf(await undo(actionId)).state).toBe("undone");
    expect(await effective()).toBe(both);
    expect(await restart()).toBe(none);
  });

  test("come by a drop-in of root's, stay once kept, and go with it, also by another host operator", async () => {
    const { actionId, target } = actionOf(await give());
    expect(target).toBe(`/etc/systemd/system/${unit}.d/${ownDropInName}`);
    expect(readFileSync(file, "utf8")).toBe(ownDropIn);
    const { mode, uid, gid } = statSync(file);
    expect([mode & 0o777, uid, gid]).toEqual([0o644, 0, 0]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
    expect([systemd.listDropIns(), given()]).toEqual([[ownDropInName], "cap_net_admin cap_net_raw"]);
    expect(actionOf(await host.order({ verb: "keep", actionId })).state).toBe("kept");
    await host.reboot();
    expect([existsSync(file), given()]).toEqual([true, "cap_net_admin cap_net_raw"]);
    expect(actionOf(await undo(actionId)).state).toBe("undone");
    expect([systemd.listDropIns(), given()]).toEqual([null, ""]);
  });

  test("go by themselves at the deadline and with a reboot, and drop-ins of others stay in force", async () => {
    const due = actionOf(await give(1_000));
    await awaitGone(due.actionId);
    expect([systemd.listDropIns(), given()]).toEqual([null, ""]);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "own.conf"), "[Service]\nAmbientCapabilities=CAP_SYS_NICE\n");
    const { actionId } = actionOf(await give());
    expect(given()).toBe("cap_net_admin cap_net_raw cap_sys_nice");
    await host.reboot();
    await awaitGone(actionId);
    expect([systemd.listDropIns(), given()]).toEqual([["own.conf"], "cap_sys_nice"]);
  });

  test("are nobody's to write where another file, a link or a folder has the place, and that one stays", async () => {
    mkdirSync(folder);
    writeFileSync(file, "[Service]\nAmbientCapabilities=CAP_SYS_NICE\n");
    expect(codesOf(await give())).toEqual(["operator.library_exists"]);
    expect(readFileSync(file, "utf8")).toContain("CAP_SYS_NICE");
    rmSync(file);
    symlinkSync("/dev/null", file);
    expect(codesOf(await give())).toEqual(["operator.library_exists"]);
    rmSync(folder, { recursive: true });
    mkdirSync(path.join(systemd.units, "elsewhere"));
    symlinkSync("elsewhere", folder);
    expect(codesOf(await give())).toEqual(["operator.file_unsafe"]);
    expect(readdirSync(path.join(systemd.units, "elsewhere"))).toEqual([]);
  });

  test("that exactly this drop-in gives already are read by systemd, and the file is not this act's to delete", async () => {
    expect(await restart()).toBe(none);
    mkdirSync(folder);
    writeFileSync(file, ownDropIn);
    const { actionId, state } = actionOf(await give());
    expect([state, given(), await restart()]).toEqual(["kept", "cap_net_admin cap_net_raw", both]);
    expect(actionOf(await undo(actionId)).state).toBe("undone");
    expect(readFileSync(file, "utf8")).toBe(ownDropIn);
  });

  test("are refused before anything is written where they would not reach the server", async () => {
    for (const lines of [[], ["User=root"], ["User=0"]]) {
      describeUnit(...lines);
      expect(codesOf(await give())).toEqual(["operator.capabilities_user"]);
    }
    describeUnit("User=daemon", "CapabilityBoundingSet=CAP_IPC_LOCK CAP_NET_RAW");
    expect(codesOf(await give())).toEqual(["operator.capabilities_bounded"]);
    describeUnit("User=daemon");
    symlinkSync(unit, path.join(systemd.units, "mariadb.service"));
    host.runInside("systemctl", "daemon-reload");
    expect(codesOf(await give(hourMs, "mariadb.service"))).toEqual(["operator.capabilities_unit"]);
    expect(codesOf(await give(hourMs, "mysqld@node1.service"))).toEqual(["operator.capabilities_unit"]);
    expect(systemd.listDropIns()).toBe(null);
  });

  test("are given to units of servers alone, and by orders under a grant for them", async () => {
    for (const name of [
      "ssh.service",
      `${unit}.d/../ssh.service`,
      "mysql",
      "mysql@a/b.service",
      "mysql@.service",
    ])
      expect(codesOf(await give(hourMs, name))).toEqual(["operator.order_form"]);
    const action = { kind: "capabilities", unit } as const;
    const order = { verb: "act", action, undoAtMs: monotonicMs() + hourMs } as const;
    expect(codesOf(await host.order(order, { grant: { kinds: ["file", "library"] } }))).toEqual([
      "operator.kind",
    ]);
    expect(systemd.listDropIns()).toBe(null);
  });

  test("that somebody has changed since are left to root, who is told how to end them", async () => {
    const { actionId, target } = actionOf(await give());
    // As editors do it: another file comes into its place.
    writeFileSync(`${file}~`, "[Service]\nAmbientCapabilities=CAP_NET_ADMIN\n");
    renameSync(`${file}~`, file);
    expect(actionOf(await undo(actionId))).toMatchObject({
      state: "undo_failed",
      reason: { code: "operator.undo_changed" },
      byHand: [`rm -f ${target}`, "systemctl daemon-reload"],
    });
    expect(readFileSync(file, "utf8")).toContain("CAP_NET_ADMIN\n");
  });
});
