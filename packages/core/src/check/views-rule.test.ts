import { type Check, formatMessage } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import type { GroupView } from "../cluster/group-view";
import { member, snapshot, uuid, views } from "./catalogue.fixture";
import { checkVip } from "./check-vip";

type Row = readonly [n: number, state: string, role?: string];

function view(observer: number, rows: readonly Row[], isSinglePrimary = true): GroupView {
  const members = rows.map(([n, state, role = "SECONDARY"]) => ({
    serverUuid: uuid(n),
    host: `10.77.0.1${n}`,
    port: 3306,
    state,
    role,
    version: "9.7.4",
  }));
  return { observer: uuid(observer), isSinglePrimary, members };
}

const sound: readonly Row[] = [
  [1, "ONLINE", "PRIMARY"],
  [2, "ONLINE"],
  [3, "ONLINE"],
];
const withoutFirst: readonly Row[] = [
  [2, "ONLINE", "PRIMARY"],
  [3, "ONLINE"],
];
const alone: readonly Row[] = [
  [1, "ONLINE", "PRIMARY"],
  [2, "UNREACHABLE"],
  [3, "UNREACHABLE"],
];

function find(seen: readonly GroupView[], members = [member(1), member(2), member(3)]): Check | undefined {
  const { checks } = checkVip(snapshot({ views: seen, members }));
  return checks.find((check) => check.code === "views_agree");
}

describe("what the members say of their group", () => {
  it("passes where all say the same, and names who says what of whom", () => {
    const check = find(views());
    expect(check).toMatchObject({ result: "pass", remedy: null });
    expect(check?.evidence.text).toBe(
      "db1, db2, db3 agree: db1 ONLINE PRIMARY, db2 ONLINE SECONDARY, db3 ONLINE SECONDARY.",
    );
  });

  it("warns where one sees another as most do not, and names both sides", () => {
    const other: readonly Row[] = [...sound.slice(0, 2), [3, "UNREACHABLE"]];
    const check = find([view(1, sound), view(2, other), view(3, sound)]);
    expect(check?.result).toBe("warn");
    expect(check?.evidence.text).toBe(
      "The members disagree about their group. According to db1, db3, db3 is ONLINE, SECONDARY." +
        " According to db2, db3 is UNREACHABLE, SECONDARY.",
    );
    expect(check?.remedy?.text).toContain("the network between them");
  });

  it("fails where a cut-off primary and its successor each claim to be the primary, though one is outvoted", () => {
    const seen = [view(1, alone), view(2, withoutFirst), view(3, withoutFirst)];
    const check = find(seen);
    expect(check?.result).toBe("fail");
    expect(check?.evidence.text).toMatch(
      /^db1, db2 each claim to be the primary\. According to db1, db1 is ONLINE, PRIMARY\. According to db2, db3, db1 is not in the group\./,
    );
    expect(check?.remedy?.text).toContain("STOP GROUP_REPLICATION");
    expect(checkVip(snapshot({ views: seen })).hasFailures).toBe(true);
  });

  it("fails where two groups were founded, each with a primary", () => {
    const check = find([view(1, [[1, "ONLINE", "PRIMARY"]]), view(2, withoutFirst), view(3, withoutFirst)]);
    expect(check?.result).toBe("fail");
  });

  it("says all of it in Chinese", () => {
    const check = find([view(1, alone), view(2, withoutFirst), view(3, withoutFirst)]);
    const texts = [check?.title, check?.evidence, check?.remedy ?? undefined].flatMap((one) =>
      one === undefined ? [] : [formatMessage(one, "zh")],
    );
    expect(texts).toHaveLength(3);
    expect(texts[1]).toContain("据 db2、db3，db1 不在组中。");
    expect(texts.filter((text) => /\{\w+/.test(text))).toEqual([]);
  });

  it.each<readonly [title: string, seen: readonly GroupView[], result: string | undefined]>([
    [
      "a server outside the group, of which the group says nothing",
      [view(1, sound.slice(0, 2)), view(2, sound.slice(0, 2)), view(3, [[3, "OFFLINE", ""]])],
      "pass",
    ],
    [
      "a server outside the group, which another still counts in",
      [view(1, sound), view(2, sound), view(3, [[3, "OFFLINE", ""]])],
      "warn",
    ],
    ["several primaries where the group is to have several", several(), "pass"],
    ["one that was heard alone", [view(2, sound)], "skipped"],
    ["nobody that was heard", [], undefined],
  ])("%s", (_, seen, result) => {
    expect(find(seen)?.result).toBe(result);
  });

  it("has nothing to compare in a group of one", () => {
    expect(find([view(1, [[1, "ONLINE", "PRIMARY"]])], [member(1)])?.result).toBe("pass");
  });
});

function several(): readonly GroupView[] {
  const all: readonly Row[] = [1, 2, 3].map((n) => [n, "ONLINE", "PRIMARY"] as const);
  return [1, 2, 3].map((n) => view(n, all, false));
}
