import { randomUUID } from "node:crypto";
import { formatMessage, joinMessages } from "@primacy/contract";
import type { AddressGrant } from "@primacy/contract/agent";
import { beforeAll, expect, test } from "vitest";
import { RefusalError } from "../http/refusal";
import { createTestAuthority, type KeyPair, signGrant, type TestAuthority } from "../testing/test-authority";
import { AddressHelperError } from "./address-helper-client";
import { type GrantFacts, judgeGrant } from "./judge-grant";
import { toRefusal } from "./remote-address-tools";

const hostId = randomUUID();
let authority: TestAuthority;
let console: KeyPair;
let facts: GrantFacts;

beforeAll(async () => {
  authority = await createTestAuthority();
  const { consoleId, caPem } = authority;
  console = await authority.issue({ kind: "console", consoleId });
  facts = { authorityPem: caPem, consoleId, hostId, wallMs: Date.now() };
});

function planGrant(change: Partial<AddressGrant> = {}): AddressGrant {
  const vip = { vipId: randomUUID(), address: "10.0.0.100", prefixLength: 32, nic: "eth0", ports: [3306] };
  return {
    version: 1,
    hostId,
    clusterId: randomUUID(),
    epoch: 5,
    maxLeaseSeconds: 4,
    vips: [{ ...vip, onRelease: "cut" }],
    ...change,
  };
}

test("a grant of this host's console is valid", () => {
  expect(judgeGrant(signGrant(planGrant(), console), facts).kind).toBe("valid");
});

test("a certificate that counted once counts under its own authority and in its own time alone", async () => {
  const grant = signGrant(planGrant(), console);
  const other = await createTestAuthority();
  const kinds = [
    judgeGrant(grant, facts),
    judgeGrant(grant, { ...facts, authorityPem: other.caPem }),
    judgeGrant(grant, { ...facts, wallMs: 0 }),
    judgeGrant({ ...grant, text: `${grant.text} ` }, facts),
    judgeGrant(grant, facts),
  ].map(({ kind }) => kind);
  expect(kinds).toEqual(["valid", "refused", "refused", "refused", "valid"]);
});

test("every reason against a grant is told in the reader's language", async () => {
  const other = await createTestAuthority();
  const stranger = await other.issue({ kind: "host", consoleId: other.consoleId, hostId });
  const [vip] = planGrant().vips;
  const doubled = vip === undefined ? [] : [{ ...vip, prefixLength: 24 }, vip];
  const wrong = signGrant(planGrant({ hostId: randomUUID(), vips: doubled }), stranger);
  const verdicts = [
    judgeGrant({ ...wrong, signature: "AAAA" }, { ...facts, wallMs: 0 }),
    judgeGrant({ ...wrong, text: "{}" }, facts),
    judgeGrant({ ...wrong, certificatePem: "none" }, facts),
  ];
  const reasons = verdicts.map((verdict) => (verdict.kind === "refused" ? verdict.reasons : []));
  expect(reasons.map((list) => list.map(({ code }) => code))).toEqual([
    [
      "grant.certificate_issuer",
      "grant.certificate_console",
      "grant.certificate_dates",
      "grant.signature",
      "grant.other_host",
      "grant.not_alone",
      "grant.address_twice",
    ],
    ["grant.certificate_issuer", "grant.certificate_console", "grant.signature", "grant.unknown_form"],
    ["grant.certificate_unreadable"],
  ]);
  for (const told of reasons.flat()) expect(formatMessage(told, "zh")).not.toMatch(/[a-z]{2,} [a-z]{2,}/);
});

test("what the address helper refuses reaches the console as it was told", () => {
  const verdict = judgeGrant(signGrant(planGrant({ hostId: randomUUID() }), console), facts);
  const told = joinMessages(verdict.kind === "refused" ? verdict.reasons : []);
  const refusal = toRefusal(new AddressHelperError("not_permitted", told));
  expect(refusal).toBeInstanceOf(RefusalError);
  expect(refusal).toMatchObject({ code: "bad_request", details: [told] });
  expect(formatMessage(told, "zh")).toBe("该授权属于另一台主机。");
});
