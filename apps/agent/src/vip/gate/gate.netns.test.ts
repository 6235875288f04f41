import { once } from "node:events";
import net from "node:net";
import { familyOf, hostPrefixLength } from "@primacy/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findCommand } from "../../command/run-command";
import { findLibc } from "../../ffi/libc";
import {
  createNamespacePair,
  enterNamespace,
  inNamespace,
  type NamespacePair,
} from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { createHeldSet, type HeldSet } from "./held-set";
import { createNftGate, gateTableName, heldSetOf, resetRules } from "./nft-gate";

const tombstoneMs = 20_000;

describe.each([
  { hands: "nft and netlink", hasHeldSet: true, vip: "10.99.0.100" },
  { hands: "nft alone", hasHeldSet: false, vip: "10.99.0.100" },
  { hands: "nft and netlink", hasHeldSet: true, vip: "fd99::100" },
  { hands: "nft alone", hasHeldSet: false, vip: "fd99::100" },
])("reset gate before $vip by $hands", ({ hasHeldSet, vip }) => {
  const guarded = { address: vip, ports: [3306, 3307] };
  const isIpv6 = familyOf(vip) === 6;
  const heldSet = heldSetOf(vip);
  const guardedSet = isIpv6 ? "guarded6" : "guarded";
  const resetRule = resetRules[isIpv6 ? 1 : 0];
  let pair: NamespacePair;
  let gate: ReturnType<typeof createNftGate>;
  let leave: () => void;
  const servers: net.Server[] = [];

  const on = <T>(act: () => T): T => inNamespace(pair.a, act);

  /** The kernel's own duplicate detection would keep an IPv6 address from answering for a second or two. */
  const putAddress = (): void => {
    const nodad = isIpv6 ? ["nodad"] : [];
    const cidr = `${vip}/${hostPrefixLength(vip)}`;
    pair.run(pair.a, "ip", "address", "add", cidr, "dev", "eth0", ...nodad);
  };

  /** What a client on the other host sees: `open`, or the error code of its connection attempt. */
  async function knock(port: number, timeoutMs = 10_000): Promise<string> {
    const socket = net.connect({ host: vip, port });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error("silence")));
    try {
      await once(socket, "connect");
      return "open";
    } catch (error) {
      return error instanceof Error && "code" in error ? String(error.code) : "silence";
    } finally {
      socket.destroy();
    }
  }

  beforeAll(async () => {
    pair = createNamespacePair();
    // This thread is the client on host b; only what `on` runs is host a.
    leave = enterNamespace(pair.b);
    const nftFile = findCommand("nft");
    if (nftFile === null) {
      throw new Error("this machine has no nft");
    }
    const libc = findLibc();
    if (libc === null) {
      throw new Error("this machine has no koffi");
    }
    const openHeldSet = (): HeldSet => createHeldSet(libc, gateTableName, heldSetOf);
    gate = on(() => createNftGate(nftFile, tombstoneMs, hasHeldSet ? openHeldSet() : null));
    putAddress();
    for (const port of [3306, 3307, 3308]) {
      const server = net.createServer((socket) => {
        socket.on("error", () => undefined);
        socket.pipe(socket);
      });
      on(() => server.listen(port));
      await once(server, "listening");
      servers.push(server);
    }
  });
  beforeEach(async () => {
    await on(() => gate.remove());
    expect(await on(() => gate.install(guarded, 0))).toEqual({ kind: "done" });
  });
  afterAll(() => {
    gate.stop();
    gate.stop();
    for (const server of servers) {
      server.close();
    }
    leave();
    pair.dispose();
  });

  test("an address without guard is not touched", async () => {
    expect(await knock(3306)).toBe("open");
  });

  test("closed, the guarded ports answer with a reset and other ports as before", async () => {
    expect(await on(() => gate.close(guarded, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
    expect(await knock(3307)).toBe("ECONNREFUSED");
    expect(await knock(3308)).toBe("open");
  });

  test("the tombstone also resets clients that still send here once the address is gone", async () => {
    await on(() => gate.close(guarded, tombstoneMs));
    pair.run(
      pair.b,
      "ip",
      "neighbour",
      "replace",
      vip,
      "lladdr",
      pair.macA,
      "dev",
      "eth0",
      "nud",
      "permanent",
    );
    pair.run(pair.a, "ip", "address", "delete", `${vip}/${hostPrefixLength(vip)}`, "dev", "eth0");
    expect(await knock(3306)).toBe("ECONNREFUSED");
    putAddress();
    pair.run(pair.b, "ip", "neighbour", "flush", "dev", "eth0");
  });

  test("open while refreshed, it closes by itself with resets, not silence", async () => {
    const startMs = performance.now();
    await waitFor("kept open for longer than once", 60_000, async () => {
      const askedMs = performance.now();
      expect(await on(() => gate.open(guarded, 1500))).toEqual({ kind: "done" });
      const seen = await knock(3306);
      // Only a machine that stood still for longer than that may find it closed again.
      if (performance.now() - askedMs < 1500) {
        expect(seen).toBe("open");
      }
      return performance.now() - startMs > 3000;
    });
    await waitFor("closed by itself", 60_000, async () => (await knock(3306)) === "ECONNREFUSED");
    // Opening again works although the element has expired.
    expect(await on(() => gate.open(guarded, 20_000))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
  });

  test("an established connection is reset at its next packet once the gate is closed", async () => {
    await on(() => gate.open(guarded, 30_000));
    const socket = net.connect({ host: vip, port: 3306 });
    await once(socket, "connect");
    await on(() => gate.close(guarded, tombstoneMs));
    const failure = once(socket, "error");
    socket.write("still there?");
    expect(await failure).toMatchObject([{ code: "ECONNRESET" }]);
  });

  test("draining, new connections are reset at once and open ones go on, until it is ended", async () => {
    await on(() => gate.open(guarded, 30_000));
    const socket = net.connect({ host: vip, port: 3306 });
    await once(socket, "connect");
    expect(await on(() => gate.drain(guarded, 20_000))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
    expect(await knock(3307)).toBe("ECONNREFUSED");
    expect(await knock(3308)).toBe("open");
    socket.write("still there?");
    expect(String((await once(socket, "data"))[0])).toBe("still there?");
    expect(await on(() => gate.drain(guarded, 0))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
    socket.destroy();
  });

  test("a drain that nobody prolongs ends by itself, and one that is prolonged lasts as long as was asked for last", async () => {
    await on(() => gate.open(guarded, 60_000));
    expect(await on(() => gate.drain(guarded, 60_000))).toEqual({ kind: "done" });
    expect(await on(() => gate.drain(guarded, 1_000))).toEqual({ kind: "done" });
    await waitFor("let in again", 60_000, async () => (await knock(3306)) === "open");
    expect(await on(() => gate.drain(guarded, 20_000))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
  });

  test("a drain keeps no release from being confirmed, and ends none of its resets", async () => {
    await on(() => gate.open(guarded, 30_000));
    await on(() => gate.drain(guarded, 20_000));
    expect(await on(() => gate.close(guarded, tombstoneMs))).toEqual({ kind: "done" });
    await on(() => gate.drain(guarded, 0));
    expect(await knock(3306)).toBe("ECONNREFUSED");
    await on(() => gate.drain(guarded, 20_000));
    expect(await on(() => gate.forget(guarded))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
  });

  test("a chain that was made anew without the rule gets it back before it is said to drain", async () => {
    await on(() => gate.open(guarded, 30_000));
    await on(() => gate.drain(guarded, 1_000));
    pair.run(pair.a, "nft", "flush chain inet primacy_vip prerouting");
    pair.run(pair.a, "nft", `add rule inet primacy_vip prerouting ${resetRule}`);
    expect(await on(() => gate.drain(guarded, 20_000))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
  });

  test("a gate that is to stand aside while it is open resets nobody, not for a moment", async () => {
    await on(() => gate.open(guarded, 30_000));
    const socket = net.connect({ host: vip, port: 3306 });
    await once(socket, "connect");
    let failure: unknown = null;
    socket.on("error", (error) => {
      failure = error;
    });
    const writing = setInterval(() => socket.write("x"), 1);
    const alone = { address: vip, ports: [] };
    expect(await on(() => gate.open(alone, 2_000))).toEqual({ kind: "done" });
    clearInterval(writing);
    socket.write("!");
    await waitFor("all of it to come back", 60_000, () => {
      const read: unknown = socket.read();
      return failure !== null || String(read ?? "").includes("!") ? true : null;
    });
    expect(failure).toBeNull();
    const listing = pair.run(pair.a, "nft", "list", "table", "inet", "primacy_vip");
    expect(listing).not.toContain(vip);
    // Neither closing nor making it again brings it back.
    expect(await on(() => gate.close(alone, tombstoneMs))).toEqual({ kind: "done" });
    expect(await on(() => gate.install(alone, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
    expect(await on(() => gate.open(guarded, 20_000))).toEqual({ kind: "done" });
    expect(await on(() => gate.close(guarded, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
    expect(await on(() => gate.install(alone, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
    socket.destroy();
  });

  test("installing again keeps a tombstone that an earlier run left", async () => {
    await on(() => gate.close(guarded, tombstoneMs));
    expect(await on(() => gate.install(guarded, 0))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
    expect(await on(() => gate.forget(guarded))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("open");
  });

  test("an address whose port was changed is forgotten with the port that it had before", async () => {
    await on(() => gate.close({ address: vip, ports: [3306] }, tombstoneMs));
    await on(() => gate.close({ address: vip, ports: [3307] }, tombstoneMs));
    expect(await on(() => gate.forget({ address: vip, ports: [3307] }))).toEqual({ kind: "done" });
    expect([await knock(3306), await knock(3307)]).toEqual(["open", "open"]);
  });

  test("kept open again and again it is what was asked for last, also after the rules were flushed", async () => {
    const isWithoutChild = (openMs: number): boolean => hasHeldSet && openMs > 20_000;
    for (const openMs of [20_000, 22_000, 24_000]) {
      const pid = gate.session.pid ?? 0;
      // A child that stands still shows who did it.
      if (isWithoutChild(openMs)) process.kill(pid, "SIGSTOP");
      const outcome = await on(() => gate.open(guarded, openMs));
      if (isWithoutChild(openMs)) process.kill(pid, "SIGCONT");
      expect(outcome).toEqual({ kind: "done" });
      if (isWithoutChild(openMs)) expect(gate.session.pid).toBe(pid);
      const listing = pair.run(pair.a, "nft", "list", "set", "inet", "primacy_vip", heldSet);
      const seconds = Number(new RegExp(`${vip} timeout (\\d+)s`).exec(listing)?.[1]);
      expect(seconds).toBeGreaterThan(openMs / 1000 - 4);
      expect(seconds).toBeLessThanOrEqual(openMs / 1000);
    }
    expect(await knock(3306)).toBe("open");
    pair.run(pair.a, "nft", "flush", "ruleset");
    expect(await on(() => gate.open(guarded, 26_000))).toEqual({ kind: "done" });
    expect(pair.run(pair.a, "nft", "list", "set", "inet", "primacy_vip", guardedSet)).toContain(
      `${vip} . 3306 timeout`,
    );
    expect(await on(() => gate.close(guarded, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
  });

  test("a flushed ruleset and a killed child are both mended by the next command", async () => {
    await on(() => gate.close(guarded, tombstoneMs));
    pair.run(pair.a, "nft", "flush", "ruleset");
    expect(await on(() => gate.open(guarded, 2000))).toEqual({ kind: "done" });
    expect(await on(() => gate.close(guarded, tombstoneMs))).toEqual({ kind: "done" });
    expect(await knock(3306)).toBe("ECONNREFUSED");
    const { pid } = gate.session;
    expect(pid).toBeDefined();
    process.kill(pid ?? 0, "SIGKILL");
    // The new child is started by a timer, so this thread stays on host a until it obeys.
    const leaveA = enterNamespace(pair.a);
    await waitFor("obeys again", 60_000, async () => (await gate.open(guarded, 20_000)).kind === "done");
    leaveA();
    expect(await knock(3306)).toBe("open");
  });
});
