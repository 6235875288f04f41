import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findLibc, type Libc } from "../../ffi/libc";
import { createNamespacePair, inNamespace, type NamespacePair } from "../../testing/network-namespace";
import { waitFor } from "../../testing/wait-for";
import { buildAttribute, parseAttributes } from "./message";
import { NetlinkSocket, watchNetlink } from "./socket";

const NETLINK_ROUTE = 0;
const RTM_NEWLINK = 16;
const RTM_GETLINK = 18;
const RTM_NEWADDR = 20;
const RTM_GETADDR = 22;
const RTMGRP_LINK = 0x1;
const RTMGRP_IPV4_IFADDR = 0x10;
const NLM_F_CREATE_EXCL = 0x600;
const IFLA_IFNAME = 3;
const IFA_LOCAL = 2;
const AF_INET = 2;
const limitMs = 60_000;

describe("netlink with the kernel", () => {
  let pair: NamespacePair;
  let libc: Libc;
  let socket: NetlinkSocket;

  beforeAll(() => {
    const found = findLibc();
    if (found === null) {
      throw new Error("this machine has no koffi");
    }
    libc = found;
    pair = createNamespacePair();
    socket = inNamespace(pair.a, () => new NetlinkSocket(libc, NETLINK_ROUTE));
  });
  afterAll(() => {
    socket.close();
    socket.close();
    pair.dispose();
  });

  const addressOf = (index: number, address: readonly number[]): [Buffer, Buffer] => {
    const head = Buffer.from([AF_INET, 32, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32LE(index, 4);
    return [head, buildAttribute(IFA_LOCAL, Buffer.from(address))];
  };
  const indexOfEth0 = (): number => inNamespace(pair.a, () => libc.findInterfaceIndex("eth0")) ?? Number.NaN;

  test("a list is the whole of what the namespace has, however many there are", () => {
    for (let number = 0; number < 300; number += 1) {
      const [third, fourth] = [1 + Math.floor(number / 200), 1 + (number % 200)];
      socket.execute("RTM_NEWADDR", RTM_NEWADDR, NLM_F_CREATE_EXCL, ...addressOf(1, [10, 98, third, fourth]));
    }
    const links = socket.list("RTM_GETLINK", RTM_GETLINK, Buffer.alloc(16));
    const names = links.map(({ payload }) =>
      parseAttributes(payload, 16).get(IFLA_IFNAME)?.toString("latin1").replace("\0", ""),
    );
    expect(names).toEqual(expect.arrayContaining(["lo", "eth0"]));
    const head = Buffer.from([AF_INET, 0, 0, 0, 0, 0, 0, 0]);
    // 127.0.0.1 and the host's own stand beside them.
    expect(socket.list("RTM_GETADDR", RTM_GETADDR, head)).toHaveLength(302);
    pair.run(pair.a, "ip", "address", "flush", "dev", "lo", "to", "10.98.0.0/16");
  });

  test("a change is done when it returns, and what the kernel refuses is told by its name", () => {
    socket.execute(
      "RTM_NEWADDR",
      RTM_NEWADDR,
      NLM_F_CREATE_EXCL,
      ...addressOf(indexOfEth0(), [10, 99, 0, 77]),
    );
    expect(pair.run(pair.a, "ip", "-4", "address", "show", "dev", "eth0")).toContain("10.99.0.77/32");
    const again = (): void =>
      socket.execute(
        "RTM_NEWADDR",
        RTM_NEWADDR,
        NLM_F_CREATE_EXCL,
        ...addressOf(indexOfEth0(), [10, 99, 0, 77]),
      );
    expect(again).toThrow(expect.objectContaining({ code: "EEXIST", retryable: false }));
    const elsewhere = (): void =>
      socket.execute("RTM_NEWADDR", RTM_NEWADDR, NLM_F_CREATE_EXCL, ...addressOf(99_999, [10, 99, 0, 78]));
    expect(elsewhere).toThrow(expect.objectContaining({ code: "ENODEV" }));
    // A refusal is no answer to the next request.
    expect(socket.list("RTM_GETLINK", RTM_GETLINK, Buffer.alloc(16)).length).toBeGreaterThan(1);
  });

  test("a watch hears of what changes, not of the kind that it ignores, and nothing once it is stopped", async () => {
    const heard: number[] = [];
    let losses = 0;
    const groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR;
    const stop = inNamespace(pair.a, () =>
      watchNetlink(
        libc,
        { protocol: NETLINK_ROUTE, groups, ignoredType: RTM_NEWADDR },
        ({ type }) => heard.push(type),
        () => {
          losses += 1;
        },
      ),
    );
    pair.run(pair.a, "ip", "address", "add", "10.99.0.88/32", "dev", "eth0");
    pair.run(pair.b, "ip", "link", "set", "eth0", "down");
    await waitFor("the link's change", limitMs, () => heard.includes(RTM_NEWLINK));
    expect(heard).not.toContain(RTM_NEWADDR);
    expect(losses).toBe(0);
    stop();
    stop();
    const before = heard.length;
    pair.run(pair.b, "ip", "link", "set", "eth0", "up");
    const other: number[] = [];
    const stopOther = inNamespace(pair.a, () =>
      watchNetlink(
        libc,
        { protocol: NETLINK_ROUTE, groups, ignoredType: 0 },
        ({ type }) => other.push(type),
        () => undefined,
      ),
    );
    pair.run(pair.a, "ip", "address", "add", "10.99.0.89/32", "dev", "eth0");
    await waitFor("another watch hears it", limitMs, () => other.includes(RTM_NEWADDR));
    stopOther();
    expect(heard).toHaveLength(before);
  });
});
