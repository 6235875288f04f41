import type { Principal, Topology } from "@primacy/contract";
import { ageTopology } from "@primacy/core/topology";
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
import { bare, calm, cutOff, fallen, motley, reads, unasked } from "./topology.fixture";
import { toTopologyModel } from "./topology-model";
import { TopologyPanel } from "./topology-panel";
import { TopologyTable } from "./topology-table";
import { useTopologyTexts } from "./topology-texts";

/**
 * One of the fixtures' pictures, drawn or as tables: `#motley,table,zh`. Its choice is kept for a test to read, and opens its
 * panel with `panel`; with `ageing` a field says how many milliseconds old it is,
 * and by that how far its members are behind.
 */
const pictures = { bare, calm, cutOff, fallen, motley, reads, unasked };
const asked = location.hash.slice(1).split(",");
const topology = Object.entries(pictures).find(([name]) => asked.includes(name))?.[1] ?? calm;
const locale = asked.includes("zh") ? "zh" : "en";

/** Queues and lags that change with the age. */
function withLag(ageMs: number): Topology {
  const figures = { applyQueue: ageMs % 5_000, appliedLagMs: ageMs % 50_000 };
  return {
    ...topology,
    hosts: topology.hosts.map((host) => ({
      ...host,
      members: host.members.map((member) => ({ ...member, ...figures })),
    })),
  };
}

function Tables(): ReactNode {
  const [ageMs, setAgeMs] = useState(0);
  return (
    <>
      <TopologyTable
        topology={asked.includes("ageing") ? ageTopology(withLag(ageMs), ageMs) : topology}
        place={{ select: nothing, hrefOf: ({ id }) => `#${id}` }}
      />
      {asked.includes("ageing") ? (
        <input aria-label="age" value={ageMs} onChange={({ target }) => setAgeMs(Number(target.value))} />
      ) : null}
    </>
  );
}

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
            <Providers>{asked.includes("table") ? <Tables /> : <Picture />}</Providers>
          </PrincipalProvider>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  </NextIntlClientProvider>,
);
