import { refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createContext } from "../context";
import { openConsole, type TestConsole } from "../testing/open-console";
import { createApi } from "./app";
import { route } from "./route";
import { routes } from "./routes";

const strange = { getAbout: route(endpoints.getAbout, async () => refuse("vip_paused")) };
let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole({ routes: strange });
});
afterAll(() => tested.close());

it("a test fails where a call is refused with a code that it does not declare", async () => {
  const { token } = tested.people.viewer;
  await expect(tested.ask("GET", "/about", { token })).rejects.toThrow(
    "getAbout does not declare vip_paused",
  );
  expect((await tested.ask("GET", "/about")).json.code, "what follows from its access").toBe("not_signed_in");
});

it("a console logs such a refusal, and answers it", async () => {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
  const context = createContext(tested.context.env, tested.database, log);
  const app = createApi(context, { ...routes, ...strange });
  const headers = { authorization: `Bearer ${tested.people.viewer.token}`, "x-request-id": "a-request-1" };
  const answer = await app.fetch(new Request("http://console.test/api/v1/about", { headers }));
  await context.changes.close();
  expect([answer.status, (await answer.json()).code]).toEqual([409, "vip_paused"]);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "a refusal is not declared", endpoint: "getAbout", code: "vip_paused", requestId: "a-request-1" },
  ]);
});
