import { formatMessage, type Locale, type Message } from "@primacy/contract";
import { formatDuration, formatSignificant } from "@primacy/ui/format";
import { createTranslator } from "next-intl";
import { languageTag } from "../../../../i18n/locale";
import { articleMessages } from "../../article/messages";
import { benchmarkMessages } from "../../messages";
import { reportMessages } from "./report-messages";

const texts = {
  en: { article: articleMessages.en, benchmark: benchmarkMessages.en, report: reportMessages.en },
  zh: { article: articleMessages.zh, benchmark: benchmarkMessages.zh, report: reportMessages.zh },
};

function translatorOf(locale: Locale) {
  return createTranslator({ locale: languageTag[locale], messages: texts[locale], timeZone: "UTC" });
}

/** Texts and figures of one language. */
export interface ReportWords {
  readonly locale: Locale;
  /** BCP 47. */
  readonly tag: string;
  readonly t: ReturnType<typeof translatorOf>;
  readonly message: (message: Message) => string;
  readonly figure: (value: number) => string;
  readonly duration: (ms: number) => string;
  /** A loss in percent, with its sign. */
  readonly percent: (percent: number) => string;
  /** In UTC: a report is read elsewhere. */
  readonly moment: (instant: string) => string;
}

/** The words of a report in this language. */
export function wordsOf(locale: Locale): ReportWords {
  const tag = languageTag[locale];
  const percent = new Intl.NumberFormat(tag, {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  return {
    locale,
    tag,
    t: translatorOf(locale),
    message: (one) => formatMessage(one, locale),
    figure: (value) => formatSignificant(value, tag),
    duration: (ms) => formatDuration(ms, tag),
    percent: (value) => percent.format(value / 100),
    moment: (instant) => `${instant.slice(0, 19).replace("T", " ")} UTC`,
  };
}
