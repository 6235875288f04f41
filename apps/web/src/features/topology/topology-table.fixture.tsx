import type { Principal } from "@primacy/contract";
import { TopologyCanvas, type TopologySelection } from "@primacy/ui/topology";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "../../client/providers";
import { PrincipalProvider } from "../../frame/principal-context";
import { messages } from "../../i18n/messages";
import { bare, calm, cutOff, motley, reads, unasked } from "./topology.fixture";
import { toTopologyModel } from "./topology-model";
import { TopologyPanel } from "./topology-panel";
import { TopologyTable } from "./topology-table";
import { useTopologyTexts } from "./topology-texts";

/** One of the fixtures' pictures, drawn or as tables: `#motley,table,zh`. Its choice is kept for a test to read, and opens its panel with `panel`. */
const pictures = { bare, calm, cutOff, motley, reads, unasked };
const asked = location.hash.slice(1).split(",");
const topology = Object.entries(pictures).find(([name]) => asked.includes(name))?.[1] ?? calm;
const locale = asked.includes("zh") ? "zh" : "en";

function Picture(): ReactNode {
  const [selected, setSelected] = useState<TopologySelection | null>(null);
  return (
    <>
      <TopologyCanvas
        {...toTopologyModel(topology, useTopologyTexts())}
        label="picture"
        onSelect={setSelected}
      />
      <output>{selected?.kind}</output>
      {asked.includes("panel") ? (
        <TopologyPanel topology={topology} selection={selected} onClose={() => setSelected(null)} />
      ) : null}
    </>
  );
}

const principal: Principal = {
  kind: "session",
  id: "00000000-0000-4000-8000-0000000000d1",
  name: "an operator",
  role: "operator",
  locale,
  theme: "system",
};
const nothing = (): void => undefined;
const router = {
  bfcacheId: "",
  back: nothing,
  forward: nothing,
  refresh: nothing,
  push: nothing,
  replace: nothing,
  prefetch: nothing,
};

document.documentElement.lang = locale;
const main = document.body.appendChild(document.createElement("main"));
main.className = "p-6";
createRoot(main).render(
  <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
    <AppRouterContext value={router}>
      <PathnameContext value="/">
        <SearchParamsContext value={new URLSearchParams()}>
          <PrincipalProvider principal={principal}>
            <Providers>
              {asked.includes("table") ? (
                <TopologyTable
                  topology={topology}
                  place={{ select: nothing, hrefOf: ({ id }) => `#${id}` }}
                />
              ) : (
                <Picture />
              )}
            </Providers>
          </PrincipalProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  </NextIntlClientProvider>,
);
