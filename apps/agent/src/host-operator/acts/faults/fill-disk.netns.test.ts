import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findFreePort } from "../../../testing/free-port";
import { createLoopFileSystem, type LoopFileSystem } from "../../../testing/loop-file-system";
import { waitFor } from "../../../testing/wait-for";
import { monotonicMs } from "../../../vip/address/types";
import { listListeningSockets } from "../../listening-sockets";
import type { FaultOrder } from "./fault-kind";
import { FillDisk } from "./fill-disk";
import { fillSpace } from "./fill-space";

const limitMs = 120_000;
const listen = "require('net').createServer().listen(Number(process.argv[1]), '127.0.0.1')";
const fill = new FillDisk();
const actionId = "7b3c";

let folder: string;
let port: number;
let server: ChildProcess | null;
const made: LoopFileSystem[] = [];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "fill-disk-"));
  symlinkSync(process.execPath, path.join(folder, "mysqld"));
  port = await findFreePort();
  server = null;
});
afterEach(async () => {
  await endServer();
  for (const one of made.splice(0)) one.dispose();
  rmSync(folder, { recursive: true });
});

function makeFileSystem(name: string): LoopFileSystem {
  const one = createLoopFileSystem(name);
  made.push(one);
  return one;
}

/** A server that works in a folder, as mysqld does in that of its data. */
async function startServer(cwd: string): Promise<void> {
  server = spawn(path.join(folder, "mysqld"), ["-e", listen, String(port)], { cwd, stdio: "ignore" });
  await waitFor("the server to listen", limitMs, async () =>
    (await listListeningSockets()).some((one) => one.port === port),
  );
}

async function endServer(): Promise<void> {
  if (server === null) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
  server = null;
}

async function prepare(): Promise<FaultOrder<"fill_disk">> {
  const fault = { name: "fill_disk", port } as const;
  return { actionId, undoAtMs: monotonicMs() + 60_000, fault, undo: await fill.prepare(fault) };
}

async function fillOne(): Promise<{ disk: LoopFileSystem; order: FaultOrder<"fill_disk"> }> {
  const disk = makeFileSystem("primacy-drill-db1.img");
  await startServer(disk.mountPoint);
  const order = await prepare();
  await fill.perform(order);
  return { disk, order };
}

const undoFailed = (code: string): object => ({
  told: { code: "operator.undo_failed", params: { "reason:": code } },
});

const refusal = (...codes: readonly string[]): object => ({
  reasons: [...codes.map((code) => ({ code })), { code: "operator.fault_fill_how" }],
});

