import { type Message, message, quote } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import type { Forwarded } from "@primacy/remote";
import { describe, expect, test } from "vitest";
import {
  checkWay,
  chooseAuthority,
  findKnown,
  type KnownAuthority,
  knownOf,
  type SoughtServer,
  trustFacts,
} from "./choose-authority";

const nothing: KnownAuthority = { authority: null, authorityPath: null };
const ca: KnownAuthority = { authority: "CA", authorityPath: "/ca.pem" };
const server = { address: "10.0.0.1", port: 3306 };

function member(id: string, change: Partial<MemberRecord> = {}): MemberRecord {
  return {
    id,
    clusterId: "c1",
    serverUuid: `uuid-${id}`,
    ...server,
    hostId: "h1",
    hostName: "db1",
    facts: { ...ca },
    ...change,
  };
}

describe("what is known of a server", () => {
  type Row = readonly [
    title: string,
    members: readonly MemberRecord[],
    sought: SoughtServer,
    hostId: string | null,
    found: string | null,
  ];
  const rows: readonly Row[] = [
    ["is what its host and port are registered with", [member("a")], server, "h1", "a"],
    ["stays where its address changed", [member("a")], { ...server, address: "10.0.0.9" }, "h1", "a"],
    ["stays where its host was added later", [member("a", { hostId: null })], server, "h1", "a"],
    ["stays where its host is another now", [member("a")], server, "h2", "a"],
    ["stays where its host is not known any more", [member("a")], server, null, "a"],
    [
      "stays where it moved to another port, and is known by its UUID",
      [member("a")],
      { ...server, port: 3307, serverUuid: "uuid-a" },
      "h1",
      "a",
    ],
    [
      "is found by any name of its address",
      [member("a")],
      { address: "db1.example", port: 3306, aliases: ["10.0.0.1"] },
      null,
      "a",
    ],
    [
      "is a CA rather than nothing",
      [member("a", { facts: {}, address: "10.0.0.2" }), member("b", { hostId: "h2" })],
      { ...server, serverUuid: "uuid-a" },
      "h1",
      "b",
    ],
    ["is nothing of a second server on its host", [member("a")], { ...server, port: 3307 }, "h1", null],
    ["is nothing of a stranger", [member("a")], { address: "10.0.0.9", port: 3306 }, "h9", null],
    [
      "is nothing of a stranger that no host carries",
      [member("a", { hostId: null })],
      { address: "10.0.0.9", port: 3306 },
      null,
      null,
    ],
  ];
  test.each(rows)("%s", (_, members, sought, hostId, found) => {
    expect(findKnown(members, sought, hostId)?.id ?? null).toBe(found);
  });

  test("is read by itself: another fact that cannot be read does not hide it", () => {
    expect(knownOf({ facts: { ...ca, macs: "nonsense" } })).toEqual(ca);
    expect(knownOf({ facts: {} })).toEqual(nothing);
    expect(knownOf(null)).toEqual(nothing);
    expect(() => knownOf({ facts: { authority: 5 } })).toThrow();
  });
});

describe("the way to a server", () => {
  const prohibited: Forwarded = { kind: "prohibited" };
  const failed: Forwarded = { kind: "failed", reason: quote("refused") };
  test.each([
    ["sshd does not forward, nothing known: it is not asked", nothing, prohibited, "trust.no_forward"],
    ["sshd does not forward, CA known: it may prove itself over the network", ca, prohibited, undefined],
    ["nobody listens, nothing known: it is not asked", nothing, failed, "trust.not_read"],
    ["nobody listens, CA known: it is not asked", ca, failed, "trust.not_read"],
  ] as const)("%s", (_, known, way, code) => {
    expect(checkWay(server, known, way)?.code).toBe(code);
  });
});

describe("what counts after a reading", () => {
  const problem: Message = message("trust.not_read", { address: "10.0.0.1:3306", reason: "no SSH." });
  test.each([
    ["SSH fails, CA known: it stays", ca, { ...ca, problem }],
    ["SSH fails, nothing known: it is not verified", nothing, { ...nothing, problem }],
  ] as const)("%s", (_, known, chosen) => {
    expect(chooseAuthority(known, { kind: "none", problem })).toEqual(chosen);
  });

  test.each([
    ["a CA that fits replaces another", ca],
    ["a CA that fits is the first", nothing],
  ] as const)("%s", (_, known) => {
    const read = { authority: "NEW", authorityPath: "/new.pem" };
    expect(chooseAuthority(known, { kind: "fits", ...read })).toEqual({ ...read, problem: null });
  });

  test("what a member was registered with stays with it where nothing was read", () => {
    expect(trustFacts({ ...nothing, problem }, ca)).toEqual(ca);
    expect(trustFacts({ ...nothing, problem }, nothing)).toEqual(nothing);
    expect(trustFacts({ authority: "NEW", authorityPath: "/new.pem", problem: null }, ca)).toEqual({
      authority: "NEW",
      authorityPath: "/new.pem",
    });
  });
});
