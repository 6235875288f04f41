import { isRefusal } from "@primacy/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toByteText } from "./byte-text";
import type { OptionEdit } from "./edit-spans";
import { isReadGroup, listServerGroups } from "./groups";
import { inMemory } from "./in-memory.fixture";
import { matchOption } from "./option-name";
import { listEntries, parseOptionFile } from "./parse-file";
import { findFileValue } from "./places";
import { planEdit } from "./plan-edit";
import { optionFileText } from "./random-file.fixture";
import { readOptionFiles } from "./read-files";
import { redoEdit, reverseEdit, undoEdit } from "./undo-edit";

const groups = listServerGroups("9.7.0");
const file = "/my.cnf";
const tops = [{ path: file, isRequired: true }];
const names = ["x", "long_name", "skip_x", "y.z"] as const;
const value = fc.oneof(
  fc.constantFrom("", "ON", "/var/lib/mysql", "'", '"', "#", "\\", "a b", " a ", "库 # '\""),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..." #'\"\\=ab\n\t") }),
);
const edit: fc.Arbitrary<OptionEdit> = fc.oneof(
  fc.record({
    ...{ kind: fc.constant("set" as const), name: fc.constantFrom(...names) },
    ...{ value, isLoose: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant("remove" as const), name: fc.constantFrom(...names) },
    by: fc.constantFrom("comment" as const, "delete" as const),
  }),
);

it("an edit does what it says and nothing else, and its undo is the identity, on any file", async () => {
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(optionFileText, fc.array(edit, { minLength: 1, maxLength: 3 }), async (text, edits) => {
      const reading = await readOptionFiles(tops, inMemory({ [file]: text }));
      const sources = { reading, groups, persisted: new Map<string, string>(), commandLine: [] };
      const plan = await planEdit(file, edits, sources);
      if (isRefusal(plan)) return;
      planned += 1;
      expect(plan.oldText).toBe(text);
      expect(undoEdit(plan.undo, plan.newText)).toBe(text);
      expect(redoEdit(plan.undo, text)).toBe(plan.newText);
      expect(redoEdit(reverseEdit(plan.undo), plan.newText)).toBe(text);
      expect(undoEdit(reverseEdit(plan.undo), text)).toBe(plan.newText);
      const after = await readOptionFiles(tops, inMemory({ [file]: plan.newText }));
      for (const one of edits)
        expect(findFileValue(after, groups, one.name)).toBe(
          one.kind === "set" ? toByteText(one.value) : null,
        );
      expect(others(plan.newText, edits)).toEqual(others(text, edits));
      const again = await planEdit(file, edits, { ...sources, reading: after });
      expect(!isRefusal(again) && again.newText).toBe(plan.newText);
    }),
    { numRuns: 600 },
  );
  expect(planned).toBeGreaterThan(150);
});

function others(text: string, edits: readonly OptionEdit[]): readonly unknown[] {
  return listEntries(parseOptionFile(text))
    .filter(
      (one) =>
        !isReadGroup(one.group, groups) ||
        edits.every(({ name }) => matchOption(one.name, one.value, name) === null),
    )
    .map((one) => [one.group, one.name, one.value]);
}
