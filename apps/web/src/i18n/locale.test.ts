import { expect, it } from "vitest";
import { chooseLocale } from "./locale";

it.each([
  ["zh", "en", "zh"],
  [undefined, "zh-CN,zh;q=0.9,en;q=0.8", "zh"],
  [undefined, "de,en;q=0.5,zh;q=0.4", "en"],
  [undefined, "de", "en"],
  [undefined, null, "en"],
  ["xx", "zh", "zh"],
] as const)("cookie %s and Accept-Language %s choose %s", (cookie, header, expected) => {
  expect(chooseLocale(cookie, header)).toBe(expected);
});
