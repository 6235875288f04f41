import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { formatMessage, joinMessages, messageWith } from "@primacy/contract";
import { type FenceOrder, fenceNamespace, formatFenceOrder } from "@primacy/contract/agent";
import { makeOperatorKey, type OperatorKey } from "@primacy/lab";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FenceGround, judgeOrder } from "./judge-order";
import { parseOperatorKeys } from "./operator-keys";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const wallMs = Date.parse("2026-11-23T19:50:00.000Z");
const order: FenceOrder = {
  orderId: id(90),
  clusterId: id(1),
  clusterName: "orders",
  hosts: [{ hostId: id(12), address: "10.0.0.12", name: "db2" }],
  notAfter: "2026-11-23T20:00:00.000Z",
};
const text = formatFenceOrder(order);

let folder = "";
let ann: OperatorKey;
let bob: OperatorKey;
let ecdsa: OperatorKey;
let ground: FenceGround;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "fence-"));
  ann = makeOperatorKey(folder, "ann@office");
  bob = makeOperatorKey(folder, "bob@office");
  // Of another type; one of RSA takes seconds to make where the processors have other work.
  ecdsa = makeOperatorKey(folder, "ecdsa@office", "ecdsa");
  const { keys } = parseOperatorKeys(ann.publicLine);
  ground = { keys, clusterId: id(1), hostId: id(11), peers: [id(12), id(13)], wallMs };
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is said against an order; a Chinese reader gets none of it in English. */
function refusals(
  signed: { text: string; signature: string },
  other: Partial<FenceGround> = {},
): readonly string[] {
  const verdict = judgeOrder(signed, { ...ground, ...other });
  const details = verdict.kind === "refused" ? verdict.details : [];
  const told = messageWith(
    "failure.recovery_order_refused",
    { host: "db1" },
    { details: joinMessages(details) },
  );
  expect(formatMessage(told, "zh")).not.toMatch(/[a-z]{2,} [a-z]{2,} [a-z]{2,}/);
  return details.map(({ text: english }) => english);
}

describe("an order that OpenSSH signed", () => {
  test("is taken from who is registered, for as long as it says", () => {
    const verdict = judgeOrder({ text, signature: ann.sign(text, fenceNamespace) }, ground);
    expect(verdict).toMatchObject({
      kind: "accepted",
      order,
      signer: { comment: "ann@office", fingerprint: ann.fingerprint },
      forMs: 600_000,
    });
  });

  test("is refused of everybody else, and of a key that signs for something else or is of another kind", () => {
    const of = (signature: string): readonly string[] => refusals({ text, signature });
    expect(of(bob.sign(text, fenceNamespace))).toEqual([
      "It is not signed with a key that is registered on this host.",
    ]);
    expect(of(ann.sign(text, "git"))).toEqual(["It is signed for 'git' and not for 'primacy-fence'."]);
    expect(of(ann.sign(text, "g\rit"))).toEqual(["It is signed for 'g\\x0dit' and not for 'primacy-fence'."]);
    expect(of(ecdsa.sign(text, fenceNamespace))).toEqual([expect.stringContaining("Ed25519")]);
    expect(of("")).toEqual([expect.stringContaining("Ed25519")]);
    expect(refusals({ text, signature: ann.sign(text, fenceNamespace) }, { keys: [] })).toHaveLength(1);
  });

  test("is refused with every other text, also one that reads alike", () => {
    const signature = ann.sign(text, fenceNamespace);
    for (const changed of [
      formatFenceOrder({ ...order, orderId: id(91) }),
      formatFenceOrder({ ...order, notAfter: "2026-11-23T20:30:00.000Z" }),
      formatFenceOrder({
        ...order,
        hosts: [...order.hosts, { hostId: id(13), address: "10.0.0.13", name: "db3" }],
      }),
    ])
      expect(refusals({ text: changed, signature })).toEqual([expect.stringContaining("not of this text")]);
    expect(refusals({ text: `${text}\n`, signature })).toHaveLength(2);
  });

  test("is refused with any byte of its signature changed", () => {
    const signature = ann.sign(text, fenceNamespace);
    const [head = "", ...rest] = signature.trim().split("\n");
    const bytes = Buffer.from(rest.slice(0, -1).join(""), "base64");
    fc.assert(
      fc.property(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const armored = `${head}\n${changed.toString("base64")}\n${rest.at(-1)}\n`;
        expect(refusals({ text, signature: armored })).toHaveLength(1);
      }),
    );
  });

  test("says everything that stands against it at once", () => {
    const wrong = formatFenceOrder({
      ...order,
      hosts: [
        { hostId: id(11), address: "10.0.0.11", name: "db1" },
        { hostId: id(77), address: "10.0.0.77", name: "db7" },
      ],
      notAfter: "2026-11-23T19:49:30.000Z",
    });
    expect(refusals({ text: wrong, signature: bob.sign(wrong, fenceNamespace) })).toEqual([
      "It is not signed with a key that is registered on this host.",
      "It says that this host itself is off.",
      "It names hosts that are no peers of this one: db7.",
      "It ended at 2026-11-23T19:49:30.000Z, 30 s ago by this host's clock.",
    ]);
    const late = formatFenceOrder({ ...order, clusterId: id(2), notAfter: "2026-11-23T21:00:00.000Z" });
    expect(refusals({ text: late, signature: ann.sign(late, fenceNamespace) })).toEqual([
      `It is about cluster ${id(2)}.`,
      "It ends more than 60 min from now, by this host's clock.",
    ]);
  });
});

describe("the file of keys", () => {
  test("gives the Ed25519 keys as OpenSSH names them, and says which lines are none", () => {
    const file = [
      "# operators",
      "",
      ann.publicLine.trim(),
      ecdsa.publicLine.trim(),
      "ssh-ed25519 AAAA ann",
      "nonsense",
    ];
    const { keys, problems } = parseOperatorKeys(file.join("\n"));
    expect(keys.map(({ fingerprint, comment }) => ({ fingerprint, comment }))).toEqual([
      { fingerprint: ann.fingerprint, comment: "ann@office" },
    ]);
    expect(problems.map(({ code, params }) => `${code} ${params.line}`)).toEqual([
      "keys.line 4",
      "keys.line 5",
      "keys.line 6",
    ]);
  });
});
