import { expect, test } from "vitest";
import { createLatestCall, type LatestCall } from "./latest-call";

interface Asked {
  readonly answer: (text: string) => Promise<void>;
  readonly fail: (reason: string) => Promise<void>;
}

/** A call whose answer the test decides, and whose outcome is written to `told`. */
function ask(latest: LatestCall, told: string[]): Asked {
  let resolve: (text: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((onAnswer, onFailure) => {
    resolve = onAnswer;
    reject = onFailure;
  });
  latest.run(() => promise, {
    onAnswer: (text) => told.push(text),
    onFailure: (error) => told.push(error.message),
  });
  return {
    answer: async (text) => {
      resolve(text);
      await promise;
    },
    fail: async (reason) => {
      reject(new Error(reason));
      await promise.catch(() => undefined);
    },
  };
}

test("a late answer does not replace the one to a later call", async () => {
  const latest = createLatestCall();
  const told: string[] = [];
  const [first, second] = [ask(latest, told), ask(latest, told)];
  await second.answer("address B");
  await first.answer("address A");
  expect(told).toEqual(["address B"]);
});

test("a late failure is not told beside a later call's answer", async () => {
  const latest = createLatestCall();
  const told: string[] = [];
  const [first, second] = [ask(latest, told), ask(latest, told)];
  await first.fail("worker_absent");
  await second.answer("address B");
  expect(told).toEqual(["address B"]);
});

test("nothing is told of a call that was voided", async () => {
  const latest = createLatestCall();
  const told: string[] = [];
  const only = ask(latest, told);
  latest.voidAll();
  await only.answer("address A");
  expect(told).toEqual([]);
});

test("the failure of the last call is told", async () => {
  const latest = createLatestCall();
  const told: string[] = [];
  const only = ask(latest, told);
  await only.fail("worker_absent");
  expect(told).toEqual(["worker_absent"]);
});
