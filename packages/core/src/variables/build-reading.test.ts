import { message, type VariableRow, type VariablesReading } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildVariablesReading } from "./build-reading";
import { findOdd } from "./find-odd";
import type { HostSettings, MemberReading, RunningVariable, ServerVariables } from "./member-reading";

const readAt = "2026-11-28T22:00:00.000Z";
const nothing: HostSettings = { problem: null, settings: new Map(), unread: [] };

function running(value: string, source: RunningVariable["source"] = "compiled"): RunningVariable {
  return { value, source, path: null, setAt: null, setBy: null, range: null };
}

function member(
  name: string,
  values: Record<string, string>,
  more: Partial<ServerVariables> = {},
): MemberReading {
  const entries = Object.entries({ version: "9.7.0", ...values });
  const server: ServerVariables = {
    role: "SECONDARY",
    running: new Map(entries.map(([key, value]) => [key, running(value)])),
    persisted: new Map(),
    host: nothing,
    ...more,
  };
  return { memberId: name, name, address: name, port: 3306, server };
}

function build(...members: readonly MemberReading[]): VariablesReading {
  return buildVariablesReading(members, readAt);
}

function rowOf({ groups }: VariablesReading, name: string): VariableRow {
  const found = groups.flatMap(({ rows }) => rows).find((row) => row.name === name);
  if (found === undefined) throw new Error(`${name} is not shown`);
  return found;
}

const oddOf = (row: VariableRow): readonly (boolean | undefined)[] => row.cells.map((cell) => cell?.isOdd);

describe("differences between members", () => {
  test("the member that is not as the others is marked, and a variable of its own never is", () => {
    const name = "group_replication_member_expel_timeout";
    const reading = build(
      member("db1", { [name]: "5", server_id: "1" }),
      member("db2", { [name]: "0", server_id: "2" }),
      member("db3", { [name]: "5", server_id: "3" }),
    );
    expect(rowOf(reading, name)).toMatchObject({ differs: true });
    expect(oddOf(rowOf(reading, name))).toEqual([false, true, false]);
    expect(rowOf(reading, "server_id").differs).toBe(false);
  });

  test("the members come in the order of their names, whoever answered first", () => {
    const reading = build(member("db10", { server_id: "10" }), member("db9", { server_id: "9" }));
    expect(reading.members.map(({ name }) => name)).toEqual(["db9", "db10"]);
    expect(rowOf(reading, "server_id").cells.map((cell) => cell?.value)).toEqual(["9", "10"]);
  });

  test("seeds in another order are the same", () => {
    const name = "group_replication_group_seeds";
    const reading = build(member("db1", { [name]: "a:1,b:1" }), member("db2", { [name]: "b:1,a:1" }));
    expect(rowOf(reading, name).differs).toBe(false);
  });

  test("secondaries are compared with secondaries where the role decides", () => {
    const primary = member("db1", { super_read_only: "OFF" }, { role: "PRIMARY" });
    const [on, off] = [member("db2", { super_read_only: "ON" }), member("db3", { super_read_only: "OFF" })];
    expect(rowOf(build(primary, on, on), "super_read_only").differs).toBe(false);
    expect(oddOf(rowOf(build(primary, on, on, off), "super_read_only"))).toEqual([false, false, false, true]);
  });

  test("a server without the plugin's variables differs, and a member that was not reached does not", () => {
    const name = "greatdb_ha_enable_mgr_vip";
    const silent: MemberReading = { ...member("db3", {}), server: message("why.no_answer") };
    const reading = build(member("db1", { [name]: "ON" }), member("db2", {}), silent);
    expect(rowOf(reading, name).differs).toBe(true);
    expect(rowOf(reading, name).cells.map((cell) => cell?.value)).toEqual(["ON", undefined, undefined]);
    expect(reading.members.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      undefined,
      "why.no_answer",
    ]);
    expect(rowOf(build(member("db1", { [name]: "ON" }), silent), name).differs).toBe(false);
  });

  test("a plugin's variables that nobody foresaw are shown, and secrets are not", () => {
    const reading = build(
      member("db1", { greatdb_ha_new: "1", group_replication_recovery_ssl_key: "k", innodb_version: "9" }),
    );
    const names = reading.groups.flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(names).toEqual(["greatdb_ha_new", "version"]);
  });
});

describe("the next start", () => {
  const name = "group_replication_member_expel_timeout";

  test("a built-in value is known by a server of the same version that runs with it", () => {
    const changed = member(
      "db1",
      {},
      {
        running: new Map([
          ["version", running("9.7.0")],
          [name, running("5", "dynamic")],
        ]),
      },
    );
    const cellOf = (...others: readonly MemberReading[]) => rowOf(build(changed, ...others), name).cells[0];
    expect(cellOf(member("db2", { [name]: "5" }))).toMatchObject({
      next: { kind: "default", value: "5" },
      isDrift: false,
    });
    expect(cellOf(member("db2", { [name]: "5", version: "8.4.4" }))).toMatchObject({
      next: { kind: "default", value: null },
      isDrift: true,
    });
  });

  test("files that could not be read are named at the member", () => {
    const host = { ...nothing, unread: ["/etc/a.cnf", "/etc/b.cnf"] };
    const [first] = build(member("db1", { [name]: "5" }, { host })).members;
    expect(first?.nextProblem?.text).toContain("/etc/a.cnf, /etc/b.cnf");
  });
});

const values = fc.array(
  fc.record({
    value: fc.option(fc.constantFrom("0", "1", "2"), { nil: null }),
    role: fc.constantFrom("PRIMARY" as const, "SECONDARY" as const, null),
  }),
  { maxLength: 9 },
);
const natures = fc.constantFrom("equal" as const, "role" as const);

describe("what is odd, of any values", () => {
  test("nothing, exactly where all that should be equal are", () => {
    fc.assert(
      fc.property(values, (some) => {
        const odd = findOdd(some, "equal");
        expect(odd.size === 0).toBe(new Set(some.map(({ value }) => value)).size < 2);
        expect(findOdd(some, "own").size).toBe(0);
      }),
    );
  });

  test("what is not odd is one value of its kind, that of more than half of them", () => {
    fc.assert(
      fc.property(values, (some) => {
        const odd = findOdd(some, "equal");
        const left = some.filter((_one, place) => !odd.has(place));
        expect(new Set(left.map(({ value }) => value)).size).toBeLessThan(2);
        if (left.length > 0) expect(left.length * 2).toBeGreaterThan(some.length);
      }),
    );
  });

  test("the same, in whatever order the members come", () => {
    fc.assert(
      fc.property(values, natures, (some, nature) => {
        const turned = findOdd([...some].reverse(), nature);
        const back = [...turned].map((place) => some.length - 1 - place);
        expect(new Set(back)).toEqual(findOdd(some, nature));
      }),
    );
  });

  test("by role, of each role what would be odd of its members alone", () => {
    fc.assert(
      fc.property(values, (some) => {
        const odd = findOdd(some, "role");
        for (const role of ["PRIMARY", "SECONDARY"] as const) {
          const places = some.flatMap((one, place) => (one.role === role ? [place] : []));
          const alone = findOdd(
            places.flatMap((place) => some[place] ?? []),
            "equal",
          );
          expect(places.filter((place) => odd.has(place))).toEqual(
            [...alone].map((one) => places[one]).sort(),
          );
        }
      }),
    );
  });
});
