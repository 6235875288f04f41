import {
  type CustomWorkload,
  LoadArgument,
  LoadProgramName,
  MysqlslapWorkload,
  Workload,
} from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { sysbenchLoad } from "./benchmark.fixture";
import { prepareCommand, runCommand } from "./load-command";
import { withOwnWarmup } from "./workload";

const target = {
  addresses: [{ host: "10.0.0.1", port: 3306 }],
  user: "bench",
  password: "tall blue kettle",
  schema: "bench_1",
  tls: false,
};
const run = { threads: 16, warmupSeconds: 5, runSeconds: 30 };
const setting = { version: "8.0.36" };

const custom: CustomWorkload = {
  tool: "custom",
  program: "tpcc",
  run: [
    "run",
    "-H{host}",
    "-P",
    "{port}",
    "-U",
    "{user}",
    "-D",
    "{schema}",
    "-T",
    "{threads}",
    "--time",
    "{seconds}s",
  ],
  prepare: ["prepare", "-H{host}", "-T{threads}"],
  parser: "go-tpc",
  password: { kind: "environment", variable: "TPCC_PASSWORD" },
  isWriting: true,
};
const slap = MysqlslapWorkload.parse({ tool: "mysqlslap" });

describe("the command of a run", () => {
  it.each<readonly [string, Workload]>([
    ["sysbench", sysbenchLoad],
    ["mysqlslap", slap],
    ["a program with an option file", { ...custom, password: { kind: "defaults_file" } }],
    ["a program with a variable", custom],
  ])("of %s has its password beside the arguments, never among them", (_what, workload) => {
    for (const command of [
      runCommand(workload, target, run, setting),
      prepareCommand(workload, target, 4, setting),
    ]) {
      if (command === null) continue;
      expect(command.args.join(" ")).not.toContain(target.password);
      expect(command.input).toContain(target.password);
    }
  });

  it("of a program has its values in place, in as many arguments as there are", () => {
    expect(runCommand(custom, target, run, setting)).toEqual({
      args: ["run", "-H10.0.0.1", "-P", "3306", "-U", "bench", "-D", "bench_1", "-T", "16", "--time", "35s"],
      input: target.password,
      inputVariable: "TPCC_PASSWORD",
    });
    expect(prepareCommand(custom, target, 4, setting)?.args).toEqual(["prepare", "-H10.0.0.1", "-T8"]);
    const { prepare: _, ...bare } = custom;
    expect(prepareCommand(bare, target, 4, setting)).toBeNull();
  });

  it("fills nothing in twice, and leaves other braces as they are", () => {
    const args = ['{"a": {host}}', "{Host}", "{}", "{ host }"];
    const workload = { ...custom, run: args };
    const odd = { ...target, addresses: [{ host: "{port}", port: 1 }] };
    expect(runCommand(workload, odd, run, setting).args).toEqual([
      '{"a": {port}}',
      "{Host}",
      "{}",
      "{ host }",
    ]);
  });

  it("of a tool that connects to one address is none for several", () => {
    const two = { ...target, addresses: [...target.addresses, { host: "10.0.0.2", port: 3306 }] };
    for (const workload of [slap, custom])
      expect(() => runCommand(workload, two, run, setting)).toThrow(RangeError);
    expect(runCommand(sysbenchLoad, two, run, setting).input).toContain("mysql-host=10.0.0.1,10.0.0.2\n");
  });

  it("has no warm-up where nothing can be left out of the figures", () => {
    const warm = { warmupSeconds: 5 };
    const secondsOf = (workload: Workload) => withOwnWarmup({ workload, ...warm }).warmupSeconds;
    expect([sysbenchLoad, slap, custom, { ...custom, parser: "sysbench" as const }].map(secondsOf)).toEqual([
      5, 0, 0, 5,
    ]);
  });
});

describe("a program of one's own", () => {
  it("is a name, or a path in a folder of the system, and no program that starts what its arguments say", () => {
    const isTaken = (program: string) => LoadProgramName.safeParse(program).success;
    expect(
      ["tpcc", "go-tpc", "/usr/local/bin/tpcc", "/bin/tpcc.sh", "/usr/sbin/x"].filter((one) => !isTaken(one)),
    ).toEqual([]);
    const refused = [
      "",
      "./tpcc",
      "a b",
      "/tmp/tpcc",
      "/usr/bin/../tpcc",
      "tpcc;id",
      "-x",
      "sh",
      "/bin/bash",
      "/usr/bin/env",
      "xargs",
    ];
    expect(refused.filter(isTaken)).toEqual([]);
  });

  it("has arguments without control characters, with known placeholders, and with none for a password", () => {
    const codeOf = (argument: string) => LoadArgument.safeParse(argument).error?.issues[0]?.message;
    expect(["{host}:{port}", "it's; $(id) `id` | cat", "{}"].map(codeOf)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(codeOf("-p{password}")).toBe("benchmark_password_argument");
    expect(codeOf("{hots}")).toBe("benchmark_placeholder");
    expect(codeOf("a\nb")).toBe("text_control_character");
  });

  it("is a workload beside those of sysbench, which stay as they were", () => {
    expect(Workload.parse({ tool: "sysbench" })).toMatchObject({ script: "oltp_read_write", tables: 4 });
    expect(Workload.parse({ tool: "custom", program: "tpcc", run: [], parser: "sysbench" })).toMatchObject({
      password: { kind: "defaults_file" },
      isWriting: true,
    });
    expect(Workload.safeParse({ tool: "custom", program: "tpcc", run: [], parser: "hammerdb" }).success).toBe(
      false,
    );
    const given = (query: string) =>
      Workload.safeParse({ tool: "mysqlslap", sql: { kind: "given", query } }).success;
    expect(
      ["insert into t1 set a='x'", "SELECT(1)", "/etc/passwd", "etc/passwd", "passwd", " "].map(given),
    ).toEqual([true, true, false, false, false, false]);
  });
});
