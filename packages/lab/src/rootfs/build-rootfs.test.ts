import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ensureRootfs } from "./build-rootfs";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "primacy-rootfs-"));
  vi.stubEnv("PRIMACY_LAB_DIR", join(folder, "lab"));
  vi.stubEnv("PRIMACY_LAB_MIRROR", "http://mirror.example/debian");
  vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** In the place of mmdebstrap: counts its calls, and fails as the script of the server's package does, which says why in a log alone. */
async function failBuilds(): Promise<() => Promise<number>> {
  const calls = join(folder, "calls");
  const script = [
    "#!/bin/sh",
    `echo call >> ${calls}`,
    // The folder is the last but one.
    'while [ $# -gt 2 ]; do shift; done; mkdir -p "$1/var/log/mysql"',
    'echo "the disk is slow" > "$1/var/log/mysql/error.log"',
    "exit 25",
  ];
  await writeFile(join(folder, "mmdebstrap"), `${script.join("\n")}\n`);
  await chmod(join(folder, "mmdebstrap"), 0o755);
  return async () => (await readFile(calls, "utf8")).trim().split("\n").length;
}

it("builds a root file system once more where that failed, and says what the server in it said", async () => {
  const countCalls = await failBuilds();
  const told: string[] = [];
  const recipe = { name: "server", suite: "sid", recipe: 1, packages: ["mysql-server"] } as const;
  await expect(ensureRootfs(recipe, { onProgress: (line) => told.push(line) })).rejects.toMatchObject({
    code: "command_failed",
    message: expect.stringContaining("Its server said:\nthe disk is slow"),
  });
  expect(await countCalls()).toBe(2);
  expect(told.filter((line) => line.endsWith("building it once more"))).toHaveLength(1);
  expect(told.join("\n")).toContain("Exit code 25");
  // What was begun is no root file system.
  const left = (await readdir(join(folder, "lab", "roots"))).filter((name) =>
    /^server-[0-9a-f]{12}$/.test(name),
  );
  expect(left).toEqual([]);
});
