import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import {
  type HostActionRecord,
  type HostOperatorAnswer,
  pluginLibraryName,
  stagedPartBytes,
} from "@primacy/contract/agent";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HostOperatorHost } from "../testing/host-operator-process";
import { createTestAuthority, type KeyPair, type TestAuthority } from "../testing/test-authority";
import { waitFor } from "../testing/wait-for";
import { monotonicMs } from "../vip/address/types";

const hourMs = 3_500_000;
const limitMs = 120_000;
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A real library of this machine; what it is a library of, a host does not ask. */
const real = findLibrary();
/** The same that needs what no machine has. */
const needy = Buffer.from(real.toString("latin1").replaceAll("libc.so.6", "libq.so.6"), "latin1");

function findLibrary(): Buffer {
  const printed = execFileSync("ldd", [process.execPath], { encoding: "utf8" });
  const found = /libm\.so\S* => (\S+)/.exec(printed)?.[1];
  if (found === undefined) throw new Error("no library was found to place");
  return readFileSync(found);
}

function actionOf(answer: HostOperatorAnswer): HostActionRecord {
  if (answer.kind !== "action") throw new Error(`not an act: ${JSON.stringify(answer)}`);
  return answer.action;
}

function codesOf(answer: HostOperatorAnswer): string[] {
  return answer.kind === "refused" ? answer.reasons.map(({ code }) => code) : [answer.kind];
}

