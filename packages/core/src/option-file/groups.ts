/**
 * The groups that a server reads: `[mysqld]`, `[server]`, that of its release (`[mysqld-8.0]`), and each of them with the
 * suffix that `--defaults-group-suffix` or a systemd instance (`@my1`) gives. Null where the version is unknown: then no
 * group of a release is among them.
 */
export function listServerGroups(version: string | null, suffix = ""): readonly string[] {
  const release = version === null ? null : /^\d+\.\d+/.exec(version);
  const groups = ["mysqld", "server", ...(release === null ? [] : [`mysqld-${release[0]}`])];
  return suffix === "" ? groups : [...groups, ...groups.map((one) => `${one}${suffix}`)];
}

/** Whether a group of a file is one of these: in any case of its letters, with any spaces at its end. */
export function isReadGroup(name: string, groups: readonly string[]): boolean {
  const plain = toUpper(name);
  return groups.some((one) => {
    const wanted = toUpper(one);
    return plain.startsWith(wanted) && /^ *$/.test(plain.slice(wanted.length));
  });
}

function toUpper(text: string): string {
  return text.replaceAll(/[a-z]/g, (one) => one.toUpperCase());
}
