import { type ArmDifference, message } from "@primacy/contract";
import { expect, test } from "vitest";
import { listAnswers } from "./answer-order";

function difference(arm: number, threads: number | null): ArmDifference {
  const figures = {
    blocks: 6,
    method: "exact_ranks",
    loss: 1,
    low: 0.5,
    high: 1.5,
    verdict: "costs",
  } as const;
  return { arm, threads, ...figures, more: null, text: message("answer.benchmark_too_few") };
}

test("each arm is told by its answer over all numbers of threads", () => {
  const all = [difference(1, null), difference(1, 16), difference(1, 64), difference(2, null)];
  const { main, byThreads } = listAnswers(all);
  expect(main.map(({ arm, threads }) => [arm, threads])).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(byThreads.map(({ threads }) => threads)).toEqual([16, 64]);
});

test("of one number of threads its answer is the answer", () => {
  const all = [difference(1, 16), difference(2, 16)];
  expect(listAnswers(all)).toEqual({ main: all, byThreads: all });
});
