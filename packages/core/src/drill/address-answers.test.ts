import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { type AddressQuestions, judgeAddressAnswers } from "./address-answers";

const hostOf = new Map([
  ["02:00:00:00:00:01", "db1"],
  ["02:00:00:00:00:02", "db2"],
]);
const [one, two] = [...hostOf.keys()] as [string, string];
const stranger = "02:00:00:00:00:99";
const ask = (...answers: string[][]): AddressQuestions => ({
  rounds: answers.map((macs, index) => ({ askedMs: 10_000 + index * 100, macs })),
  hole: null,
});
const held = (host: string, fromMs: number, toMs: number | null) => ({ host, fromMs, toMs });

describe("who answered on the wire", () => {
  it("is one host after another, with nobody in between", () => {
    const holds = [held("db1", 0, 10_150), held("db2", 10_250, null)];
    expect(judgeAddressAnswers(ask([one], [one], [], [two]), hostOf, holds)).toEqual({
      wire: { asked: 4, answered: 3, dual: 0 },
      violations: [],
    });
  });

  it("is two hosts where both answered one question, whoever had it by the kernels", () => {
    const holds = [held("db1", 0, null), held("db2", 10_100, 10_200)];
    expect(judgeAddressAnswers(ask([one], [one, two], [one]), hostOf, holds)).toMatchObject({
      wire: { dual: 1 },
      violations: [],
    });
  });

  it("leaves out a stranger, which the run itself put there", () => {
    const holds = [held("db1", 0, null)];
    expect(judgeAddressAnswers(ask([one, stranger], [stranger]), hostOf, holds)).toMatchObject({
      wire: { asked: 2, answered: 1, dual: 0 },
    });
  });

  it("names a host that answers for what its kernel does not have, but not for a second before and after", () => {
    const holds = [held("db1", 0, 9_500), held("db2", 10_900, null)];
    expect(judgeAddressAnswers(ask([one], [two]), hostOf, holds).violations).toEqual([]);
    const gone = judgeAddressAnswers(ask([one], [one], [two]), hostOf, [
      held("db1", 0, 8_900),
      held("db2", 0, null),
    ]);
    expect(gone.violations).toEqual([message("drill.address_not_held", { host: "db1", count: 2 })]);
  });

  it("is not held against kernels of which nothing is known yet", () => {
    const since = [held("db1", 10_150, null)];
    expect(judgeAddressAnswers(ask([two], [two]), hostOf, since).violations).toEqual([]);
    expect(judgeAddressAnswers(ask([two], [two], [two]), hostOf, since).violations).toHaveLength(1);
    for (const none of [[], null])
      expect(judgeAddressAnswers(ask([two]), hostOf, none)).toEqual({
        wire: { asked: 1, answered: 1, dual: 0 },
        violations: [],
      });
  });

  it("is counted as far as it was heard where the watch has a hole", () => {
    const report = { ...ask([one], [one, two]), hole: "it has a hole" };
    expect(judgeAddressAnswers(report, hostOf, null)).toEqual({
      wire: { asked: 2, answered: 2, dual: 1 },
      violations: [],
    });
  });

  it("is not known where nothing was heard", () => {
    expect(judgeAddressAnswers({ rounds: [], hole: "it has a hole" }, hostOf, [])).toEqual({
      wire: null,
      violations: [],
    });
  });
});