describe("a library of a plugin", () => {
  let authority: TestAuthority;
  let console: KeyPair;
  let host: HostOperatorHost;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    authority = await createTestAuthority();
    console = await authority.issue({ kind: "console", consoleId: authority.consoleId });
  });
  beforeEach(async () => {
    host = await HostOperatorHost.create(authority, console);
    folder = path.join(host.root, "plugin");
    file = path.join(folder, pluginLibraryName);
    writeFileSync(path.join(folder, "beside.so"), "", { mode: 0o644 });
    await host.start();
  });
  afterEach(() => host.dispose());

  async function stage(bytes: Buffer, sha256 = hash(bytes)): Promise<void> {
    const parts = Array.from(
      { length: Math.ceil(bytes.length / stagedPartBytes) },
      (_, n) => n * stagedPartBytes,
    );
    // Each comes twice, as after a lost answer, and the first one late once more.
    for (const offset of [...parts.flatMap((one) => [one, one]), 0]) {
      const data = bytes.subarray(offset, offset + stagedPartBytes).toString("base64");
      expect(codesOf(await host.order({ verb: "stage", sha256, offset, data }))).toEqual(["staged"]);
    }
  }
  const place = (sha256 = hash(real), forMs = hourMs, at = "/opt/plugin/"): Promise<HostOperatorAnswer> =>
    host.order({
      verb: "act",
      action: { kind: "library", folder: at, sha256 },
      undoAtMs: monotonicMs() + forMs,
    });
  const listBoth = (): readonly string[] => [
    ...readdirSync(folder),
    ...(existsSync(host.layout.operatorStageFolder) ? readdirSync(host.layout.operatorStageFolder) : []),
  ];
  const awaitGone = (actionId: string): Promise<HostActionRecord> =>
    waitFor("the library to be gone", limitMs, async () => {
      const { actions } = await host.report();
      return actions.find((one) => one.actionId === actionId && one.state === "undone") ?? null;
    });

  test("is placed whole as those beside it, kept, and taken away again, also by another host operator", async () => {
    await stage(real);
    expect(real.length).toBeGreaterThan(stagedPartBytes);
    const { actionId, state, target } = actionOf(await place());
    expect([state, target]).toEqual(["acted", "/opt/plugin/greatdb_ha.so"]);
    expect(hash(readFileSync(file))).toBe(hash(real));
    const { mode, uid, gid } = statSync(file);
    expect([mode & 0o777, uid, gid]).toEqual([0o644, 0, 0]);
    expect(listBoth()).toEqual(["beside.so", pluginLibraryName]);
    expect(actionOf(await host.order({ verb: "keep", actionId })).state).toBe("kept");
    await host.reboot();
    expect(existsSync(file)).toBe(true);
    expect(actionOf(await host.order({ verb: "undo", actionId })).state).toBe("undone");
    expect(listBoth()).toEqual(["beside.so"]);
  });

  test("goes by itself at its deadline and with a reboot, unless it was kept", async () => {
    await stage(real);
    const due = actionOf(await place(hash(real), 500));
    await awaitGone(due.actionId);
    chmodSync(path.join(folder, "beside.so"), 0o755);
    await stage(real);
    const { actionId } = actionOf(await place());
    expect(statSync(file).mode & 0o777).toBe(0o755);
    await host.reboot();
    await awaitGone(actionId);
    expect(listBoth()).toEqual(["beside.so"]);
  });

  test("is not placed where a file has its name, and that one stays", async () => {
    writeFileSync(file, "somebody's own");
    await stage(real);
    expect(codesOf(await place())).toEqual(["operator.library_exists"]);
    expect(readFileSync(file, "utf8")).toBe("somebody's own");
  });

  test("is refused before anything is written: not whole, another one than its hash, no folder of plugins of root's alone", async () => {
    expect(codesOf(await place())).toEqual(["operator.library_unstaged"]);
    const part = { verb: "stage", sha256: hash(real), offset: 5, data: "AAAA" } as const;
    expect(codesOf(await host.order(part))).toEqual(["operator.library_order"]);
    await stage(needy, hash(real));
    expect(codesOf(await place())).toEqual(["operator.library_unstaged"]);
    await stage(real);
    expect(codesOf(await place(hash(real), hourMs, "/opt/none/plugin"))).toEqual(["operator.library_folder"]);
    chmodSync(folder, 0o777);
    expect(codesOf(await place())).toEqual(["operator.library_folder"]);
    chmodSync(folder, 0o755);
    rmSync(path.join(folder, "beside.so"));
    expect(codesOf(await place())).toEqual(["operator.library_folder"]);
    expect(codesOf(await host.order(part, { grant: { kinds: ["file"] } }))).toEqual(["operator.kind"]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is not placed where its host lacks what it needs, which is named", async () => {
    await stage(needy);
    expect(actionOf(await place(hash(needy)))).toMatchObject({
      state: "failed",
      reason: { code: "operator.library_needs", params: { libraries: "libq.so.6" } },
    });
    expect(listBoth()).toEqual(["beside.so"]);
  });

  test("stays where it took the place of the one that was placed, also with the same content", async () => {
    await stage(real);
    const { actionId } = actionOf(await place());
    await host.order({ verb: "keep", actionId });
    writeFileSync(`${file}.package`, real);
    renameSync(`${file}.package`, file);
    expect(actionOf(await host.order({ verb: "undo", actionId })).state).toBe("undone");
    expect(hash(readFileSync(file))).toBe(hash(real));
  });

  test("that somebody has changed since is left to root, who is told how to delete it", async () => {
    await stage(real);
    const kept = actionOf(await place()).actionId;
    await host.order({ verb: "keep", actionId: kept });
    writeFileSync(file, "another release");
    expect(codesOf(await host.order({ verb: "undo", actionId: kept }))).toEqual(["operator.undo_changed"]);
    expect(readFileSync(file, "utf8")).toBe("another release");
    writeFileSync(file, real);
    await host.order({ verb: "undo", actionId: kept });
    expect(existsSync(file)).toBe(false);
    await stage(real);
    const { actionId } = actionOf(await place());
    writeFileSync(file, "another release");
    expect(actionOf(await host.order({ verb: "undo", actionId }))).toMatchObject({
      state: "undo_failed",
      reason: { code: "operator.undo_changed" },
      byHand: ["rm /opt/plugin/greatdb_ha.so"],
    });
    expect(readFileSync(file, "utf8")).toBe("another release");
  });
});
