import { MysqlslapWorkload } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { clientConfig, readClientMaker } from "./client-config";
import { mysqlslapArguments } from "./mysqlslap-arguments";

const run = { schema: "bench", threads: 16 };
const args = (workload: object) =>
  mysqlslapArguments(MysqlslapWorkload.parse({ tool: "mysqlslap", ...workload }), run);

describe("mysqlslapArguments", () => {
  it("begin with the option file, without which another would be read, and share the queries between the threads", () => {
    expect(args({ queries: 500, iterations: 5 }).slice(0, 5)).toEqual([
      "--defaults-file=/dev/stdin",
      "--create-schema=bench",
      "--concurrency=16",
      "--iterations=5",
      "--number-of-queries=500",
    ]);
  });

  it("give its own table a key, as a group demands", () => {
    expect(args({ sql: { kind: "generated", load: "key", rows: 50, intColumns: 2 } }).slice(5)).toEqual([
      "--auto-generate-sql",
      "--auto-generate-sql-add-autoincrement",
      "--auto-generate-sql-load-type=key",
      "--auto-generate-sql-write-number=50",
      "--number-int-cols=2",
      "--number-char-cols=1",
    ]);
  });

  it("keep the schema where nothing makes tables in it, and make it anew where something does", () => {
    const query = "insert into t1 set a='fooBa'";
    expect(args({ sql: { kind: "given", query } }).slice(5)).toEqual([
      "--delimiter=;",
      "--no-drop",
      `--query=${query}`,
    ]);
    const create = "create table t1 (id serial, a varchar(5))";
    expect(args({ sql: { kind: "given", query, create } }).slice(5)).toEqual([
      "--delimiter=;",
      `--create=${create}`,
      `--query=${query}`,
    ]);
  });
});

describe("clientConfig", () => {
  const target = { host: "10.0.0.1", port: 3306, user: "bench", password: 'a "b" \\c #d' };

  it("has address, account and password, which a number sign or a quote does not end", () => {
    expect(clientConfig(target)).toBe(
      '[client]\nhost="10.0.0.1"\nport=3306\nprotocol=tcp\nuser="bench"\npassword="a \\"b\\" \\\\c #d"\n',
    );
  });

  it.each([
    ["8.0.36", "ssl-mode=DISABLED"],
    ["9.7.4-2", "get-server-public-key"],
    ["10.11.18-MariaDB", "skip-ssl"],
  ])("tells the mysqlslap of %s to connect as sysbench does: %s", (version, line) => {
    expect(clientConfig(target, readClientMaker(version)).split("\n")).toContain(line);
  });

  it("cannot hold what ends a line", () => {
    expect(() => clientConfig({ ...target, password: "a\nssl-mode=DISABLED" })).toThrow(RangeError);
    expect(() => clientConfig({ ...target, port: 0 })).toThrow(RangeError);
  });
});
