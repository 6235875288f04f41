import { once } from "node:events";
import net from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import {
  createNamespacePair,
  enterNamespace,
  inNamespace,
  type NamespacePair,
} from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { createSockDiagKiller } from "./sock-diag-killer";
import { createSsCommandKiller } from "./ss-command-killer";
import type { SocketKiller } from "./types";

const families = [
  { vip: "10.99.0.100", own: "10.99.0.1", other: "10.99.0.101" },
  { vip: "fd99::100", own: "fd99::1", other: "fd99::101" },
] as const;
const cases = (["sock-diag", "ss-command"] as const).flatMap((kind) =>
  families.map((addresses) => ({ kind, ...addresses })),
);

/** An address as `ss` wants it. */
function filterOf(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

function createKiller(kind: SocketKiller["kind"]): SocketKiller {
  const libc = findLibc();
  const ssFile = findCommand("ss");
  if (libc === null || ssFile === null) {
    throw new Error("this machine has no koffi or no ss");
  }
  return kind === "sock-diag" ? createSockDiagKiller(libc) : createSsCommandKiller(ssFile);
}

describe.each(cases)("ending connections to $vip by $kind", ({ kind, vip, own, other: absent }) => {
  let pair: NamespacePair;
  let killer: SocketKiller;
  let leave: () => void;
  const sockets: net.Socket[] = [];
  const servers: net.Server[] = [];

  const on = <T>(act: () => T): T => inNamespace(pair.a, act);

  async function connect(host: string, port: number): Promise<net.Socket> {
    const socket = net.connect({ host, port });
    await once(socket, "connect");
    socket.on("error", () => undefined);
    sockets.push(socket);
    return socket;
  }

  /** A connection counts once the last packet of its beginning has arrived, which is a moment after the client has it. */
  const awaitCount = (address: string, count: number): Promise<true> =>
    waitFor(
      `${count} connections to ${address}`,
      60_000,
      async () => (await on(() => killer.countFrom(address, [3306, 3307]))) === count,
    );

  beforeAll(async () => {
    pair = createNamespacePair();
    leave = enterNamespace(pair.b);
    killer = on(() => createKiller(kind));
    for (const address of families.map((one) => one.vip)) {
      const nodad = address.includes(":") ? ["nodad"] : [];
      pair.run(pair.a, "ip", "address", "add", address, "dev", "eth0", ...nodad);
    }
    // Without a host it listens on IPv4 and IPv6 at once, as mysqld does by default: IPv4 connections are of family IPv6 then.
    for (const port of [3306, 3307]) {
      const server = net.createServer((socket) => socket.on("error", () => undefined));
      on(() => server.listen(port));
      await once(server, "listening");
      servers.push(server);
    }
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) {
      socket.destroy();
    }
  });
  afterAll(() => {
    killer.close();
    for (const server of servers) {
      server.close();
    }
    leave();
    pair.dispose();
  });

  test("clients of the address are reset at once, idle ones too, on every port", async () => {
    const clients = [await connect(vip, 3306), await connect(vip, 3306), await connect(vip, 3307)];
    const resets = clients.map(
      (client) =>
        new Promise((resolve) => client.on("error", (error) => resolve("code" in error && error.code))),
    );
    await awaitCount(vip, 3);
    expect(await on(() => killer.killFrom(vip))).toEqual({ kind: "done", killed: 3 });
    expect(await Promise.all(resets)).toEqual(["ECONNRESET", "ECONNRESET", "ECONNRESET"]);
    const listing = pair.run(pair.a, "ss", "-H", "-n", "-t", "state", "established", "src", filterOf(vip));
    expect(listing.trim()).toBe("");
  });

  test("connections to the host's own address stay", async () => {
    const other = await connect(own, 3306);
    await connect(vip, 3306);
    await awaitCount(vip, 1);
    expect(await on(() => killer.killFrom(vip))).toEqual({ kind: "done", killed: 1 });
    expect(other.destroyed).toBe(false);
    expect(
      pair.run(pair.a, "ss", "-H", "-n", "-t", "state", "established", "src", filterOf(own)).trim(),
    ).not.toBe("");
  });

  test("connections are counted by address and port, and counting ends none", async () => {
    await Promise.all([connect(vip, 3306), connect(vip, 3306), connect(vip, 3307), connect(own, 3306)]);
    // Those of the test before may be about to end.
    await waitFor("two", 60_000, async () => (await on(() => killer.countFrom(vip, [3306]))) === 2);
    await awaitCount(vip, 3);
    expect(await on(() => killer.countFrom(vip, [3308]))).toBe(0);
    expect(await on(() => killer.countFrom(absent, [3306]))).toBe(0);
    expect(sockets.filter((socket) => socket.destroyed)).toEqual([]);
    expect(await on(() => killer.killFrom(vip))).toEqual({ kind: "done", killed: 3 });
  });

  test("without connections there is nothing to do, and listeners stay", async () => {
    expect(await on(() => killer.killFrom(vip))).toEqual({ kind: "done", killed: 0 });
    expect((await connect(vip, 3306)).destroyed).toBe(false);
  });

  test("connections to the VIP of the other family stay, and are not counted", async () => {
    const foreign = families.find((one) => one.vip !== vip)?.vip ?? "";
    // What the test before left may be about to end.
    for (const address of [vip, foreign]) await on(() => killer.killFrom(address));
    await Promise.all([connect(vip, 3306), connect(foreign, 3306)]);
    for (const address of [vip, foreign]) await awaitCount(address, 1);
    expect(await on(() => killer.killFrom(vip))).toEqual({ kind: "done", killed: 1 });
    expect(await on(() => killer.countFrom(foreign, [3306]))).toBe(1);
    expect(await on(() => killer.killFrom(foreign))).toEqual({ kind: "done", killed: 1 });
  });
});
