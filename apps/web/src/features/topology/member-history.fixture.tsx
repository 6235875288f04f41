import type { Principal, SampleHistory, SamplePoint } from "@primacy/contract";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "../../client/providers";
import { PrincipalProvider } from "../../frame/principal-context";
import { messages } from "../../i18n/messages";
import { MemberHistory } from "./member-history";
import { calm, hostIds } from "./topology.fixture";
import { cardId } from "./topology-model";
import { TopologyPanel } from "./topology-panel";

/** The panel of db2, whose picture changes at each press, and beside it in Chinese a member that was never sampled. */
const db2 = calm.hosts.find((host) => host.hostId === hostIds.db2);
if (db2 === undefined) throw new Error("the picture has no db2");
const fallen = db2.members[0]?.memberId ?? "";
const selection = { kind: "card", id: cardId(db2) } as const;

/** An hour in which db2 fell behind for three minutes. */
function pointsTo(toMs: number): SamplePoint[] {
  return Array.from({ length: 60 }, (_, minute): SamplePoint => {
    const value = minute >= 20 && minute < 23 ? 1_204 : 0;
    return {
      at: new Date(toMs - (60 - minute) * 60_000).toISOString(),
      count: 6,
      // In two minutes its agent was silent.
      looks: minute === 40 || minute === 41 ? 0 : 59,
      roles: ["SECONDARY"],
      states: ["ONLINE"],
      certifyQueue: null,
      applyQueue: { max: 0, mean: 0 },
      appliedLagMs: { max: value, mean: value / 2 },
    };
  });
}

const asked = document.body.appendChild(document.createElement("output"));
asked.setAttribute("aria-label", "asked");
globalThis.fetch = async (url) => {
  const isFallen = String(url).includes(`member=${fallen}`);
  if (isFallen) asked.textContent = String(Number(asked.textContent) + 1);
  const toMs = Date.now();
  const history: SampleHistory = {
    from: new Date(toMs - 3_600_000).toISOString(),
    to: new Date(toMs).toISOString(),
    stepSeconds: 60,
    members: isFallen ? [{ memberId: fallen, points: pointsTo(toMs) }] : [],
  };
  return new Response(JSON.stringify(history));
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
const principal: Principal = {
  kind: "session",
  id: "00000000-0000-4000-8000-0000000000d1",
  name: "an operator",
  role: "operator",
  locale: "en",
  theme: "system",
};

function Changing(): ReactNode {
  const [revision, setRevision] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setRevision(revision + 1)}>
        {`picture ${revision}`}
      </button>
      <TopologyPanel topology={{ ...calm, revision }} selection={selection} onClose={nothing} />
    </>
  );
}

function In({ locale, children }: { readonly locale: "en" | "zh"; readonly children: ReactNode }): ReactNode {
  return (
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <AppRouterContext value={router}>
        <PrincipalProvider principal={principal}>
          <Providers>{children}</Providers>
        </PrincipalProvider>
      </AppRouterContext>
    </NextIntlClientProvider>
  );
}

createRoot(document.body.appendChild(document.createElement("main"))).render(
  <>
    <In locale="en">
      <Changing />
    </In>
    <In locale="zh">
      <MemberHistory clusterId={calm.clusterId} memberId={calm.clusterId} name="db9" />
    </In>
  </>,
);
