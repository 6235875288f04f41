import { expect, test } from "vitest";
import { addressMark, type Ipv6Form, isOwnForm, keepsMark } from "./own-form";

const own: Ipv6Form = { prefixLength: 128, validSeconds: 2, isWithoutDad: true, mark: addressMark };

test("an address is the agent's own by its whole form alone", () => {
  expect(isOwnForm(own, true)).toBe(true);
  expect(isOwnForm({ ...own, validSeconds: 0 }, true)).toBe(true);
  for (const other of [
    { prefixLength: 64 },
    { validSeconds: null },
    { validSeconds: 6 },
    { isWithoutDad: false },
    { mark: null },
    { mark: 3 },
  ])
    expect(isOwnForm({ ...own, ...other }, true), JSON.stringify(other)).toBe(false);
});

test("where the kernel keeps no mark, one without it counts, and one with another never does", () => {
  expect(isOwnForm({ ...own, mark: null }, false)).toBe(true);
  expect(isOwnForm({ ...own, mark: 2 }, false)).toBe(false);
  expect(isOwnForm({ ...own, mark: null, validSeconds: null }, false)).toBe(false);
});

test.each([
  ["6.18.44", true],
  ["5.18.0-rc1", true],
  ["5.17.9", false],
  ["4.18.0-553.el8.x86_64", false],
])("a kernel %s keeps the mark: %s", (kernel, keeps) => {
  expect(keepsMark(kernel)).toBe(keeps);
});
