import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/index";
import { removeAbandoned } from "./test-server";

test("servers of runs that were killed are ended; one that is owned is left alone", async () => {
  const directory = await mkdtemp(join(tmpdir(), "primacy-abandoned-"));
  await chmod(directory, 0o755);
  for (const name of ["primacy-test-owned", "primacy-test-killed"]) await mkdir(join(directory, name));
  let owned: EmbeddedPostgres | undefined;
  try {
    owned = await startEmbeddedPostgres({ directory: join(directory, "primacy-test-owned", "postgres") });
    const fixture = fileURLToPath(new URL("../embedded/start.fixture.ts", import.meta.url));
    const killed = join(directory, "primacy-test-killed", "postgres");
    const child = spawn(process.execPath, ["--import", "tsx", fixture, killed], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [pid] = await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    // What a removal leaves that was killed itself: no server starts there any more.
    await mkdir(join(directory, "primacy-test-half", "postgres", "data", "base"), { recursive: true });
    await removeAbandoned(directory, 0);
    expect(await readdir(directory)).toEqual(["primacy-test-owned"]);
    // A process that has ended has no command line, even while it waits to be reaped.
    expect(await readFile(`/proc/${String(pid).trim()}/cmdline`, "utf8").catch(() => "")).toBe("");
    expect(() => process.kill(owned?.pid ?? 0, 0)).not.toThrow();
  } finally {
    await owned?.stop();
    await rm(directory, { recursive: true, force: true });
  }
});
