import { expect, test } from "vitest";
import { findShownVariable, type ShownVariable } from "./catalogue";
import { isSameSetting, isSameValue } from "./same-value";

const plain: ShownVariable = { name: "any", nature: "equal" };

function shown(name: string): ShownVariable {
  const found = findShownVariable(name);
  if (found === null) throw new Error(`${name} is not shown`);
  return found;
}

test.each([
  ["super_read_only", "ON", "1", true],
  ["super_read_only", "OFF", "false", true],
  ["super_read_only", "ON", "0", false],
  ["innodb_buffer_pool_size", "134217728", "128M", true],
  ["innodb_buffer_pool_size", "134217728", "128m", true],
  ["innodb_buffer_pool_size", "134217728", "129M", false],
  ["group_replication_member_expel_timeout", "5", "0", false],
  ["group_replication_member_expel_timeout", "5", "05", true],
  ["binlog_format", "ROW", "row", true],
  ["binlog_format", "ROW", "2", true],
  ["binlog_format", "ROW", "1", false],
  ["gtid_mode", "ON", "1", false],
  ["gtid_mode", "ON", "3", true],
  ["enforce_gtid_consistency", "ON", "TRUE", true],
  ["plugin_dir", "/usr/lib/mysql/plugin/", "/usr/lib/mysql/plugin", true],
  ["group_replication_group_seeds", "a:1,b:1", "b:1, a:1", true],
  ["group_replication_group_seeds", "a:1,b:1", "b:1", false],
  ["greatdb_ha_mgr_read_vip_floating_type", "TO_PRIMARY", "0", true],
  ["report_host", "db1", "db2", false],
])("%s: a server that shows %s has what a file sets to %s: %s", (name, running, written, isSame) => {
  expect(isSameSetting(running, written, shown(name))).toBe(isSame);
});

test("a number outside of the range is what the server makes of it", () => {
  const range = { min: 3n, max: 20n };
  expect(isSameSetting("20", "500", plain, range)).toBe(true);
  expect(isSameSetting("3", "0", plain, range)).toBe(true);
  expect(isSameSetting("4", "0", plain, range)).toBe(false);
  // Variables that are no numbers have no range.
  expect(isSameSetting("500", "20", plain, { min: 0n, max: 0n })).toBe(false);
});

test("two servers show the same whatever the letters' case, and names in lists in any order", () => {
  expect(isSameValue("Row", "ROW", plain)).toBe(true);
  expect(isSameValue("a,b", "b,a", plain)).toBe(false);
  expect(isSameValue("a,b", "b, a,", { isList: true })).toBe(true);
});
