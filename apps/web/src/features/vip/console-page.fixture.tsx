import {
  type Cluster,
  message,
  type Operation,
  type OperationKind,
  type Principal,
  type Vip,
} from "@primacy/contract";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import {
  PathnameContext,
  SearchParamsContext,
} from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "../../client/providers";
import { PrincipalProvider } from "../../frame/principal-context";
import { messages } from "../../i18n/messages";

export const at = "2026-11-22T05:00:00.000Z";
export const clusterId = idOf(90);

export function idOf(n: number): string {
  return `0198f3f0-6d1e-7c3a-9f0e-${String(n).padStart(12, "0")}`;
}

/** A cluster named orders, with one member on each of these hosts. */
export function clusterOf(hosts: readonly string[]): Cluster {
  return {
    id: clusterId,
    name: "orders",
    kind: "group_replication",
    groupName: idOf(91),
    epoch: 1,
    isProduction: false,
    allowsDrills: false,
    drillObjectiveMs: 30_000,
    tone: "ok",
    summary: message("topology.summary_unknown"),
    members: hosts.map((hostName, n) => ({
      id: idOf(n),
      clusterId,
      serverUuid: idOf(n),
      address: `10.77.0.1${n}`,
      port: 3306,
      hostId: idOf(n),
      hostName,
    })),
    revision: 1,
    createdAt: at,
  };
}

/** The cluster's VIP, 10.77.0.100. */
export function vipOf(change: Pick<Vip, "enabled"> & Partial<Vip>): Vip {
  return {
    id: idOf(92),
    clusterId,
    provider: "agent",
    kind: "write",
    address: "10.77.0.100",
    prefixLength: 24,
    port: 3306,
    nics: {},
    onRelease: "cut",
    revision: 1,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

/** An operation on the cluster that succeeded, with the id of this number. */
export function operationOf(n: number, kind: OperationKind, change: Partial<Operation>): Operation {
  return {
    id: idOf(n),
    kind,
    state: "succeeded",
    clusterId,
    clusterName: "orders",
    hostId: null,
    hostName: null,
    title: message("step.waiting"),
    requestedBy: "an operator",
    isCancelRequested: false,
    steps: [],
    result: null,
    problem: null,
    createdAt: at,
    startedAt: at,
    finishedAt: at,
    revision: 1,
    ...change,
  };
}

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

/**
 * Shows something as an operator sees it, in Chinese with `zh` in the fragment, in front of a console that answers so, by what
 * was asked, its body and its query.
 * The fragment is what stands behind the question mark of the page's address, too.
 * What was asked of it besides reading stands in a list for a test to read.
 */
export function showBeforeConsole(
  answer: (
    method: string,
    path: string,
    text: string,
    query: Readonly<Record<string, string>>,
  ) => { readonly status: number; readonly body: object },
  children: ReactNode,
  role: Principal["role"] = "operator",
): void {
  const main = document.body.appendChild(document.createElement("main"));
  const asked = document.body.appendChild(document.createElement("ol"));
  asked.setAttribute("aria-label", "asked");
  asked.hidden = true;
  globalThis.fetch = async (url, init) => {
    const { pathname: path, searchParams } = new URL(String(url), "http://console.test");
    const method = init?.method ?? "GET";
    const text = String(init?.body ?? "");
    if (method !== "GET")
      asked.appendChild(document.createElement("li")).textContent = `${method} ${path} ${text}`;
    const { status, body } = answer(method, path, text, Object.fromEntries(searchParams));
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  };
  const locale = location.hash.includes("zh") ? "zh" : "en";
  const principal: Principal = {
    kind: "session",
    id: idOf(95),
    name: "an operator",
    role,
    locale,
    theme: "system",
  };
  createRoot(main).render(
    <NextIntlClientProvider locale={locale} messages={messages[locale]} timeZone="UTC">
      <AppRouterContext value={router}>
        <PathnameContext value="/">
          <SearchParamsContext value={new URLSearchParams(location.hash.slice(1))}>
            <PrincipalProvider principal={principal}>
              <Providers>{children}</Providers>
            </PrincipalProvider>
          </SearchParamsContext>
        </PathnameContext>
      </AppRouterContext>
    </NextIntlClientProvider>,
  );
}
