/**
 * Waits for all, also where one fails, and returns what they came to; then throws the first failure by their order. What is done
 * under a lock, or is to be taken away by whoever hears of the failure, must not go on behind it.
 */
export async function allEnded<T extends readonly unknown[] | []>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
