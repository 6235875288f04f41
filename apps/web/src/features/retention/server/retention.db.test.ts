import { Retention as Stored } from "@primacy/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

const path = "/settings/retention";
const defaults = { samplesDays: 7, eventsDays: 365, operationsDays: 365, auditDays: null };

it("tells the defaults, keeps what an admin sets under the key that the purge reads, and audits it", async () => {
  const { token } = tested.people.admin;
  expect((await tested.ask("GET", path, { token })).json).toEqual(defaults);
  const wanted = { samplesDays: 3, eventsDays: 90, operationsDays: 30, auditDays: 3_650 };
  expect((await tested.ask("PUT", path, { token, body: wanted })).json).toEqual(wanted);
  expect((await tested.ask("PUT", path, { token, body: { ...wanted, auditDays: null } })).status).toBe(200);
  expect((await tested.ask("GET", path, { token })).json).toEqual({ ...wanted, auditDays: null });
  const stored = await tested.database.settings.find("retention", Stored);
  expect(stored?.value).toEqual({ ...wanted, auditDays: null });
  const audit = await tested.ask("GET", "/audit?action=setting.change", { token });
  expect(audit.json.items).toMatchObject([
    { targetName: "retention", detail: { before: wanted, after: { auditDays: null } } },
    { targetName: "retention", detail: { before: defaults, after: wanted } },
  ]);
});

it("refuses days that mean nothing, all at once, and everybody who is no admin", async () => {
  const { admin, operator } = tested.people;
  const body = { samplesDays: 0, eventsDays: 1.5, operationsDays: 40_000, auditDays: -1 };
  const refused = await tested.ask("PUT", path, { token: admin.token, body });
  expect(refused.status).toBe(422);
  expect(refused.json.errors).toMatchObject([
    { path: "/samplesDays", code: "days_invalid" },
    { path: "/eventsDays", code: "days_invalid" },
    { path: "/operationsDays", code: "days_invalid" },
    { path: "/auditDays", code: "days_invalid" },
  ]);
  expect((await tested.ask("PUT", path, { token: operator.token, body: defaults })).status).toBe(403);
  expect((await tested.ask("GET", path, { token: operator.token })).status).toBe(403);
});
