/** The same keys as `T`, with any texts: how the second language is held to the first. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> };

/** The texts of one feature's screens: a text that Chinese lacks, or has alone, does not compile. */
export function catalog<T>(en: T, zh: TextsLike<NoInfer<T>>): { readonly en: T; readonly zh: TextsLike<T> } {
  return { en, zh };
}
