import { isShownVariable } from "@primacy/core/variables";
import { expect, test } from "vitest";
import { shownCondition } from "./shown-condition";

/** What the server would answer of these names: the parts of the condition, each by itself. */
function ask(names: readonly string[]): readonly string[] {
  const { text, values } = shownCondition("n");
  const found =
    /^\(n IN \(([?, ]*)\)((?: OR LEFT\(n, CHAR_LENGTH\(\?\)\) = \?)*)\) AND n NOT REGEXP '([^']+)'$/.exec(
      text,
    );
  if (found === null) throw new Error(text);
  const count = found[1]?.split(",").length ?? 0;
  const [named, begun] = [values.slice(0, count), values.slice(count)];
  expect(text.split("?").length - 1).toBe(values.length);
  const secret = new RegExp(found[3] ?? "");
  return names.filter(
    (name) => (named.includes(name) || begun.some((prefix) => name.startsWith(prefix))) && !secret.test(name),
  );
}

test("the server is asked for what is shown, and not for passwords, accounts, keys or certificates", () => {
  const shown = ["sql_mode", "greatdb_ha_port", "greatdb_ha_new_one", "group_replication_recovery_use_ssl"];
  const others = [
    ...["group_replication_recovery_ssl_key", "group_replication_recovery_public_key_path"],
    ...["greatdb_ha_password", "group_replication_recovery_user", "mysqlx_port", "init_file"],
  ];
  expect(ask([...shown, ...others])).toEqual(shown);
  expect([...shown, ...others].filter(isShownVariable)).toEqual(shown);
});
