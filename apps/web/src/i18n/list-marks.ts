import { Locale } from "@primacy/contract";
import { useLocale } from "next-intl";

/** What stands between names, between clauses of one line, and between entries that have commas of their own. */
export interface ListMarks {
  readonly name: string;
  readonly clause: string;
  readonly entry: string;
}

export const listMarks: Readonly<Record<Locale, ListMarks>> = {
  en: { name: ", ", clause: ", ", entry: "; " },
  zh: { name: "、", clause: "，", entry: "；" },
};

/** The marks of the reader's script. */
export function useListMarks(): ListMarks {
  return listMarks[Locale.catch("en").parse(useLocale())];
}
