import { foreignLimit, type SharedWork } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainForeignLoad, findForeignLoad } from "./find-foreign-load";

const [db1, db2] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
const names = new Map([
  [db1, "db1"],
  [db2, "db2"],
]);
const own = { count: 9_000, totalMs: 90_000 };
const foreign = (count: number, totalMs: number, memberId = db1) => ({
  memberId,
  user: "app",
  count,
  totalMs,
});
const workOf = (...of: SharedWork["foreign"]): SharedWork => ({ own, foreign: of });
const find = (...of: SharedWork["foreign"]) => findForeignLoad(workOf(...of), names);

describe("what others ran beside a run", () => {
  it("disturbs it by the number of statements, and by the time that few of them took", () => {
    expect(find(foreign(2_000, 1_000))).toEqual({
      ...{ kind: "statements", member: "db1", user: "app", foreign: 2_000, own: 9_000 },
    });
    expect(find(foreign(1, 30_000))).toMatchObject({ kind: "time", foreign: 30_000, own: 90_000 });
  });

  it("disturbs it on a secondary too, and the worst is told", () => {
    expect(find(foreign(600, 0), foreign(3_000, 0, db2))).toMatchObject({ member: "db2", foreign: 3_000 });
  });

  it("is told with its share, its limit and who it was", () => {
    const load = find(foreign(2_000, 0));
    expect(load === null ? null : explainForeignLoad(load).text).toBe(
      "others ran 18.2 % of the statements (limit 5 %), on db1, most of them as app",
    );
    const slow = find(foreign(1, 30_000));
    expect(slow === null ? null : explainForeignLoad(slow).text).toBe(
      "statements of others took 25 % of the time of all (limit 5 %), on db1, most of it as app",
    );
  });

  it("is no disturbance where nobody knows, and where it is next to nothing however little the run itself did", () => {
    expect(findForeignLoad(null, names)).toBeNull();
    const small = { own: { count: 1, totalMs: 1 }, foreign: [foreign(99, 1_999)] };
    expect(findForeignLoad(small, names)).toBeNull();
  });

  it("disturbs a run exactly where it is above the limit, and never reads as the limit itself", () => {
    const amount = fc.nat(10_000_000);
    fc.assert(
      fc.property(amount, amount, amount, amount, (ownCount, ownMs, count, totalMs) => {
        const work = { own: { count: ownCount, totalMs: ownMs }, foreign: [foreign(count, totalMs)] };
        const isAbove = (few: number, many: number, least: number): boolean =>
          few >= least && few / (few + many) > foreignLimit.share;
        const wanted =
          isAbove(count, ownCount, foreignLimit.leastStatements) ||
          isAbove(totalMs, ownMs, foreignLimit.leastMs);
        const load = findForeignLoad(work, names);
        expect(load !== null).toBe(wanted);
        if (load !== null)
          expect(Number(explainForeignLoad(load).params?.share)).toBeGreaterThan(foreignLimit.share * 100);
      }),
    );
  });
});
