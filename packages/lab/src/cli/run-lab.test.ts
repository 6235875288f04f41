import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { faultNames } from "./parse-fault";
import { runLab } from "./run-lab";

let folder: string;
let printed: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "primacy-lab-"));
  vi.stubEnv("PRIMACY_LAB_DIR", folder);
  printed = [];
  for (const to of ["log", "error"] as const)
    vi.spyOn(console, to).mockImplementation((text: string) => {
      printed.push(`${to}: ${text}`);
    });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const run = (line: string): Promise<number> =>
  runLab(
    line.split(" ").filter((word) => word !== ""),
    new AbortController().signal,
  );

describe("the lab's command line", () => {
  it.each(["", "help", "--help", "-h"])("helps, with every command and every fault: '%s'", async (line) => {
    expect(await run(line)).toBe(0);
    const [text = ""] = printed;
    for (const word of ["up", "down", "status", "shell HOST", "exec HOST", "reset", ...faultNames])
      expect(text).toContain(word);
  });

  it.each([
    ["ups", "error: Unknown command 'ups'."],
    ["status --nam x", "error: Unknown option '--nam'"],
    ["down everything", "error: Unexpected argument 'everything'"],
    ["shell", "error: Name a host: db1, db2"],
    ["shell db9", "not 'db9'"],
    ["shell db1 -- ls", "error: A shell takes no command: exec db1 -- ls"],
    ["exec db1", "error: Name the command to run: exec HOST -- CMD…"],
    ["exec -- ls", "error: Name a host: "],
    ["fault", "error: fault knows kill-mysql, "],
    ["fault pull-plug db1", "not 'pull-plug'"],
    ["fault isolate", "error: Say: fault isolate HOST; not ''."],
    ["fault isolate db1 db2", "error: Say: fault isolate HOST; not 'db1 db2'."],
    ["fault isolate db9", "error: Name a host: "],
    ["fault kill-mysql px1", "error: Name a database host: db1, db2, db3; not 'px1'."],
    ["fault freeze-process db1", "error: Say: fault freeze-process HOST NAME|PID; not 'db1'."],
    [
      "fault kill-service px9 apache",
      "not 'px9'.\nName a service: ssh, lab-role, mysqlrouter, haproxy, keepalived; not 'apache'.",
    ],
    ["fault cut db1,db7 db2,db8", "not 'db7'.\nName a host: "],
    ["fault heal db1", "error: Say: fault heal; not 'db1'."],
  ])("refuses '%s', and asks for no lab", async (line, text) => {
    expect(await run(line)).toBe(2);
    expect(printed.join("\n")).toContain(text);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("refuses to bring a lab up with every reason at once", async () => {
    const line = "up --name No_Good --subnet 10.1.2.3/16 --with mysql,oracle --hosts db1,db9 --expel 1.5";
    expect(await run(line)).toBe(2);
    expect(printed).toEqual([
      "error: Refused: the lab's name 'No_Good' must be 1 to 8 of a-z and 0-9, starting with a letter; " +
        "the subnet '10.1.2.3/16' must be an IPv4 network like 10.77.0.0/24; " +
        "--with knows mysql, router, haproxy, plugin, none; not oracle; " +
        "--hosts knows db1, db2, db3, px1, px2, app1; not db9; " +
        "--expel takes whole seconds from 0 to 3600; not '1.5'.",
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(["status", "fault heal", "exec db1 -- true", "shell db1", "reset"])(
    "says how to bring up a lab that there is not: %s",
    async (line) => {
      expect(await run(line.replace(/^\w+( \w+)?/, "$& --name none"))).toBe(1);
      expect(printed).toEqual([
        "error: There is no lab 'none'; start it with 'npm run lab -- up --name none'.",
      ]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("lists every lab by its files, without being told a name, and fails for none that cannot be read", async () => {
    const account = { user: "u", password: "p" };
    const state = {
      ...{ format: 1, name: "unitone", subnet: "10.94.0.0/24", groupName: "g", expelSeconds: 0 },
      ...{ hosts: ["db1", "px1"], parts: ["mysql"], roots: { server: "s", client: "c" } },
      credentials: { admin: account, replication: account, bench: account, ops: account, nosudo: account },
    };
    for (const [name, text] of [
      ["unitone", JSON.stringify(state)],
      ["unittwo", JSON.stringify({ ...state, format: 0 })],
      ["unitx", "{"],
    ] as const) {
      mkdirSync(path.join(folder, "labs", name), { recursive: true });
      writeFileSync(path.join(folder, "labs", name, "lab.json"), text);
    }
    expect(await run("status")).toBe(0);
    const [text = ""] = printed;
    expect(text).toMatch(/unitone +10\.94\.0\.0\/24 +down +mysql +db1 px1$/m);
    expect(text).toMatch(/^unittwo: The lab's state file .* was not written by this version/m);
    expect(text).toMatch(/^unitx: Its state file cannot be read: /m);
    expect(await run("status --json")).toBe(0);
    const labs: unknown = JSON.parse(printed[1]?.replace("log: ", "") ?? "");
    expect(labs).toContainEqual({
      ...{ name: "unitone", subnet: "10.94.0.0/24", parts: ["mysql"], problem: null },
      hosts: ["db1", "px1"].map((name) => ({ name, power: "off" })),
    });
    expect(await run("status --name unitone")).toBe(1);
    expect(printed.slice(2)).toEqual([
      expect.stringMatching(/^log: db1 +10\.94\.0\.11 .* off/),
      expect.stringMatching(/^log: px1 +10\.94\.0\.21 .* off/),
    ]);
  });
});
