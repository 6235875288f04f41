import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ActingHost } from "@primacy/host-acts";
import { expect, it } from "vitest";
import { CachesAct } from "./caches-act";

const file = path.join(mkdtempSync(path.join(tmpdir(), "caches-")), "drop_caches");

/** A host that notes its commands; nothing else is asked of it. */
function hostOf(ran: string[]): ActingHost {
  const unasked = async (): Promise<never> => {
    throw new Error("nobody asks for this");
  };
  return {
    name: "db1",
    exec: async (argv) => {
      ran.push(argv.join(" "));
      return { exitCode: 0, stdout: "", stderr: "" };
    },
    tryExec: unasked,
    listProcesses: unasked,
    readMounts: unasked,
    listListeners: unasked,
    signal: () => undefined,
  };
}

it("writes what is in memory alone to the disk, and then has the kernel forget it", async () => {
  const ran: string[] = [];
  const act = new CachesAct(hostOf(ran), { file, ownsKernel: () => true });
  const undo = await act.prepare();
  const one = { actionId: "a", action: { kind: "caches" }, undo } as const;
  expect(await act.perform(one)).toEqual({ kind: "caches" });
  expect(ran).toEqual(["sync"]);
  expect(readFileSync(file, "utf8")).toBe("3\n");
});

it("is refused before anything is done where the kernel serves others too", async () => {
  const ran: string[] = [];
  const act = new CachesAct(hostOf(ran), { file, ownsKernel: () => false });
  await expect(act.prepare()).rejects.toMatchObject({ reasons: [{ code: "operator.shared_kernel" }] });
  expect(ran).toEqual([]);
});
