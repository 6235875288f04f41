import type { Locale } from "@primacy/contract";

/** The cookie that remembers the language of somebody who is not signed in. */
export const localeCookieName = "primacy_locale";

/**
 * The language that `Accept-Language` likes best among those of the console; null where it names none of them.
 * Weights are honoured, regions ignored.
 */
export function findAcceptedLocale(header: string | null): Locale | null {
  const wishes = (header ?? "").split(",").flatMap((part) => {
    const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
    const weight = Number(
      parameters
        .find((one) => one.trim().startsWith("q="))
        ?.trim()
        .slice(2) ?? 1,
    );
    const language = tag.split("-")[0];
    if (weight <= 0 || (language !== "en" && language !== "zh")) return [];
    const locale: Locale = language;
    return [{ locale, weight }];
  });
  return wishes.sort((a, b) => b.weight - a.weight)[0]?.locale ?? null;
}

/** The language that a cookie's value names, or null. */
export function findCookieLocale(value: string | null): Locale | null {
  return value === "en" || value === "zh" ? value : null;
}
