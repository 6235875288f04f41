import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { planAddressLabel } from "@primacy/core/vip";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findLibc } from "../src/ffi/libc";
import {
  createNamespacePair,
  enterNamespace,
  inNamespace,
  type NamespacePair,
} from "../src/testing/network-namespace";
import { createNetlinkActuator } from "../src/vip/address/netlink-actuator";

const families = [
  { vip: "10.99.0.100", cidr: "10.99.0.100/32", how: ["label", "eth0:pv1"], inFilter: "10.99.0.100" },
  {
    vip: "fd99::100",
    cidr: "fd99::100/128",
    how: ["nodad", "valid_lft", "5", "preferred_lft", "0"],
    inFilter: "[fd99::100]",
  },
] as const;

describe.each(families)("releasing $vip without the agent", ({ vip, cidr, how, inFilter }) => {
  let pair: NamespacePair;
  let folder: string;
  let server: net.Server;
  let leave: () => void;

  const script = path.join(import.meta.dirname, "release-vips");
  const runScript = (): string => pair.run(pair.a, script, path.join(folder, "release.list"));
  const isHeld = (): boolean => pair.run(pair.a, "ip", "-o", "address", "show", "to", cidr) !== "";
  const put = (...more: readonly string[]): void => {
    pair.run(pair.a, "ip", "address", "replace", cidr, "dev", "eth0", ...more);
  };

  async function connect(): Promise<net.Socket> {
    const socket = net.connect({ host: vip, port: 3306 });
    socket.setTimeout(10_000, () => socket.destroy(new Error("silence")));
    await once(socket, "connect");
    return socket;
  }

  beforeAll(async () => {
    pair = createNamespacePair();
    leave = enterNamespace(pair.b);
    folder = mkdtempSync(path.join(tmpdir(), "release-vips-"));
    writeFileSync(path.join(folder, "release.list"), `${vip} eth0 3306,33060\n`);
    server = net.createServer((socket) => socket.on("error", () => undefined));
    inNamespace(pair.a, () => server.listen(3306));
    await once(server, "listening");
  });
  beforeEach(() => {
    put(...how);
  });
  afterEach(() => {
    pair.run(pair.a, "nft", "flush", "ruleset");
    if (isHeld()) {
      pair.run(pair.a, "ip", "address", "delete", cidr, "dev", "eth0");
    }
  });
  afterAll(() => {
    server.close();
    leave();
    rmSync(folder, { recursive: true });
    pair.dispose();
  });

  test("clients are reset, the address is gone, and who comes later is reset too; a second run does no harm", async () => {
    const client = await connect();
    const reset = new Promise((resolve) =>
      client.on("error", (error) => resolve("code" in error && error.code)),
    );
    expect(runScript()).toBe("");
    expect(await reset).toBe("ECONNRESET");
    expect(isHeld()).toBe(false);
    await expect(connect()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(runScript()).toBe("");
  });

  test("where connections are to be let be, only the address goes", async () => {
    const list = path.join(folder, "leave.list");
    writeFileSync(list, `${vip} eth0 3306 leave\n`);
    const client = await connect();
    pair.run(pair.a, script, list);
    expect(isHeld()).toBe(false);
    expect(pair.run(pair.a, "ss", "-H", "-n", "-t", "state", "established", "src", inFilter).trim()).not.toBe(
      "",
    );
    expect(pair.run(pair.a, "nft", "list", "ruleset")).not.toContain(vip);
    client.destroy();
    // What it does not know it does not act on.
    put(...how);
    writeFileSync(list, `${vip} eth0 3306 other\n`);
    pair.run(pair.a, script, list);
    expect(isHeld()).toBe(true);
  });

  test("an address in another form than the agent's is left alone, with its clients", async () => {
    pair.run(pair.a, "ip", "address", "delete", cidr, "dev", "eth0");
    pair.run(pair.a, "ip", "address", "add", cidr, "dev", "eth0", ...(vip.includes(":") ? ["nodad"] : []));
    const client = await connect();
    runScript();
    expect(isHeld()).toBe(true);
    (await connect()).destroy();
    expect(client.destroyed).toBe(false);
    client.destroy();
  });
});

describe("what release-vips takes for the agent's own", () => {
  let pair: NamespacePair;
  let folder: string;
  const script = path.join(import.meta.dirname, "release-vips");
  const runOn = (line: string): void => {
    const list = path.join(folder, "release.list");
    writeFileSync(list, `${line}\n`);
    pair.run(pair.a, script, list);
  };
  const isOn = (cidr: string): boolean => pair.run(pair.a, "ip", "-o", "address", "show", "to", cidr) !== "";

  beforeAll(() => {
    pair = createNamespacePair();
    folder = mkdtempSync(path.join(tmpdir(), "release-vips-"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
    pair.dispose();
  });

  test("an interface whose long name is cut short in the label loses its address too", () => {
    const nic = "enp129s0f0np0.1";
    const vip = "10.99.0.100";
    pair.run(pair.a, "ip", "link", "add", nic, "type", "veth", "peer", "name", "peer0");
    pair.run(pair.a, "ip", "address", "add", `${vip}/32`, "dev", nic, "label", planAddressLabel(nic, vip));
    runOn(`${vip} ${nic} 3306`);
    expect(isOn(`${vip}/32`)).toBe(false);
    pair.run(pair.a, "ip", "link", "delete", nic);
  });

  test("what the agent itself puts there is known by it, of both families", async () => {
    const libc = findLibc();
    if (libc === null) throw new Error("this machine has no koffi");
    const actuator = inNamespace(pair.a, () => createNetlinkActuator(libc));
    for (const address of ["10.99.0.100", "fd99::100"]) {
      const request = {
        interfaceName: "eth0",
        address,
        label: planAddressLabel("eth0", address),
        leaseSeconds: 5,
        deadlineMs: Number.POSITIVE_INFINITY,
      };
      expect(await inNamespace(pair.a, () => actuator.executeLease(request))).toMatchObject({ kind: "done" });
      runOn(`${address} eth0 3306`);
      expect(isOn(address)).toBe(false);
    }
    actuator.close();
  });

  test.each([
    ["with the network's prefix", "fd99::100/64", ["nodad", "valid_lft", "5", "preferred_lft", "0"]],
    ["with a longer life", "fd99::100/128", ["nodad", "valid_lft", "60", "preferred_lft", "0"]],
    ["with the kernel's duplicate detection", "fd99::100/128", ["valid_lft", "5", "preferred_lft", "0"]],
    ["for good", "fd99::100/128", ["nodad"]],
  ])("an IPv6 address %s is left alone", (_name, cidr, how) => {
    pair.run(pair.a, "ip", "address", "add", cidr, "dev", "eth0", ...how);
    runOn("fd99::100 eth0 3306");
    expect(isOn("fd99::100")).toBe(true);
    pair.run(pair.a, "ip", "address", "delete", cidr, "dev", "eth0");
  });
});
