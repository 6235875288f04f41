import { once } from "node:events";
import net from "node:net";
import type { HostFault } from "@primacy/contract/agent";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createNamespacePair, enterNamespace, type NamespacePair } from "../../../testing/network-namespace";
import { waitFor } from "../../../testing/wait-for";
import { monotonicMs } from "../../../vip/address/types";
import { OwnHost } from "../../own-host";
import { Cut } from "./cut";
import type { FaultOf, FaultOrder } from "./fault-kind";

type CutFault = FaultOf<"cut">;
type Family = "IPv4" | "IPv6";

const limitMs = 60_000;
const hourMs = 3_600_000;
/** What is cut off and what is spared are two addresses of host b; host a has the cut. */
const addresses: Readonly<
  Record<Family, { readonly a: string; readonly peer: string; readonly spare: string }>
> = {
  IPv4: { a: "10.99.0.1", peer: "10.99.0.2", spare: "10.99.0.3" },
  IPv6: { a: "fd99::1", peer: "fd99::2", spare: "fd99::3" },
};
const families: readonly Family[] = ["IPv4", "IPv6"];
const spares = families.map((family) => addresses[family].spare);
const peers = families.map((family) => addresses[family].peer);
const all: CutFault = { name: "cut", peers: null, spares, drops: "both" };

let pair: NamespacePair;
let leave: () => void;
let server: net.Server;
let port: number;
let cut: Cut;
const accepted: net.Socket[] = [];

beforeEach(async () => {
  pair = createNamespacePair();
  pair.run(pair.b, "ip", "address", "add", "10.99.0.3/24", "dev", "eth0");
  pair.run(pair.b, "ip", "address", "add", "fd99::3/64", "dev", "eth0", "nodad");
  // All of the test is host a, but for what `pair.run` has on the other.
  leave = enterNamespace(pair.a);
  server = net.createServer((socket) => accepted.push(socket.on("error", () => undefined))).listen(0, "::");
  await once(server, "listening");
  const bound = server.address();
  port = typeof bound === "object" && bound !== null ? bound.port : 0;
  cut = new Cut(new OwnHost("a"));
});
afterEach(() => {
  for (const socket of accepted.splice(0)) socket.destroy();
  server.close();
  leave();
  pair.dispose();
});

const orderOf = (fault: CutFault, forMs = hourMs): FaultOrder<"cut"> => ({
  actionId: "a",
  fault,
  undoAtMs: monotonicMs() + forMs,
  undo: { kind: "fault", server: null, inodes: [], supervisor: null, unit: null, evidence: null },
});

async function make(fault: CutFault, forMs?: number): Promise<string[]> {
  await cut.prepare(fault);
  const { actedMs, seenMs, seen } = await cut.perform(orderOf(fault, forMs));
  expect(seenMs).toBeGreaterThan(actedMs);
  forgetNeighbours();
  return seen.map(({ code }) => code);
}

/** Else what one host knows of the other from before would do. */
function forgetNeighbours(): void {
  for (const namespace of [pair.a, pair.b]) pair.run(namespace, "ip", "neigh", "flush", "all");
}

const linkLocalOf = (namespace: string): string =>
  /inet6 (fe80::[0-9a-f:]+)/.exec(
    pair.run(namespace, "ip", "-6", "address", "show", "dev", "eth0", "scope", "link"),
  )?.[1] ?? "";

/** Whether host b reaches a server on host a, by one of its addresses; a busy machine may not get there in time. */
function reaches(from: string, to: string): boolean {
  const connect = `const s = require("net").connect({ host: process.argv[1], port: ${port}, localAddress: process.argv[2] });
    s.on("connect", () => process.exit(0)).on("error", () => process.exit(1)); setTimeout(() => process.exit(1), 1200)`;
  return pair.tryRun(pair.b, process.execPath, "-e", connect, to, from) !== null;
}

/** Whether host a answers the question who has an address of its own. */
const answersArp = (from: string, asked = "10.99.0.1"): boolean =>
  pair.tryRun(pair.b, "arping", "-f", "-c", "2", "-w", "1", "-I", "eth0", "-s", from, asked) !== null;

/** Waits until it does: one that a busy machine did not hear in time is no silence. */
const awaitReach = (from: string, to: string): Promise<true> =>
  waitFor(`${from} to reach ${to}`, limitMs, () => reaches(from, to));
const awaitArp = (from: string, asked?: string): Promise<true> =>
  waitFor(`an answer to ${from}`, limitMs, () => answersArp(from, asked));

const hasTable = (): boolean => pair.run(pair.a, "nft", "list", "tables").includes("netdev primacy_drill");

