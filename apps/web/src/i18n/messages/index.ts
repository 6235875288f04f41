import type { Locale } from "@primacy/contract";
import { en } from "./en";
import { zh } from "./zh";

/** The texts of every screen; a text that one language lacks does not compile. */
export const messages: Readonly<Record<Locale, Messages>> = { en, zh };

/** The shape of one language's texts. */
export type Messages = typeof en;
