const secretName = /password|passphrase|secret|private_?key|credential$|^token$/i;

/**
 * A copy of `value` in which fields named like secrets show `***`, at any depth. The second line of
 * defence: callers leave secrets out to begin with.
 */
export function maskSecrets(value: object): object {
  if (Array.isArray(value)) return value.map(maskNested);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isMasked(name, inner) ? "***" : maskNested(inner)]),
  );
}

function maskNested(value: unknown): unknown {
  return typeof value === "object" && value !== null ? maskSecrets(value) : value;
}

/** A credential that is an object keeps its kind and loses its secret fields; flags say nothing secret. */
function isMasked(name: string, value: unknown): boolean {
  return secretName.test(name) && (typeof value === "string" || Array.isArray(value));
}
