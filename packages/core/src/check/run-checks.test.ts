import { describe, expect, it } from "vitest";
import type { Finding } from "./build-check";
import {
  type DeclaredCheck,
  given,
  missing,
  type Needs,
  nothing,
  runCheck,
  runChecks,
  type ScopedCheck,
} from "./run-checks";

interface Group {
  readonly isRead: boolean;
}

interface Member extends Group {
  readonly member: { readonly name: string; readonly hostId: string | null };
  readonly version: number | null;
}

interface MemberGiven {
  readonly nothing: object;
  readonly version: { readonly version: number };
  readonly told: { readonly version: number };
}

type Scoped = ScopedCheck<Group, { readonly nothing: object }, Member, MemberGiven>;

const pass: Finding = { result: "pass", evidence: "check.tools.pass" };
const silent: Finding = { result: "skipped", evidence: "check.skipped_no_agent" };

const needs: Needs<Member, MemberGiven> = {
  nothing,
  version: ({ version }) => (version === null ? missing(silent) : given({ version })),
  told: ({ version }) => (version === null ? missing(null) : given({ version })),
};

function run(checks: readonly Scoped[], versions: readonly (number | null)[] = [1, 2]): readonly string[] {
  const group: Group = { isRead: false };
  const subjects = versions.map((version, index) => ({
    ...group,
    member: { name: `db${index + 1}`, hostId: null },
    version,
  }));
  const made = runChecks(checks, { subject: group, needs: { nothing } }, { subjects, needs });
  return made.map(({ code, hostName, result }) => `${code} ${hostName ?? "group"} ${result}`);
}

const ofGroup: Scoped = { code: "majority", scope: "cluster", needs: "nothing", judge: () => pass };
const ofMember: Scoped = { code: "nic", scope: "member", needs: "nothing", judge: () => pass };
const ofVersion: Scoped = { code: "port", scope: "member", needs: "version", judge: () => pass };

describe("a list of declared checks", () => {
  it("is made in its order, and neighbours that are of members by member", () => {
    expect(run([ofMember, ofGroup, ofMember, ofVersion])).toEqual([
      "nic db1 pass",
      "nic db2 pass",
      "majority group pass",
      "nic db1 pass",
      "port db1 pass",
      "nic db2 pass",
      "port db2 pass",
    ]);
    expect(run([])).toEqual([]);
  });

  it("skips a check where what it needs is missing, and makes the others", () => {
    expect(run([ofMember, ofVersion], [null, 2])).toEqual([
      "nic db1 pass",
      "port db1 skipped",
      "nic db2 pass",
      "port db2 pass",
    ]);
  });

  it("leaves out what is quiet, and what needs something of which another check says that it is missing", () => {
    const told: Scoped = { code: "port", scope: "member", needs: "told", judge: () => pass };
    expect(run([{ ...ofVersion, isQuiet: true }, told], [null])).toEqual([]);
    expect(run([{ ...ofVersion, isQuiet: true }, told], [1])).toEqual(["port db1 pass", "port db1 pass"]);
  });

  it("neither judges nor skips what does not apply", () => {
    const unasked = {
      applies: ({ isRead }: Group) => isRead,
      judge: () => {
        throw new Error("judged");
      },
    };
    expect(run([{ ...ofGroup, ...unasked }])).toEqual([]);
    expect(run([{ code: "port", scope: "member", needs: "version", ...unasked }], [null, 1])).toEqual([]);
  });

  it("makes a check of each finding", () => {
    expect(run([{ ...ofGroup, judge: () => [pass, silent] }])).toEqual([
      "majority group pass",
      "majority group skipped",
    ]);
    expect(run([{ ...ofGroup, judge: () => [] }])).toEqual([]);
  });

  it("gives a judge what its check needs, and no more than that compiles", () => {
    const judge = ({ version }: MemberGiven["version"]): Finding => ({
      ...pass,
      params: { version: version + 1 },
    });
    const check: DeclaredCheck<Member, MemberGiven> = { code: "port", needs: "version", judge };
    const subject: Member = { isRead: false, member: { name: "db1", hostId: null }, version: 1 };
    expect(runCheck(check, subject, needs, null)[0]?.evidence.params).toEqual({ version: 2 });
    // @ts-expect-error Without the need, the version may be null.
    const careless: DeclaredCheck<Member, MemberGiven> = { code: "port", needs: "nothing", judge };
    expect(careless.needs).toBe("nothing");
  });
});