describe("a cut of everybody but the spared", () => {
  test.each(families)(
    "leaves %s to these alone, also after they have forgotten each other",
    async (family) => {
      const { a, peer, spare } = addresses[family];
      for (const from of [peer, spare]) await awaitReach(from, a);
      await make(all);
      expect(reaches(peer, a)).toBe(false);
      await awaitReach(spare, a);
      await cut.undo();
      await awaitReach(peer, a);
    },
  );

  test("drops questions and answers of ARP, tells what was seen, and is undone as often as one likes", async () => {
    await awaitArp("10.99.0.2");
    const codes = await make(all);
    expect(codes.slice(0, 1)).toEqual(["operator.seen_cut"]);
    expect(codes).toContain("operator.seen_dropped_out");
    expect(answersArp("10.99.0.2")).toBe(false);
    await awaitArp("10.99.0.3");
    await cut.undo();
    await cut.undo();
    await awaitArp("10.99.0.2");
    expect(hasTable()).toBe(false);
  });

  test.each([
    { family: "IPv4", far: "192.0.2.9/32", by: "10.99.0.2", peer: "10.99.0.2", a: "10.99.0.1" },
    { family: "IPv6", far: "2001:db8::9/128", by: null, peer: "fd99::2", a: "fd99::1" },
  ])(
    "reaches the spared behind a router by $family, and not the router itself",
    async ({ far, by, peer, a }) => {
      const [spare = ""] = far.split("/");
      pair.run(pair.b, "ip", "address", "add", far, "dev", "lo");
      const router = by ?? linkLocalOf(pair.b);
      pair.run(pair.a, "ip", "route", "add", far, "via", router, "dev", "eth0");
      await waitFor("the way to the router", limitMs, () => reaches(spare, a));
      await make({ ...all, spares: [spare] });
      await awaitReach(spare, a);
      expect(reaches(peer, a)).toBe(false);
    },
  );

  test("keeps connections of the spared that are open", async () => {
    const echo = `const s = require("net").connect({ host: "10.99.0.1", port: ${port}, localAddress: "10.99.0.3" });
      s.on("data", (data) => s.write(data)).on("error", () => process.exit(1)).on("close", () => process.exit(0))`;
    // It stays in the background of the shell that starts it.
    pair.run(pair.b, "sh", "-c", '"$@" </dev/null >/dev/null 2>&1 &', "sh", process.execPath, "-e", echo);
    const socket = await waitFor("the connection", limitMs, () => accepted[0]);
    await make(all);
    const echoed = once(socket, "data");
    socket.write("still here");
    expect(String((await echoed)[0])).toBe("still here");
  });

  test("covers an address that an agent holds for its cluster, also before the spared", async () => {
    const lease = ["valid_lft", "5", "preferred_lft", "5"];
    pair.run(pair.a, "ip", "address", "add", "10.99.0.100/32", "dev", "eth0", ...lease);
    // Its lease may end before a busy machine hears it.
    const renew = (): string =>
      pair.run(pair.a, "ip", "address", "replace", "10.99.0.100/32", "dev", "eth0", ...lease);
    await waitFor("an answer for it", limitMs, () => {
      renew();
      return answersArp("10.99.0.3", "10.99.0.100");
    });
    await make(all);
    renew();
    expect(answersArp("10.99.0.3", "10.99.0.100")).toBe(false);
    await awaitArp("10.99.0.3");
    expect(reaches("10.99.0.3", "10.99.0.100")).toBe(false);
  });

  test("is ended by the kernel alone at its deadline; the undo has only the table left to delete", async () => {
    // Its deadline is no earlier: a machine that was too slow to look in time has seen nothing.
    const endsMs = monotonicMs() + 3_000;
    await make(all, 3_000);
    const isHeard = answersArp("10.99.0.2");
    if (monotonicMs() < endsMs) expect(isHeard).toBe(false);
    await waitFor("the cut to end", limitMs, async () => answersArp("10.99.0.2") || null);
    expect(hasTable()).toBe(true);
    await cut.undo();
    expect(hasTable()).toBe(false);
  });

  test("made a second time counts once, with its own deadline", async () => {
    await make(all, 3_000);
    await make({ ...all, spares: ["10.99.0.2"] });
    await awaitArp("10.99.0.2");
    expect(answersArp("10.99.0.3")).toBe(false);
  });
});

