const telling = ["SUPER", "REPLICATION_SLAVE_ADMIN", "ALL PRIVILEGES"];

/** Whether lines of `SHOW GRANTS` give what the plugin's functions ask of the one who calls them. */
export function mayTell(grants: readonly string[]): boolean {
  return grants.some((grant) => {
    const listed = /^GRANT (.+) ON \*\.\* TO /i.exec(grant)?.[1];
    return listed?.split(/, ?/).some((one) => telling.includes(one.toUpperCase())) ?? false;
  });
}

/** `user@host` of `CURRENT_USER()` as a statement takes it. */
export function quoteAccount(account: string): string {
  const at = account.lastIndexOf("@");
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  return `${quote(account.slice(0, at))}@${quote(account.slice(at + 1))}`;
}
