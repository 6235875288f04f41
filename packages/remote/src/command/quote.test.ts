import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "./mask";
import { quoteCommand } from "./quote";

test("a shell sees exactly the arguments that were given, whatever is in them", () => {
  const values = fc.array(
    fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0")),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(values, (args) => {
      const line = quoteCommand(["printf", "%s\\0", ...args]);
      const seen = execFileSync("sh", ["-c", line], { encoding: "buffer" }).toString("utf8");
      const sent = args.map((one) => Buffer.from(one, "utf8").toString("utf8"));
      expect(seen.split("\0").slice(0, -1)).toEqual(sent);
    }),
    { numRuns: 150 },
  );
});

test("a NUL byte and an empty command are refused", () => {
  expect(() => quoteCommand(["echo", "a\0b"])).toThrow(TypeError);
  expect(() => quoteCommand([])).toThrow(TypeError);
});

test("no part of a secret is left when one secret contains another", () => {
  expect(maskSecrets("login hunter2extra and hunter2", ["hunter2", "hunter2extra"])).toBe(
    "login *** and ***",
  );
});
