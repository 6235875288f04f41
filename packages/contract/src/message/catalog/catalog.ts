/** One feature's texts: both languages have the same codes. */
export interface Catalog<C extends string> {
  readonly en: Readonly<Record<C, string>>;
  readonly zh: Readonly<Record<C, string>>;
}

/** Declares a catalogue; a code without a Chinese text, or the reverse, does not compile. */
export function catalog<C extends string>(
  en: Readonly<Record<C, string>>,
  zh: Readonly<Record<NoInfer<C>, string>>,
): Catalog<C> {
  return { en, zh };
}
