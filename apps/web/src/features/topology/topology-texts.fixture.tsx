import type { Locale } from "@primacy/contract";
import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { messages } from "../../i18n/messages";
import { type TopologyTexts, useTopologyTexts } from "./topology-texts";

/** The words of a picture in one language, for what is tested without a browser. */
export function textsIn(locale: Locale): TopologyTexts {
  const heard: TopologyTexts[] = [];
  function Listener(): null {
    heard.push(useTopologyTexts());
    return null;
  }
  renderToStaticMarkup(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <Listener />
    </NextIntlClientProvider>,
  );
  const [texts] = heard;
  if (texts === undefined) throw new Error("no words were given");
  return texts;
}