describe("a disk that is filled", () => {
  test("has no space while its file is there, does not grow below, and has space once it is undone, as often as that is done", async () => {
    const disk = makeFileSystem("primacy-drill-db1.img");
    await startServer(disk.mountPoint);
    const freeBytes = disk.readFree();
    const order = await prepare();
    expect(order.undo).toMatchObject({
      server: { pid: server?.pid, name: "mysqld" },
      fileSystem: { image: disk.image, mountPoint: disk.mountPoint },
    });
    const { actedMs, seenMs, seen } = await fill.perform(order);
    expect(seenMs).toBeGreaterThan(actedMs);
    const { mountPoint } = disk;
    expect(seen).toMatchObject([{ code: "operator.seen_full", params: { mountPoint, free: 0 } }]);
    expect(disk.readFree()).toBe(0);
    const [file = ""] = readdirSync(mountPoint).filter((name) => name.startsWith("primacy-drill"));
    const { mode, uid, blocks } = statSync(path.join(mountPoint, file));
    expect([file, mode & 0o777, uid]).toEqual([`primacy-drill-fill-${actionId}`, 0o600, 0]);
    expect(blocks * 512).toBeGreaterThan(freeBytes);
    expect(statSync(disk.image).blocks * 512).toBeLessThan(freeBytes / 4);
    expect(fill.listByHand(order)).toEqual([
      `mountpoint -q '${mountPoint}' || mount -o loop '${disk.image}' '${mountPoint}'`,
      `rm -f -- '${path.join(mountPoint, file)}'`,
    ]);
    expect(await fill.findLapse(order)).toBeNull();
    await fill.undo(order);
    expect(readdirSync(mountPoint)).toEqual(["lost+found"]);
    expect(disk.readFree()).toBe(freeBytes);
    await fill.undo(order);
    expect(await fill.findLapse(order)).toMatchObject({ code: "operator.fault_file_gone" });
  });

  test("is healed by the name of its file where nothing was written down, the server is dead, and it is mounted elsewhere", async () => {
    const disk = makeFileSystem("primacy-drill-db1.img");
    await startServer(disk.mountPoint);
    const order = await prepare();
    await fill.undo(order);
    await fill.perform(order);
    await endServer();
    disk.unmount();
    // Nobody can delete it, and nobody says that it is gone.
    await expect(fill.undo(order)).rejects.toMatchObject(undoFailed("operator.fault_fill_unmounted"));
    const elsewhere = path.join(folder, "else where");
    disk.mount(elsewhere);
    expect(existsSync(path.join(elsewhere, `primacy-drill-fill-${actionId}`))).toBe(true);
    await fill.undo(order);
    expect(readdirSync(elsewhere)).toEqual(["lost+found"]);
  });

  test.each(["deleted", "renamed"])("is healed where its image was %s while it was mounted", async (how) => {
    const { disk, order } = await fillOne();
    if (how === "deleted") rmSync(disk.image);
    else renameSync(disk.image, path.join(path.dirname(disk.image), "other.img"));
    await fill.undo(order);
    expect(readdirSync(disk.mountPoint)).toEqual(["lost+found"]);
    expect(disk.readFree()).toBeGreaterThan(0);
  });

  test("is not noted as healed where its image is neither mounted nor there, and is once it is mounted again", async () => {
    const { disk, order } = await fillOne();
    await endServer();
    disk.unmount();
    const away = path.join(folder, "away.img");
    renameSync(disk.image, away);
    await expect(fill.undo(order)).rejects.toMatchObject(undoFailed("operator.fault_fill_lost"));
    renameSync(away, disk.image);
    disk.mount();
    expect(disk.readFree()).toBe(0);
    await fill.undo(order);
    expect(disk.readFree()).toBeGreaterThan(0);
  });

  test("has lapsed where other space became free meanwhile, although its file is there", async () => {
    const disk = makeFileSystem("primacy-drill-db1.img");
    const log = path.join(disk.mountPoint, "binlog.000001");
    // What is kept for root counts for nobody, and is free first.
    writeFileSync(log, Buffer.alloc(16 * 1024 ** 2, 1));
    await startServer(disk.mountPoint);
    const order = await prepare();
    await fill.perform(order);
    expect(await fill.findLapse(order)).toBeNull();
    rmSync(log);
    await waitFor("its space to be free", limitMs, () => disk.readFree() > 0);
    expect(await fill.findLapse(order)).toMatchObject({ code: "operator.fault_space_meanwhile" });
    await fill.undo(order);
  });

  test("fills no other file system than the one that was looked at", async () => {
    const disk = makeFileSystem("primacy-drill-db1.img");
    const file = path.join(disk.mountPoint, "fill");
    const filling = fillSpace({ device: "7:4095", mountPoint: disk.mountPoint }, file, {
      untilMs: Number.POSITIVE_INFINITY,
      now: monotonicMs,
    });
    await expect(filling).rejects.toMatchObject({ told: { code: "operator.fault_fill_gone" } });
    expect(readdirSync(disk.mountPoint)).toEqual(["lost+found"]);
    expect(disk.readFree()).toBeGreaterThan(0);
  });

  test("is not begun where another one, or none, is mounted there by now", async () => {
    const disk = makeFileSystem("primacy-drill-db1.img");
    await startServer(disk.mountPoint);
    const order = await prepare();
    await endServer();
    disk.unmount();
    await expect(fill.perform(order)).rejects.toMatchObject({ told: { code: "operator.fault_fill_gone" } });
    expect(readdirSync(disk.mountPoint)).toEqual([]);
  });
});

describe("a disk is refused", () => {
  test("that is a real one", async () => {
    await startServer(folder);
    await expect(prepare()).rejects.toMatchObject({
      reasons: [
        { code: expect.stringMatching(/^operator\.fault_fill_(real|unknown)$/) },
        { code: "operator.fault_fill_how" },
      ],
    });
  });

  test("whose image has another name, with how one is made", async () => {
    const disk = makeFileSystem("orders.img");
    await startServer(disk.mountPoint);
    await expect(prepare()).rejects.toMatchObject(refusal("operator.fault_fill_name"));
    expect(disk.readFree()).toBeGreaterThan(0);
  });

  test("that is full already, and where no server listens", async () => {
    await expect(prepare()).rejects.toMatchObject({ reasons: [{ code: "operator.fault_no_server" }] });
    const disk = makeFileSystem("primacy-drill-db1.img");
    await startServer(disk.mountPoint);
    const first = await prepare();
    await fill.perform(first);
    await expect(prepare()).rejects.toMatchObject({ reasons: [{ code: "operator.fault_full_before" }] });
    await fill.undo(first);
  });
});
