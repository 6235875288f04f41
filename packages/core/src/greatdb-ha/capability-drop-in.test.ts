import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import {
  capabilityDropIn,
  dropInCommand,
  ownDropIn,
  ownDropInFile,
  showOwnDropIn,
} from "./capability-drop-in";

const unit = "[Unit]\nDescription=A server\n[Service]\nUser=daemon\nExecStart=/bin/true\n";

/** What systemd says of a unit with a drop-in; nothing where it accepts both. */
function verify(dropIn: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "drop-in-"));
  const file = path.join(folder, "mysql.service");
  writeFileSync(file, unit);
  mkdirSync(`${file}.d`);
  writeFileSync(path.join(`${file}.d`, "greatdb-ha.conf"), dropIn);
  const told = execFileSync("sh", ["-c", `systemd-analyze verify ${file} 2>&1 || true`], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  return told;
}

it("is accepted by systemd, which would tell of a key that it does not know", () => {
  expect(verify(capabilityDropIn)).toBe("");
  expect(verify(ownDropIn)).toBe("");
  expect(verify(capabilityDropIn.replace("Ambient", "Ambiant"))).toContain("AmbiantCapabilities");
});

it("names capabilities that systemd knows", () => {
  const names = capabilityDropIn.match(/CAP_\w+/g) ?? [];
  expect(names).toHaveLength(2);
  // It fails with one that it does not know; in a unit it would pass over that in silence.
  execFileSync("systemd-analyze", ["capability", ...names]);
});

it("is shown by a plan as the host operator writes it, in a file that no person's command writes", () => {
  const file = "/etc/systemd/system/mysqld@a.service.d/primacy-greatdb-ha.conf";
  expect(ownDropInFile("mysqld@a.service")).toBe(file);
  expect(dropInCommand("mysqld@a.service")).not.toContain(file);
  const lines = showOwnDropIn("mysqld@a.service").split("\n");
  expect(lines.slice(0, 2)).toEqual([`--- ${file}`, "@@ 1 @@"]);
  expect(lines.slice(2).map((line) => line.replace(/^\+ /, ""))).toEqual(ownDropIn.trimEnd().split("\n"));
});

it("is written by one command, word for word", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "drop-in-"));
  const command = dropInCommand("mysql.service")
    .replaceAll("/etc/systemd/system", folder)
    .replace(" && systemctl daemon-reload", "");
  execFileSync("sh", ["-c", command]);
  const written = execFileSync("cat", [`${folder}/mysql.service.d/greatdb-ha.conf`], { encoding: "utf8" });
  expect(written).toBe(capabilityDropIn);
  rmSync(folder, { recursive: true });
});
