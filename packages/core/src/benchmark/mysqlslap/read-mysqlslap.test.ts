import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MysqlslapReader } from "./read-mysqlslap";
import type { MysqlslapReport } from "./report";

function read(text: string): MysqlslapReport {
  const reader = new MysqlslapReader();
  reader.push(text);
  return reader.end();
}

/** One result as mysqlslap 5.7 to 9.7 and MariaDB's write it. */
function result(clients: number, each: number, mean = "1.250", least = "1.100", most = "1.400"): string {
  return `Benchmark
\tAverage number of seconds to run all queries: ${mean} seconds
\tMinimum number of seconds to run all queries: ${least} seconds
\tMaximum number of seconds to run all queries: ${most} seconds
\tNumber of clients running queries: ${clients}
\tAverage number of queries per client: ${each}

`;
}

const warning = "mysqlslap: [Warning] Using a password on the command line interface can be insecure.\n";
const refused = "mysqlslap: Error when connecting to server: 1040 Too many connections\n";
const sixteen = { clients: 16, queriesPerClient: 625, meanSeconds: 1.25, minSeconds: 1.1, maxSeconds: 1.4 };

describe("what mysqlslap writes", () => {
  it("is one result for each number of clients, and for each of several runs: never their mixture", () => {
    const text = `${result(16, 625)}${result(32, 312, "2.000")}${result(16, 625, "9.000")}`;
    expect(read(text)).toEqual({
      results: [
        sixteen,
        { ...sixteen, clients: 32, queriesPerClient: 312, meanSeconds: 2 },
        { ...sixteen, meanSeconds: 9 },
      ],
      errors: [],
      fatal: null,
      isCut: false,
      isComplete: true,
    });
  });

  it("has no error in the warning about a password, a note, or another name of the program", () => {
    const renamed =
      "/usr/bin/mysqlslap: Deprecated program name. It will be removed in a future release, use '/usr/bin/mariadb-slap' instead\n";
    expect(read(`${warning}${renamed}${result(16, 625)}`)).toMatchObject({ errors: [], isComplete: true });
  });

  it("has an error in every other thing that the program says, with a result before it or after it", () => {
    for (const text of [`${result(400, 0)}${refused}`, `${warning}${refused}${refused}${result(400, 0)}`]) {
      const report = read(text);
      expect(report.isComplete).toBe(false);
      expect(report.results).toHaveLength(1);
      expect(report.errors[0]).toMatchObject({ code: 1040, said: "Too many connections" });
      expect(report.fatal).toBe("Error when connecting to server: 1040 Too many connections");
    }
    expect(read(`${refused}${refused}`).errors).toEqual([
      { code: 1040, said: "Too many connections", count: 2 },
    ]);
  });

  it.each([
    ["mysqlslap: [ERROR] unknown option '--concurency=4'.\n", "[ERROR] unknown option '--concurency=4'."],
    ["/usr/bin/mariadb-slap: unknown variable 'ssl-mode=DISABLED'\n", "unknown variable 'ssl-mode=DISABLED'"],
    [
      "Could not open required defaults file: /dev/stdin\n",
      "Could not open required defaults file: /dev/stdin",
    ],
    [
      "mysqlslap: Cannot run query insert into t1 set a='x' ERROR : Duplicate entry 'x' for key 't1.a'\n",
      "Duplicate entry 'x' for key 't1.a'",
    ],
    [
      "mysqlslap: Cannot run query insert into t1\nset a='x' ERROR : Table 'b.t1' doesn't exist\n",
      "Table 'b.t1' doesn't exist",
    ],
  ])("has an error in %j", (text, said) => {
    expect(read(`${result(16, 625)}${text}${result(16, 625)}`)).toMatchObject({
      results: [sixteen, sixteen],
      errors: [{ code: null, said, count: 1 }],
      isComplete: false,
    });
  });

  it("keeps the text of a query that no line ends, and the results that follow it", () => {
    const open = "mysqlslap: Cannot run query insert into t1\nset a='x'\n";
    expect(read(`${open}${result(16, 625)}`)).toMatchObject({
      results: [sixteen],
      fatal: "Cannot run query insert into t1\nset a='x'",
    });
  });

  it("tells an error in the middle of a line of its result, which is cut then", () => {
    const torn = result(16, 625).replace("queries: 16\n", `queries: ${refused}`);
    expect(read(torn)).toMatchObject({ results: [], isCut: true, errors: [{ code: 1040 }] });
  });

  it("is no result where a line is missing or the last one is not whole: a figure that was cut is another figure", () => {
    const whole = result(16, 625);
    expect(read(whole.trimEnd())).toMatchObject({ results: [], isCut: true, isComplete: false });
    expect(read(whole.trimEnd().slice(0, -1))).toMatchObject({ results: [], isCut: true });
    expect(read(whole.replace(/\tMinimum.*\n/, ""))).toMatchObject({ results: [], isCut: true });
    expect(read(`${whole.split("\tNumber")[0]}${whole}`)).toMatchObject({ results: [sixteen], isCut: true });
    expect(read("")).toMatchObject({ results: [], isCut: false, isComplete: false });
  });

  it("counts above what 32 bits hold exactly", () => {
    expect(read(result(1, 5_000_000_000)).results[0]?.queriesPerClient).toBe(5_000_000_000);
  });

  const all = `root@db:/# mysqlslap -a\n${warning}${result(16, 625)}${result(32, 312)}${refused}mysqlslap: Cannot run query select\n1 ERROR : gone\n`;

  it("reads the same however it is cut into parts, and with either end of line", () => {
    const whole = read(all);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 40 }), fc.boolean(), (places, isWindows) => {
        const reader = new MysqlslapReader();
        let from = 0;
        for (const place of [...places.toSorted((a, b) => a - b), all.length]) {
          const part = all.slice(from, place);
          reader.push(isWindows ? part.replaceAll("\n", "\r\n") : part);
          from = place;
        }
        expect(reader.end()).toEqual(whole);
      }),
    );
  });

  it("never throws where it ends, at any byte, nor has more results or other figures than the whole", () => {
    const whole = read(all).results;
    for (let length = 0; length <= all.length; length += 1) {
      const { results } = read(all.slice(0, length));
      expect(results).toEqual(whole.slice(0, results.length));
    }
    fc.assert(fc.property(fc.string(), (text) => !read(text).isComplete));
  });
});
