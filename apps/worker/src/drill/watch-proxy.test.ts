import { EventEmitter, once } from "node:events";
import { message } from "@primacy/contract";
import type { ProxyAnswer, ProxyLook } from "@primacy/core/drill";
import { expect, test } from "vitest";
import { type ProxyConnect, watchProxy } from "./watch-proxy";

test("a proxy is asked again and again whatever it answers, is silent after the limit, and is left alone once the drill ends", async () => {
  const answers: readonly (ProxyAnswer | "silent" | "broken")[] = [
    { state: "leads", server: "db1" },
    "broken",
    "silent",
    { state: "nowhere", server: null, reason: message("why.connection_refused") },
  ];
  const ending = new AbortController();
  const looks: ProxyLook[] = [];
  let asked = 0;
  const prepare = async (): Promise<ProxyConnect> => {
    const answer = answers[asked];
    asked += 1;
    if (answer === "broken") throw new Error("the database is away");
    return async (signal) => {
      if (answer !== undefined && answer !== "silent") return answer;
      await once(signal, "abort");
      throw signal.reason;
    };
  };
  const watching = watchProxy(
    { host: "px1", port: 3_307, prepare },
    (one) => looks.push(one),
    ending.signal,
    50,
  );
  await expect.poll(() => looks.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  ending.abort();
  await watching;
  expect(looks.slice(0, 3).map(({ answer }) => answer.state)).toEqual(["leads", "silent", "nowhere"]);
  const [, silent] = looks;
  expect((silent?.toldMs ?? 0) - (silent?.askedMs ?? 0)).toBeGreaterThanOrEqual(45);
  expect(asked).toBeLessThanOrEqual(answers.length + 1);
});

test("a proxy is not silent because the console's own database is slow, and is asked from when it is connected to", async () => {
  const database = new EventEmitter();
  const ending = new AbortController();
  const looks: ProxyLook[] = [];
  const begunMs = performance.now();
  const prepare = async (): Promise<ProxyConnect> => {
    await once(database, "answer");
    return async () => ({ state: "leads", server: "db1" });
  };
  const watching = watchProxy(
    { host: "px1", port: 3_307, prepare },
    (one) => looks.push(one),
    ending.signal,
    50,
  );
  await expect.poll(() => performance.now() - begunMs, { timeout: 30_000 }).toBeGreaterThan(200);
  expect(looks).toEqual([]);
  database.emit("answer");
  await expect.poll(() => looks.length, { timeout: 30_000 }).toBeGreaterThan(0);
  ending.abort();
  await watching;
  expect(looks[0]?.answer).toEqual({ state: "leads", server: "db1" });
  expect((looks[0]?.askedMs ?? 0) - begunMs).toBeGreaterThan(200);
});

test("a drill ends although the console's own database hangs", async () => {
  const ending = new AbortController();
  const looks: ProxyLook[] = [];
  const prepare = (): Promise<ProxyConnect> => new Promise(() => undefined);
  const watching = watchProxy(
    { host: "px1", port: 3_307, prepare },
    (one) => looks.push(one),
    ending.signal,
    50,
  );
  ending.abort();
  await watching;
  expect(looks).toEqual([]);
});