describe("a cut of some", () => {
  const some: CutFault = { ...all, peers };

  test.each(families)("drops %s of these alone", async (family) => {
    const { a, peer, spare } = addresses[family];
    await make({ ...some, spares: [] });
    expect(reaches(peer, a)).toBe(false);
    await awaitReach(spare, a);
  });

  test("drops what asks whether an address is free, where the peer has been heard of", async () => {
    const probes = (): boolean =>
      pair.tryRun(
        pair.b,
        "arping",
        "-f",
        "-c",
        "2",
        "-w",
        "1",
        "-I",
        "eth0",
        "-s",
        "0.0.0.0",
        "10.99.0.1",
      ) !== null;
    await awaitReach("10.99.0.2", "10.99.0.1");
    await waitFor("an answer to who asks whether it is free", limitMs, probes);
    await make({ ...some, peers: ["10.99.0.2"], spares: [] });
    expect(probes()).toBe(false);
  });
});

describe("a cut of one direction", () => {
  /** What host b has got from host a, and a from b, as their own kernels count it before any rule of the cut. */
  const watch = (namespace: string, address: string): void => {
    const table = "add table netdev watch ; add counter netdev watch heard";
    const chain = 'add chain netdev watch look { type filter hook ingress device "eth0" priority -600 ; }';
    const rule = `add rule netdev watch look ip saddr ${address} udp dport 9 counter name heard`;
    pair.run(namespace, "nft", `${table} ; ${chain} ; ${rule}`);
  };
  const heard = (namespace: string): boolean =>
    !pair.run(namespace, "nft", "list", "counter", "netdev", "watch", "heard").includes("packets 0 ");
  const send = (namespace: string, from: string, to: string): void => {
    const script = `const s = require("dgram").createSocket("udp4");
      s.bind(0, process.argv[1], () => s.send("", 9, process.argv[2], () => s.close()))`;
    pair.run(namespace, process.execPath, "-e", script, from, to);
  };
  beforeEach(() => {
    watch(pair.b, "10.99.0.1");
    // Both know each other for good: nothing has to come back.
    pair.run(
      pair.a,
      "ip",
      "neigh",
      "replace",
      "10.99.0.2",
      "lladdr",
      pair.macB,
      "dev",
      "eth0",
      "nud",
      "permanent",
    );
  });

  const countOf = (name: string): number =>
    Number(
      /packets (\d+)/.exec(pair.run(pair.a, "nft", "list", "counter", "netdev", "primacy_drill", name))?.[1],
    );

  test("inwards: what this host says is heard, and it hears nothing", async () => {
    const codes = await make({ ...all, peers: ["10.99.0.2"], spares: [], drops: "in" });
    expect(codes[0]).toBe("operator.seen_cut");
    send(pair.a, "10.99.0.1", "10.99.0.2");
    await waitFor("it to be heard", limitMs, () => heard(pair.b));
    const before = countOf("dropped_in");
    expect(answersArp("10.99.0.2")).toBe(false);
    expect(countOf("dropped_in")).toBeGreaterThan(before);
  });

  test("outwards: what others say comes in, and nothing goes out, as its own frame has shown", async () => {
    const codes = await make({ ...all, peers: ["10.99.0.2"], spares: [], drops: "out" });
    expect(codes).toEqual(["operator.seen_cut", "operator.seen_dropped_out"]);
    send(pair.a, "10.99.0.1", "10.99.0.2");
    expect(heard(pair.b)).toBe(false);
    const before = countOf("dropped_out");
    // The question comes in and is answered; the answer goes no further.
    expect(answersArp("10.99.0.2")).toBe(false);
    expect(countOf("dropped_out")).toBeGreaterThan(before);
  });
});

describe("nothing is begun", () => {
  const refusalOf = (fault: HostFault & CutFault, by = cut): Promise<unknown> =>
    by.prepare(fault).catch((error: unknown) => error);

  test("where somebody is cut off and spared at once", async () => {
    const fault: CutFault = { ...all, peers: ["fd99:0::3", "10.99.0.2"] };
    expect(await refusalOf(fault)).toMatchObject({ reasons: [{ code: "operator.fault_spared_peer" }] });
    expect(hasTable()).toBe(false);
  });

  test("where the kernel or nft cannot do it, with what nft says", async () => {
    const host = new OwnHost("a");
    const exec = host.tryExec.bind(host);
    host.tryExec = async (argv, limits) =>
      argv[0] === "nft"
        ? {
            exitCode: 1,
            stdout: "",
            stderr: "Error: Could not process rule: Operation not supported\nadd chain",
          }
        : exec(argv, limits);
    expect(await refusalOf(all, new Cut(host))).toMatchObject({
      reasons: [
        {
          code: "operator.fault_no_cut",
          params: { error: "Error: Could not process rule: Operation not supported" },
        },
      ],
    });
  });

  test("where it only looks: a check leaves no table", async () => {
    await cut.prepare(all);
    expect(hasTable()).toBe(false);
  });
});
