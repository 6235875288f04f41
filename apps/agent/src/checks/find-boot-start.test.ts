import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBootStart } from "./find-boot-start";

let root: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "boot-start-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function makeFolder(folder: string): void {
  mkdirSync(path.join(root, folder), { recursive: true });
}

function write(file: string, text = ""): void {
  makeFolder(path.dirname(file));
  writeFileSync(path.join(root, file), text);
}

function link(file: string, target: string): void {
  makeFolder(path.dirname(file));
  symlinkSync(target, path.join(root, file));
}

const unit = "/etc/systemd/system/primacy-agent.service";
const wanted = "/etc/systemd/system/multi-user.target.wants/primacy-agent.service";
const script = "/etc/init.d/primacy-agent";
const program = "/opt/primacy-agent/current/primacy-supervisor";

describe("a host that systemd started", () => {
  beforeEach(() => makeFolder("/run/systemd/system"));

  test("starts the agent where its unit is enabled", async () => {
    write(unit);
    link(wanted, unit);
    expect(await findBootStart(root)).toEqual({ manager: "systemd", isEnabled: true, evidence: wanted });
  });

  test("starts it with whatever else wants it", async () => {
    write(unit);
    const other = "/etc/systemd/system/mysqld.service.requires/primacy-agent.service";
    link(other, unit);
    expect(await findBootStart(root)).toEqual({ manager: "systemd", isEnabled: true, evidence: other });
  });

  test("does not start it where the unit is there alone, and where others are enabled", async () => {
    write(unit);
    link(
      "/etc/systemd/system/multi-user.target.wants/mysqld.service",
      "/usr/lib/systemd/system/mysqld.service",
    );
    expect(await findBootStart(root)).toEqual({ manager: "systemd", isEnabled: false, evidence: wanted });
  });

  test("does not start it by a link to a unit that is gone", async () => {
    link(wanted, unit);
    expect(await findBootStart(root)).toEqual({ manager: "systemd", isEnabled: false, evidence: unit });
  });

  test("does not start it while the unit is masked", async () => {
    link(unit, "/dev/null");
    link(wanted, unit);
    const evidence = `${unit} -> /dev/null`;
    expect(await findBootStart(root)).toEqual({ manager: "systemd", isEnabled: false, evidence });
  });

  test("is judged by its units alone, although it has init scripts too", async () => {
    link(script, program);
    link("/etc/rc2.d/S99primacy-agent", "../init.d/primacy-agent");
    expect(await findBootStart(root)).toMatchObject({ manager: "systemd", isEnabled: false });
  });
});

describe("a host that init scripts start", () => {
  test("starts the agent where its script is linked into a run level", async () => {
    link(script, program);
    const links = ["/etc/rc2.d/S99primacy-agent", "/etc/rc5.d/S02primacy-agent"];
    for (const one of links) link(one, "../init.d/primacy-agent");
    expect(await findBootStart(root)).toEqual({
      manager: "init",
      isEnabled: true,
      evidence: links.join(", "),
    });
  });

  test("does not start it where nothing but another script is linked, or it is linked to be stopped", async () => {
    link(script, program);
    for (const one of ["S99primacy-agent-exporter", "S10ssh", "K01primacy-agent"])
      link(`/etc/rc2.d/${one}`, "../init.d/x");
    const evidence = "/etc/rc2.d, /etc/rc3.d, /etc/rc4.d, /etc/rc5.d";
    expect(await findBootStart(root)).toEqual({ manager: "init", isEnabled: false, evidence });
  });

  test("is judged by the run level that it boots into, where it says which", async () => {
    link(script, program);
    link("/etc/rc2.d/S99primacy-agent", "../init.d/primacy-agent");
    write("/etc/inittab", "# id:2:initdefault:\nid:3:initdefault:\nsi::sysinit:/etc/init.d/rcS\n");
    expect(await findBootStart(root)).toEqual({ manager: "init", isEnabled: false, evidence: "/etc/rc3.d" });
    link("/etc/rc3.d/S99primacy-agent", "../init.d/primacy-agent");
    expect(await findBootStart(root)).toMatchObject({ isEnabled: true });
  });

  test("does not start it by a link to a script that is gone", async () => {
    makeFolder("/etc/init.d");
    link("/etc/rc2.d/S99primacy-agent", "../init.d/primacy-agent");
    expect(await findBootStart(root)).toEqual({ manager: "init", isEnabled: false, evidence: script });
  });
});

test("a host with neither starts nothing", async () => {
  const evidence = "/run/systemd/system, /etc/init.d";
  expect(await findBootStart(root)).toEqual({ manager: "none", isEnabled: false, evidence });
});
