import type { Locale } from "@primacy/contract";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { messages } from "../../i18n/messages";
import { type EndpointWords, useEndpointWords } from "./endpoint-words";

/** The words of proxies in one language, for what is tested without a browser. */
export function wordsIn(locale: Locale): EndpointWords {
  const heard: EndpointWords[] = [];
  function Listener(): null {
    heard.push(useEndpointWords());
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <Listener />
    </NextIntlClientProvider>,
  );
  const [words] = heard;
  if (words === undefined) throw new Error("no words were given");
  return words;
}
