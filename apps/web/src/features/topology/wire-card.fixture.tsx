import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { messages } from "../../i18n/messages";
import { noOwner, oneOwner, topologyWith, twoOwners } from "./wire.fixture";
import { WireCard } from "./wire-card";

/** Every state of the wire in both languages, each under a name that a test finds. */
function Page(): ReactNode {
  const verdicts = { none: noOwner, one: oneOwner, many: twoOwners };
  return Object.entries(messages).map(([locale, texts]) => (
    <NextIntlClientProvider key={locale} locale={locale} messages={texts} timeZone="UTC">
      {Object.entries(verdicts).map(([name, verdict]) => (
        <section key={name} aria-label={`${locale} ${name}`} lang={locale}>
          <WireCard topology={topologyWith(verdict)} />
        </section>
      ))}
    </NextIntlClientProvider>
  ));
}

createRoot(document.body.appendChild(document.createElement("main"))).render(<Page />);
