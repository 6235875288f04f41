import { describe, expect, it } from "vitest";
import { address, hostOf, word } from "../testing/host-word.fixture";
import { judgeAnswer } from "./verify-through";

describe("the answer through an address", () => {
  const [first, second] = [hostOf(1).member.serverUuid, hostOf(2).member.serverUuid];
  const read = { kind: "read", address } as const;
  const write = { kind: "write", address } as const;

  it("of a read VIP has to be its holder's own server's, whatever its role", () => {
    expect(judgeAnswer(read, second, word(2))).toBeNull();
    expect(judgeAnswer(read, second.toUpperCase(), word(2))).toBeNull();
    expect(judgeAnswer(read, first, word(1))).toBeNull();
    const wrong = judgeAnswer(read, first, word(2));
    expect(wrong).toMatchObject({ explanation: { code: "failure.vip_wrong_reader" }, retryable: true });
    expect(wrong?.explanation.text).toContain(
      `${first} answered a read through ${address}, not ${second}, the server of its holder db2`,
    );
  });
  it("of a write VIP has to be the primary's", () => {
    expect(judgeAnswer(write, first, word(1))).toBeNull();
    expect(judgeAnswer(write, second, word(2))?.explanation.code).toBe("failure.vip_wrong_server");
    expect(judgeAnswer(write, second, word(1))?.explanation.code).toBe("failure.vip_wrong_server");
  });
});
