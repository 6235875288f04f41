import { formatMessage, type Locale, type Message } from "@primacy/contract";
import { formatDuration } from "@primacy/ui/format";
import { createTranslator } from "next-intl";
import { languageTag } from "../../../../i18n/locale";
import { type FigureTexts, figureTextsOf } from "../../figure-texts";
import { drillMessages } from "../../messages";
import { reportMessages } from "./report-messages";

const texts = {
  en: { drill: drillMessages.en, report: reportMessages.en },
  zh: { drill: drillMessages.zh, report: reportMessages.zh },
};

function translatorOf(locale: Locale) {
  return createTranslator({ locale: languageTag[locale], messages: texts[locale], timeZone: "UTC" });
}

/** Texts and figures of a report in one language. */
export interface ReportWords {
  readonly locale: Locale;
  readonly t: ReturnType<typeof translatorOf>;
  readonly figures: FigureTexts;
  readonly message: (message: Message) => string;
  readonly duration: (ms: number) => string;
  /** In UTC: a report is read elsewhere. */
  readonly moment: (instant: string) => string;
  /** What joins names of a list. */
  readonly comma: string;
}

/** The words of a report in this language. */
export function wordsOf(locale: Locale): ReportWords {
  const tag = languageTag[locale];
  const t = translatorOf(locale);
  return {
    locale,
    t,
    figures: figureTextsOf(tag, (key, values) => t(`drill.figures.${key}`, values)),
    message: (one) => formatMessage(one, locale),
    duration: (ms) => formatDuration(ms, tag),
    moment: (instant) => `${instant.slice(0, 19).replace("T", " ")} UTC`,
    comma: locale === "zh" ? "、" : ", ",
  };
}
