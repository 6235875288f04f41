import { describe, expect, it } from "vitest";
import { DisplayName, PlainText, SecretText } from "./scalar";

const codesOf = (parsed: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  parsed.error?.issues.map(({ message }) => message) ?? [];

describe("text on its way in", () => {
  it.each(["\u0000", "\u0007", "\u007f", "\u0085", "\ud800", "a\udfff"])("refuses %j", (text) => {
    expect(codesOf(PlainText.safeParse(`a${text}b`))).toEqual(["text_control_character"]);
    expect(codesOf(SecretText.safeParse(`a${text}b`))).toEqual(["text_control_character"]);
    expect(codesOf(DisplayName.safeParse(`a${text}b`))).toEqual(["name_control_character"]);
  });

  it.each(["plain", "数据库 一", "😀", "naïve"])("accepts %j", (text) => {
    expect(PlainText.parse(text)).toBe(text);
    expect(DisplayName.parse(text)).toBe(text);
  });

  it.each(["\u200b", "\u200d", "\u202e", "\u2066", "\u00ad", "\ufe0f", "\u3164", "\u2028", "\u{e0041}"])(
    "refuses %j in a name: nobody could tell it from another",
    (text) => {
      expect(codesOf(DisplayName.safeParse(`ad${text}min`))).toEqual(["name_control_character"]);
    },
  );

  it("lets a secret have lines, and plain text none", () => {
    expect(SecretText.parse("a\r\n\tb\n")).toBe("a\r\n\tb\n");
    expect(codesOf(PlainText.safeParse("a\nb"))).toEqual(["text_control_character"]);
  });
});
