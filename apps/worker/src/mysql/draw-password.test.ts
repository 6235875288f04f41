import { expect, test } from "vitest";
import { drawPassword } from "./draw-password";

test("a password has a character of every kind, none that a statement or an option file reads otherwise, and none is drawn twice", () => {
  const drawn = Array.from({ length: 100 }, drawPassword);
  for (const one of drawn) {
    expect(one).toMatch(/^[A-Za-z0-9_.-]{32,64}$/);
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(one).toMatch(kind);
  }
  expect(new Set(drawn).size).toBe(100);
});
