import type { SysbenchWorkload } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { readTlsForm, sysbenchArguments } from "./sysbench-arguments";
import { type SysbenchTarget, sysbenchConfig } from "./sysbench-config";

const workload: SysbenchWorkload = {
  tool: "sysbench",
  script: "oltp_read_write",
  tables: 8,
  tableSize: 100_000,
  options: { "point-selects": 4, range_selects: false, "rand-type": "uniform", auto_inc: true },
};
const target: SysbenchTarget = {
  addresses: [{ host: "10.0.0.1", port: 3306 }],
  user: "bench",
  password: "it's a secret",
  schema: "sbtest",
  tls: false,
};

describe("sysbenchArguments", () => {
  it("warm up to a checkpoint, and measure for the seconds that were asked for after it", () => {
    const phase = { kind: "run", threads: 16, warmupSeconds: 20, runSeconds: 60 } as const;
    expect(sysbenchArguments(workload, target, phase)).toEqual([
      "oltp_read_write",
      "--config-file=/dev/stdin",
      "--tables=8",
      "--table_size=100000",
      "--threads=16",
      "--time=80",
      "--report-interval=1",
      "--histogram=on",
      "--percentile=95",
      "--report-checkpoints=20",
      "--point_selects=4",
      "--range_selects=off",
      "--rand-type=uniform",
      "--auto_inc=on",
      "run",
    ]);
    const cold = sysbenchArguments(workload, target, { ...phase, warmupSeconds: 0 });
    expect(cold).toContain("--time=60");
    expect(cold.join(" ")).not.toContain("checkpoint");
  });

  it("prepare with what shapes the tables alone, and with no more threads than tables", () => {
    const options = { ...workload.options, rate: 5, events: 9 };
    expect(sysbenchArguments({ ...workload, options }, target, { kind: "prepare", threads: 64 })).toEqual([
      "oltp_read_write",
      "--config-file=/dev/stdin",
      "--tables=8",
      "--table_size=100000",
      "--threads=8",
      "--rand-type=uniform",
      "--auto_inc=on",
      "prepare",
    ]);
    expect(sysbenchArguments(workload, target, { kind: "cleanup" })).toEqual([
      "oltp_read_write",
      "--config-file=/dev/stdin",
      "--tables=8",
      "cleanup",
    ]);
  });

  it("ignore errors only where the options ask for it", () => {
    const phase = { kind: "run", threads: 1, warmupSeconds: 0, runSeconds: 1 } as const;
    const options = { "mysql-ignore-errors": "1213,1205" };
    expect(sysbenchArguments(workload, target, phase).join(" ")).not.toContain("ignore");
    expect(sysbenchArguments({ ...workload, options }, target, phase)).toContain(
      "--mysql-ignore-errors=1213,1205",
    );
  });

  it("never hold the password, and read the configuration where they are told to", () => {
    const configFile = "/run/bench/1.cnf";
    const listed = sysbenchArguments(workload, target, { kind: "cleanup" }, { configFile });
    expect(listed).toContain("--config-file=/run/bench/1.cnf");
    expect(listed.join(" ")).not.toContain("secret");
  });

  it("ask for TLS in the form that the build takes", () => {
    const secure = { ...target, tls: true };
    expect(readTlsForm("  --mysql-ssl[=on|off]  use SSL connections")).toBe("switch");
    expect(readTlsForm("  --mysql-ssl=STRING  SSL mode.")).toBe("mode");
    expect(sysbenchArguments(workload, secure, { kind: "cleanup" })).toContain("--mysql-ssl=on");
    const asMode = sysbenchArguments(workload, secure, { kind: "cleanup" }, { tlsForm: "mode" });
    expect(asMode).toContain("--mysql-ssl=REQUIRED");
  });

  it.each([
    ["an unknown option", { ...workload, options: { "config-file": "/etc/shadow" } }, 20],
    ["an option out of range", { ...workload, options: { "rand-spec-res": 100 } }, 20],
    ["no tables", { ...workload, tables: 0 }, 20],
    ["half a row", { ...workload, tableSize: 0.5 }, 20],
    ["a warm-up that ends before it begins", workload, -1],
    ["two warm-ups", { ...workload, options: { "warmup-time": 10 } }, 20],
  ])("refuse %s", (_, wrong, warmupSeconds) => {
    const phase = { kind: "run", threads: 1, warmupSeconds, runSeconds: 60 } as const;
    expect(() => sysbenchArguments(wrong, target, phase)).toThrow(RangeError);
  });
});

describe("sysbenchConfig", () => {
  const withPassword = (password: string): string => sysbenchConfig({ ...target, password });

  it("says all of the connection but TLS, of which any value in this file means on", () => {
    expect(sysbenchConfig(target)).toBe(
      'mysql-host=10.0.0.1\nmysql-port=3306\nmysql-user="bench"\nmysql-password="it\'s a secret"\nmysql-db="sbtest"\n',
    );
    expect(sysbenchConfig({ ...target, tls: true })).toBe(sysbenchConfig(target));
  });

  // What sysbench 1.0.20 makes of each was read from its --mysql-debug=on.
  it.each([
    ["", ""],
    [" a b ", '" a b "'],
    ["#1,2", '"#1,2"'],
    ["it's", `"it's"`],
    ['say "x, y"', `'say "x, y"'`],
    [`a'b"c#d`, `a'b"c#d`],
    ["a\\b\tc\r", '"a\\b\tc\r"'],
    ["密码", '"密码"'],
  ])("quotes %j as sysbench unquotes it", (password, quoted) => {
    expect(withPassword(password)).toContain(`\nmysql-password=${quoted}\n`);
  });

  it.each([
    ["a line break", "a\nb"],
    ["a NUL", "a\0b"],
    ["both quotes and a space", `a'b" c`],
    ["both quotes and a comma", `a'b",c`],
    ["both quotes, one of them first", `'a"`],
    ["both quotes after a #", `#a'b"`],
    ["more bytes than a line holds", "密".repeat(80)],
  ])("refuses a password with %s, which the file cannot say", (_, password) => {
    expect(() => withPassword(password)).toThrow(RangeError);
  });

  it.each(["user", "schema"] as const)(
    "refuses an empty %s, for which the client library takes another",
    (name) => {
      expect(() => sysbenchConfig({ ...target, [name]: "" })).toThrow(RangeError);
    },
  );

  it("lists hosts and ports where the addresses are every host with every port", () => {
    const list = (...addresses: readonly string[]): string =>
      sysbenchConfig({
        ...target,
        addresses: addresses.map((address) => {
          const [host = "", port = ""] = address.split(" ");
          return { host, port: Number(port) };
        }),
      });
    expect(list("a 1", "b 1", "c 1")).toContain("mysql-host=a,b,c\nmysql-port=1\n");
    expect(list("a 1", "a 2")).toContain("mysql-host=a\nmysql-port=1,2\n");
    expect(list("a 1", "b 1", "b 2", "a 2")).toContain("mysql-host=a,b\nmysql-port=1,2\n");
    expect(list("fe80::1%eth0 1")).toContain("mysql-host=fe80::1%eth0\n");
    for (const wrong of [
      [],
      ["a 1", "b 2"],
      ["a 1", "b 1", "a 2"],
      ["a 1", "a 1"],
      ["a,b 1"],
      ["a 0"],
      ["a x"],
    ])
      expect(() => list(...wrong)).toThrow(RangeError);
  });
});
