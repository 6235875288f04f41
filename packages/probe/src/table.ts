/** The statements that make the table of a prober's rows where it is not there. `table` is a schema and a name: `lab.writes`. */
export function describeTable(table: string): string {
  const [schema = ""] = table.split(".");
  return `CREATE DATABASE IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${table} (
  run CHAR(36) CHARACTER SET ascii NOT NULL,
  seq INT UNSIGNED NOT NULL,
  server_uuid CHAR(36) CHARACTER SET ascii NOT NULL,
  written_at TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  PRIMARY KEY (run, seq)
);`;
}
