/** The same keys as `T`, with any texts: how the second language is held to the first. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> };
