import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import requirements from "../requirements.json" with { type: "json" };
import { assertRequirements, checkRequirements, type Machine, requiredPackages } from "./requirements";
import { startLab } from "./start-lab";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "primacy-tools-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A machine on whose path every program stands but those. */
function machineWithout(...absent: string[]): Machine {
  for (const { program } of requirements.programs) {
    const file = path.join(folder, program);
    writeFileSync(file, "");
    chmodSync(file, absent.includes(program) ? 0o644 : 0o755);
  }
  return { platform: "linux", userId: 0, programFolders: [path.join(folder, "none"), folder] };
}

describe("what a lab needs", () => {
  it("lacks nothing where every program can be run", async () => {
    const problems = await checkRequirements([], machineWithout());
    expect(problems.filter((problem) => problem.includes("install"))).toEqual([]);
    expect(problems.filter((problem) => problem.includes("root"))).toEqual([]);
  });

  it.each(requirements.programs)("names the package of a missing $program", async (row) => {
    expect(await checkRequirements([], machineWithout(row.program))).toContain(
      `install the missing tools: apt-get install -y ${row.package}`,
    );
    expect(requiredPackages).toContain(row.package);
  });

  it("includes a compiler only where the stand-in for greatdb_ha is asked for", async () => {
    const missing = "install the missing tools: apt-get install -y g++";
    const machine = machineWithout();
    expect(await checkRequirements(["mysql"], machine)).not.toContain(missing);
    expect(await checkRequirements(["mysql", "plugin"], machine)).toContain(missing);
  });

  it("is told in one sentence, with all that is missing, each package once", async () => {
    const machine = { ...machineWithout("nft", "arping", "unshare", "nsenter"), userId: 1000 };
    await expect(assertRequirements([], machine)).rejects.toMatchObject({
      code: "requirements_missing",
      message: expect.stringMatching(
        /^The lab cannot run here: it must run as root \(use sudo\); install the missing tools: apt-get install -y nftables iputils-arping util-linux\b.*\.$/,
      ),
    });
    await expect(checkRequirements([], { ...machine, platform: "darwin" })).resolves.toEqual([
      "the lab needs Linux",
    ]);
  });

  it("is looked for before a lab's first file is made", async () => {
    vi.stubEnv("PRIMACY_LAB_DIR", folder);
    vi.spyOn(process, "getuid").mockReturnValue(1000);
    await expect(startLab({ name: "nobody" })).rejects.toMatchObject({
      code: "requirements_missing",
      message: expect.stringContaining("it must run as root"),
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
