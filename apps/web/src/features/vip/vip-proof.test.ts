import type { VipProof } from "@primacy/contract";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { listMarks } from "../../i18n/list-marks";
import { messages } from "../../i18n/messages";
import { listProof } from "./vip-proof";

const proof: VipProof = {
  vipId: "00000000-0000-4000-8000-000000000001",
  address: "10.77.0.100",
  holderHostId: "00000000-0000-4000-8000-000000000002",
  holderHostName: "db1",
  macs: ["02:00:00:00:00:01"],
  askedBy: ["db2"],
  notAskedBy: [],
  writtenServerUuid: "00000000-0000-4000-8000-000000000003",
  heldAfterMs: 120,
};

function textsIn(locale: "en" | "zh", of: VipProof): string[] {
  const t = createTranslator({ locale, messages: messages[locale], namespace: "vip.wizard" });
  return listProof(of, String, listMarks[locale]).map(
    ({ code, params, tone }) => `${tone}: ${t(code, params)}`,
  );
}

describe("the proof of a VIP", () => {
  it.each([
    ["en", "db3, db4"],
    ["zh", "db3、db4"],
  ] as const)("names who could not ask the wire, as unknown and never as ok (%s)", (locale, names) => {
    const lines = textsIn(locale, { ...proof, notAskedBy: ["db3", "db4"] });
    expect(lines.filter((line) => line.includes(names))).toEqual([expect.stringMatching(/^unknown: /)]);
    expect(lines.some((line) => line.startsWith("ok: ") && line.includes("02:00:00:00:00:01"))).toBe(true);
  });

  it("says of a read VIP that it was read through, and of no write", () => {
    const { writtenServerUuid, ...rest } = proof;
    const read = {
      ...rest,
      ...(writtenServerUuid === undefined ? {} : { readServerUuid: writtenServerUuid }),
    };
    expect(textsIn("en", read)).toContain("ok: db1 answered a read through the address");
    expect(textsIn("zh", read)).toContain("ok: 经该地址的读取由 db1 应答");
    expect(textsIn("en", read).join()).not.toContain("write");
    expect(textsIn("en", proof).join()).not.toContain("read");
  });

  it("never calls a write ok that came from the holder's own machine", () => {
    const lines = textsIn("en", { ...proof, isFromHolder: true });
    expect(lines.filter((line) => line.includes("write"))).toEqual([
      expect.stringMatching(/^unknown: .*this console runs on that host/),
    ]);
    expect(textsIn("zh", { ...proof, isFromHolder: true })).toContainEqual(
      expect.stringMatching(/^unknown: .*写入/),
    );
  });

  it("speaks of nobody who was not asked where everybody was", () => {
    expect(textsIn("en", proof).every((line) => line.startsWith("ok: "))).toBe(true);
    expect(textsIn("en", proof)).toHaveLength(4);
    expect(textsIn("en", { ...proof, macs: [], askedBy: [] })).toHaveLength(3);
  });
});
