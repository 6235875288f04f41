/** Replaces every occurrence of every secret by `***`; longer secrets first, so that none is left in part. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return [...secrets]
    .filter((secret) => secret.length > 0)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
}
