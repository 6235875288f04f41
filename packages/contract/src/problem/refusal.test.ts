import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formatMessage } from "../message/message";
import { Id, Instant } from "../primitives/scalar";
import { problemsOf, refuse } from "./refusal";

const inChinese = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : problemsOf(parsed.error).map((one) => formatMessage(one.message, "zh"));
};

const list = z.array(z.string()).min(1).max(2);
const kinds = z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") })]);

describe("what zod finds wrong", () => {
  it.each([
    [z.string(), undefined, "必填。"],
    [z.string(), 1, "此处应为文本。"],
    [z.number(), "1", "此处应为数字。"],
    [z.number().int(), 1.5, "此处应为整数。"],
    [z.boolean(), "yes", "此处应为 true 或 false。"],
    [z.object({}), [], "此处应为对象。"],
    [list, "a", "此处应为列表。"],
    [list, [], "至少 1 项。"],
    [list, ["a", "b", "c"], "最多 2 项。"],
    [z.string().min(3), "ab", "至少 3 个字符。"],
    [z.string().max(1), "ab", "最多 1 个字符。"],
    [z.number().min(5), 4, "不能小于 5。"],
    [z.number().max(5), 6, "不能大于 5。"],
    [Id, "x", "不是有效的标识。"],
    [Instant, "x", "不是 UTC 时间，例如 2026-11-21T10:00:00Z。"],
    [z.enum(["a", "b"]), "c", "可选值：a、b。"],
    [kinds, { kind: "x" }, "此处不能使用该值。"],
    [z.string().regex(/^a$/), "b", "此处不能使用该值。"],
    [z.strictObject({}), { x: 1 }, "未知字段：x。"],
  ])("is said in the reader's language: %#", (schema, value, text) => {
    expect(inChinese(schema, value)).toEqual([text]);
  });
});

describe("a word within a text", () => {
  it("is of the text's language, and stays as it is where the catalogue does not know it", () => {
    const { message } = refuse("not_found", [], { what: "host" });
    expect([message.text, formatMessage(message, "zh")]).toEqual([
      "There is no such host.",
      "没有这样的主机。",
    ]);
    expect(refuse("not_found", [], { what: "/x" }).message.text).toBe("There is no such /x.");
    const closed = refuse("host_unreachable", [], { host: "db1", reason: "connection_refused" }).message;
    expect(closed.text).toBe("db1 cannot be reached: the connection was refused.");
    expect(formatMessage(closed, "zh")).toBe("无法连接 db1：连接被拒绝。");
  });
});
