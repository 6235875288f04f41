import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readAgentVersion } from "./read-agent-version";

let folder = "";
const archive = "primacy-agent-linux-x64.tar.gz";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "primacy-manifest-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("gives the version with the hash of the build, as the agent tells it", async () => {
  const manifest = { version: "0.1.0+7ae1b28a8ed3", archive, sha256: "b9e3" };
  await writeFile(path.join(folder, "manifest.json"), JSON.stringify(manifest));
  expect(await readAgentVersion(path.join(folder, archive))).toBe("0.1.0+7ae1b28a8ed3");
});

it.each([["{}"], ["not JSON"], [JSON.stringify({ version: "0.1.0+1", archive: "other.tar.gz" })]])(
  "says nothing where the manifest is %s",
  async (text) => {
    await writeFile(path.join(folder, "manifest.json"), text);
    expect(await readAgentVersion(path.join(folder, archive))).toBeNull();
  },
);

it("says nothing where there is no package", async () => {
  expect(await readAgentVersion(path.join(folder, archive))).toBeNull();
});
