import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { planVipLabel } from "@primacy/core/vip";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createNamespacePair,
  enterNamespace,
  inNamespace,
  type NamespacePair,
} from "../src/testing/network-namespace";

const vip = "10.99.0.100";

describe("releasing addresses without the agent", () => {
  let pair: NamespacePair;
  let folder: string;
  let server: net.Server;
  let leave: () => void;

  const script = path.join(import.meta.dirname, "release-vips");
  const runScript = (): string => pair.run(pair.a, script, path.join(folder, "release.list"));
  const isHeld = (): boolean =>
    pair.run(pair.a, "ip", "-4", "-o", "address", "show", "to", `${vip}/32`) !== "";

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
    pair.run(pair.a, "ip", "address", "add", `${vip}/32`, "dev", "eth0", "label", "eth0:pv1");
  });
  afterEach(() => {
    pair.run(pair.a, "nft", "flush", "ruleset");
    if (isHeld()) {
      pair.run(pair.a, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
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
    expect(pair.run(pair.a, "ss", "-H", "-n", "-t", "state", "established", "src", vip).trim()).not.toBe("");
    expect(pair.run(pair.a, "nft", "list", "ruleset")).not.toContain(vip);
    client.destroy();
    // What it does not know it does not act on.
    pair.run(pair.a, "ip", "address", "add", `${vip}/32`, "dev", "eth0", "label", "eth0:pv1");
    writeFileSync(list, `${vip} eth0 3306 other\n`);
    pair.run(pair.a, script, list);
    expect(isHeld()).toBe(true);
  });

  test("an interface whose long name is cut short in the label loses its address too", () => {
    const nic = "enp129s0f0np0.1";
    const list = path.join(folder, "long.list");
    writeFileSync(list, `${vip} ${nic} 3306\n`);
    pair.run(pair.a, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
    pair.run(pair.a, "ip", "link", "add", nic, "type", "veth", "peer", "name", "peer0");
    pair.run(pair.a, "ip", "address", "add", `${vip}/32`, "dev", nic, "label", planVipLabel(nic, "1z141z3"));
    pair.run(pair.a, script, list);
    expect(isHeld()).toBe(false);
    pair.run(pair.a, "ip", "link", "delete", nic);
  });

  test("an address that does not carry the agent's label is left alone, with its clients", async () => {
    pair.run(pair.a, "ip", "address", "delete", `${vip}/32`, "dev", "eth0");
    pair.run(pair.a, "ip", "address", "add", `${vip}/32`, "dev", "eth0");
    const client = await connect();
    runScript();
    expect(isHeld()).toBe(true);
    (await connect()).destroy();
    expect(client.destroyed).toBe(false);
    client.destroy();
  });
});
