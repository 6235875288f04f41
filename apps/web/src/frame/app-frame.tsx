"use client";

import type { Principal } from "@primacy/contract";
import { AppShell, BrandMark, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useConsoleStream } from "../client/stream";
import { DrillStrip } from "../features/drill/lever/drill-strip";
import { OperationDrawer } from "../features/operation/operation-drawer";
import { Account } from "./account";
import { ClusterSentence } from "./cluster-sentence";
import { Jump } from "./jump";
import { Navigation } from "./navigation";
import { PreferenceSwitches } from "./preference-switches";
import { PrincipalProvider } from "./principal-context";

const lostAfterMs = 3_000;

/** The frame of the console: where to go, what runs, who is signed in. It keeps the live connection. */
export function AppFrame({
  principal,
  children,
}: {
  readonly principal: Principal;
  readonly children: ReactNode;
}): ReactNode {
  const t = useTranslations("frame");
  const isLost = useLasting(useConsoleStream() !== "open", lostAfterMs);
  return (
    <PrincipalProvider principal={principal}>
      <AppShell
        brand={<BrandMark name="Primacy" />}
        navigation={<Navigation />}
        navigationLabel={t("navigation")}
        railFooter={
          <div className="flex flex-col gap-3">
            <PreferenceSwitches theme={principal.theme} isSignedIn />
            <Account />
          </div>
        }
        header={
          <>
            <ClusterSentence />
            <Jump />
          </>
        }
        strip={<DrillStrip />}
        drawer={<OperationDrawer />}
      >
        {isLost ? <Notice tone="warning" title={t("connectionLost")} className="mb-4" /> : null}
        {children}
      </AppShell>
    </PrincipalProvider>
  );
}

/** True once `condition` has held for `lastingMs` without a break, so that a blip says nothing. */
function useLasting(condition: boolean, lastingMs: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) {
      setLasting(false);
      return;
    }
    const timer = setTimeout(() => setLasting(true), lastingMs);
    return () => clearTimeout(timer);
  }, [condition, lastingMs]);
  return isLasting;
}
