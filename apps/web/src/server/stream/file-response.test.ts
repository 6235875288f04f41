import { expect, it } from "vitest";
import { fileResponse } from "./file-response";

const send = (pieces: AsyncIterable<string>, failures: unknown[] = []): Response =>
  fileResponse({ kind: "file", name: "a.csv", pieces }, "text/csv", {
    headers: new Headers(),
    fail: (error) => failures.push(error),
  });

it("breaks off where a piece cannot be made, so that nobody takes a part for the whole", async () => {
  const failure = new Error("the database is gone");
  const failures: unknown[] = [];
  const broken = (async function* () {
    yield "first";
    throw failure;
  })();
  await expect(send(broken, failures).text()).rejects.toBe(failure);
  expect(failures).toEqual([failure]);
});

it("makes nothing more once its reader has gone", async () => {
  let made = 0;
  let isEnded = false;
  const endless = (async function* () {
    try {
      for (;;) {
        made += 1;
        yield "piece";
      }
    } finally {
      isEnded = true;
    }
  })();
  const reader = send(endless).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect([made, isEnded]).toEqual([1, true]);
});
