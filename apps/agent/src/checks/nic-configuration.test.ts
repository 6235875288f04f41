import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNicManager } from "./nic-configuration";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "primacy-nic-"));
  await mkdir(path.join(folder, "systemd/netif/links"), { recursive: true });
  await mkdir(path.join(folder, "NetworkManager/devices"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

describe("what configures an interface", () => {
  test("is systemd-networkd where it has a configuration for it, which takes strange addresses away", async () => {
    const file = await write("10-lan.network", "[Match]\nName=eth0\n[Network]\nAddress=10.0.0.1/24\n");
    await write("systemd/netif/links/2", `ADMIN_STATE=configured\nNETWORK_FILE=${file}\n`);
    expect(await findNicManager(2, folder)).toEqual({
      kind: "networkd",
      keepsAddresses: false,
      evidence: file,
    });
  });

  test("keeps them where a drop-in says so", async () => {
    const file = await write("20-lan.network", "[Network]\nKeepConfiguration=no\n");
    await write("20-lan.network.d/50-keep.conf", "[Network]\nKeepConfiguration = yes\n");
    await write("systemd/netif/links/3", `ADMIN_STATE=configured\nNETWORK_FILE=${file}\n`);
    expect(await findNicManager(3, folder)).toMatchObject({ kind: "networkd", keepsAddresses: true });
  });

  test("is NetworkManager where its state says that it manages it", async () => {
    await write("systemd/netif/links/4", "ADMIN_STATE=unmanaged\nNETWORK_FILE=/x.network\n");
    await write("NetworkManager/devices/4", "[device]\nmanaged=true\nconnection-uuid=1234\n");
    expect(await findNicManager(4, folder)).toEqual({
      kind: "NetworkManager",
      keepsAddresses: null,
      evidence: "connection-uuid=1234",
    });
  });

  test("is told by what its state says, which every language reads alike, also without a connection", async () => {
    await write("NetworkManager/devices/7", "[device]\nmanaged=true\n");
    expect(await findNicManager(7, folder)).toMatchObject({ evidence: "managed=true" });
  });

  test("is nobody where neither knows it", async () => {
    await write("NetworkManager/devices/5", "[device]\nmanaged=false\n");
    for (const index of [5, 6, null])
      expect(await findNicManager(index, folder)).toMatchObject({ kind: "none", keepsAddresses: true });
  });
});
