/** Rows as servers give them for the statements of the role and the status, one text each. */

const [db1, db2, db3] = ["e0134234", "e014ab94", "e060e3dd"].map(
  (start) => `${start}-e649-11f1-b24f-02500a4d000b`,
);

export const uuids = { db1: db1 ?? "", db2: db2 ?? "", db3: db3 ?? "" };

const view = "17953340448205795:3";
const members = `[["${db3}", "10.77.0.13", 3306, "UNREACHABLE", "SECONDARY", "9.7.4"], ["${db1}", "10.77.0.11", 3306, "ONLINE", "PRIMARY", "9.7.4"], ["${db2}", "10.77.0.12", 3306, "ONLINE", "SECONDARY", "9.7.4"]]`;

/** The rows of one server. */
export interface ServerRows {
  readonly roleCheck: string;
  /** Null: no row. */
  readonly roleRead: string | null;
  readonly status: string;
}

function rowsOf(roleCheck: string, roleRead: string | null, rest: string): ServerRows {
  return { roleCheck, roleRead, status: `[${roleCheck}, ${rest}]` };
}

/** A primary of 9.7 (Debian), read in the lab. A set of several sources has line breaks. */
export const primaryRows = rowsOf(
  `["${db1}", 0, 0, 1, 83, ["ONLINE", "PRIMARY"], "${view}"]`,
  '["ONLINE", "PRIMARY", 1, [3, 2, 1]]',
  `"9.7.4-2", "(Debian)", "e0134234-e649-11f1-b24f-02500a4d000b:1-7,\\nf68baf09-2fd9-4576-bfe4-e60e4361f131:1-713", ${members}, [0, 2], null`,
);

/** A secondary of it, with a lag in microseconds. */
export const secondaryRows = rowsOf(
  `["${db2}", 1, 0, 1, 85, ["ONLINE", "SECONDARY"], "${view}"]`,
  '["ONLINE", "SECONDARY", 1, [3, 3, 0]]',
  `"9.7.4-2", "(Debian)", "f68baf09-2fd9-4576-bfe4-e60e4361f131:1-713", ${members}, [0, 0], 1500`,
);

/** A server whose Group Replication is stopped: its views are empty. */
export const stoppedRows = rowsOf(
  `["${db3}", 1, 0, 1, 9, null, null]`,
  null,
  '"9.7.4-2", "(Debian)", "", null, null, null',
);
