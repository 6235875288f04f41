/** The form in which names are compared: two names that differ only in case or width are the same name. */
export function toNameKey(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
