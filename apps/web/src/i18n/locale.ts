import { Locale } from "@primacy/contract";

/** The cookie that carries the reader's language before and after signing in. */
export const localeCookie = "primacy_locale";

/** The cookie that carries the chosen theme, so that the first paint has it. */
export const themeCookie = "primacy_theme";

/** The language of a request: the cookie where it is set, else the first of `Accept-Language` that there is, else English. */
export function chooseLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  const chosen = Locale.safeParse(cookie);
  if (chosen.success) return chosen.data;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part.trim().split(";q=");
      return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const known = Locale.safeParse(language);
    if (known.success) return known.data;
  }
  return "en";
}

/** BCP 47 tags for numbers, dates and `lang`. */
export const languageTag: Readonly<Record<Locale, string>> = { en: "en", zh: "zh-CN" };
