/**
 * What `mysqld-auto.cnf` sets, by variable: the values of SET PERSIST, in the form of 8.0.0 to 9.7. Null where the text is
 * not of that form; the server does not start with it then.
 */
export function parsePersisted(text: string): ReadonlyMap<string, string> | null {
  const whole = toRecord(parseJson(text));
  if (whole === null || typeof whole.Version !== "number") return null;
  const found = new Map<string, string>();
  for (const [key, section] of Object.entries(whole)) {
    if (!key.startsWith("mysql_")) continue;
    const variables = toRecord(section);
    if (variables === null) return null;
    collect(variables, found);
  }
  return found;
}

/** Sections hold variables; in the first version one of them holds another. */
function collect(variables: Readonly<Record<string, unknown>>, found: Map<string, string>): void {
  for (const [name, entry] of Object.entries(variables)) {
    const record = toRecord(entry);
    if (record === null) continue;
    if (typeof record.Value === "string") found.set(name, record.Value);
    else if (name.startsWith("mysql_")) collect(record, found);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value));
}
