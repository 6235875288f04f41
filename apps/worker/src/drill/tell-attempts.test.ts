import { quote } from "@primacy/contract";
import { expect, test } from "vitest";
import { tellAttempts } from "./tell-attempts";

const told = (...errors: readonly (string | null)[]) => tellAttempts(errors.map((error) => ({ error })));

test.each([
  ["nothing was tried", [], "why.no_answer"],
  ["nobody answered", ["ECONNREFUSED", "ATTEMPT_TIMEOUT"], "why.no_answer"],
  ["no place was free behind those that wait", ["ECONNREFUSED", "NO_FREE_SLOT"], "why.connection_refused"],
  ["only places were missing", ["NO_FREE_SLOT"], "why.no_answer"],
  ["the last one succeeded", ["PROTOCOL_CONNECTION_LOST", null], "why.connection_closed"],
  ["nobody showed a certificate", ["UNTRUSTED_CERTIFICATE"], "why.certificate_untrusted"],
])("where %s, what came of a client's attempts is told by a code", (_what, errors, code) => {
  expect(told(...errors).code).toBe(code);
});

test("an error of MySQL's own is quoted by its name", () => {
  expect(told("ER_OPTION_PREVENTS_STATEMENT")).toEqual(quote("ER_OPTION_PREVENTS_STATEMENT"));
});
