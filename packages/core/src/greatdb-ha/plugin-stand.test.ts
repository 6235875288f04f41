import { expect, it } from "vitest";
import {
  isLeaving,
  isLoaded,
  isToBeReadOnly,
  statementsToLoad,
  statementsToUnload,
  unlistStatement,
} from "./plugin-stand";
import { installStatement, uninstallStatement } from "./plugin-statements";

it.each([
  [null, false, [installStatement], []],
  ["ACTIVE", true, [], [uninstallStatement]],
  // The library was not there when the server started.
  [null, true, [unlistStatement, installStatement], [unlistStatement]],
  // An option file had it loaded: the next start would not without that line.
  ["ACTIVE", false, [installStatement], [uninstallStatement]],
  ["DISABLED", true, [installStatement], [uninstallStatement]],
  ["INACTIVE", false, [installStatement], [uninstallStatement]],
])("a plugin that is %s, in the table: %s", (status, isListed, toLoad, toUnload) => {
  expect(statementsToLoad({ status, isListed })).toEqual(toLoad);
  expect(statementsToUnload({ status, isListed })).toEqual(toUnload);
});

it("one that is unloaded and still used is neither loaded nor gone", () => {
  const stand = { status: "DELETED", isListed: false };
  expect(isLeaving(stand)).toBe(true);
  expect(isLoaded(stand)).toBe(false);
  expect(isLeaving({ status: null, isListed: false })).toBe(false);
});

it.each([
  ["SECONDARY", true, true],
  // A worker that died before may have left it so.
  ["SECONDARY", false, true],
  ["PRIMARY", true, false],
  ["PRIMARY", false, false],
  // In ERROR or OFFLINE.
  ["", true, true],
  ["", false, false],
  [null, true, true],
  [null, false, false],
])("a member of the role %j that was read-only to everybody: %s", (role, was, wanted) => {
  expect(isToBeReadOnly(role, was)).toBe(wanted);
});
