import { featureTexts } from "../../features/screens";
import { en } from "./en";
import type { TextsLike } from "./texts";
import { zh } from "./zh";

const english = { ...en, ...featureTexts.en };
const chinese: TextsLike<typeof english> = { ...zh, ...featureTexts.zh };

/** The texts of every screen; a text that one language lacks does not compile. */
export const messages = { en: english, zh: chinese };
