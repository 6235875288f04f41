import { once } from "node:events";
import type { ProxyAnswer, ProxyLook } from "@primacy/core/drill";
import { expect, test } from "vitest";
import { watchProxy } from "./watch-proxy";

test("a proxy is asked again and again whatever it answers, is silent after the limit, and is left alone once the drill ends", async () => {
  const answers: readonly (ProxyAnswer | "silent" | "broken")[] = [
    { state: "leads", server: "db1" },
    "broken",
    "silent",
    { state: "nowhere", server: null },
  ];
  const ending = new AbortController();
  const looks: ProxyLook[] = [];
  let asked = 0;
  const look = async (signal: AbortSignal): Promise<ProxyAnswer> => {
    const answer = answers[asked];
    asked += 1;
    if (answer === "broken") throw new Error("the database is away");
    if (answer !== undefined && answer !== "silent") return answer;
    await once(signal, "abort");
    throw signal.reason;
  };
  const watching = watchProxy(
    { host: "px1", port: 3_307, look },
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
