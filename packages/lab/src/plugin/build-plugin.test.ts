import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildPlugin, findPluginObstacle } from "./build-plugin";
import { numberRelease, pluginReleases } from "./release";
import { describeMismatch, pinnedAbi, pluginFolder } from "./server-abi";

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "primacy-plugin-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("numbers the releases in the order in which they came", () => {
  expect(pluginReleases.map(numberRelease)).toEqual([8003224, 8003225, 8003226, 8003227, 8040404, 8040405]);
});

it("fits the server that it was written for alone, and says each difference", () => {
  expect(describeMismatch(pinnedAbi)).toBeNull();
  expect(describeMismatch({ ...pinnedAbi, serverVersion: 90705, descriptorBytes: 120 })).toBe(
    "The stand-in for greatdb_ha was written for another server than the lab's: serverVersion is 90705, not 90704; descriptorBytes is 120, not 112.",
  );
});

it("is not built for a server whose plugins say nothing", async () => {
  expect(await findPluginObstacle(root)).toMatch(/^The server's plugins do not say .*ENOENT/);
  mkdirSync(path.join(root, pluginFolder), { recursive: true });
  for (const name of ["keyring_udf.so", "auth_socket.so"])
    writeFileSync(
      path.join(root, pluginFolder, name),
      "#!/bin/sh\necho no library at all, whatever its name is\n",
    );
  expect(await findPluginObstacle(root)).toMatch(/no 64-bit ELF library\.$/);
  await expect(buildPlugin(root)).rejects.toMatchObject({ code: "plugin_skipped" });
});
