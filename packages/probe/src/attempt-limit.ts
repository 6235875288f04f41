/** Ends what takes longer than an attempt may. Throws `ATTEMPT_TIMEOUT`, or what the work throws. */
export async function withinAttempt<T>(
  config: { readonly attemptTimeoutMs: number },
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("ATTEMPT_TIMEOUT")), config.attemptTimeoutMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Code or short text of what went wrong. */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = "code" in cause ? String(cause.code) : cause.message;
  return code.slice(0, 120);
}

/** A server that answered with an error and kept the connection open. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && "sqlState" in cause && typeof cause.sqlState === "string";
}
