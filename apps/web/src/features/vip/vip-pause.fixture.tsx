import { type Cluster, message, type Principal, type Vip } from "@primacy/contract";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { NextIntlClientProvider } from "next-intl";
import { createRoot } from "react-dom/client";
import { Providers } from "../../client/providers";
import { PrincipalProvider } from "../../frame/principal-context";
import { en } from "../../i18n/messages/en";
import { zh } from "../../i18n/messages/zh";
import { VipActions } from "./vip-actions";

/** What may be done with a VIP that db1 holds; with `paused` in the fragment, with one that is paused there. */
const at = "2026-11-22T05:00:00.000Z";
const idOf = (n: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(n).padStart(12, "0")}`;
const clusterId = idOf(90);
const isPaused = location.hash.includes("paused");

const cluster: Cluster = {
  id: clusterId,
  name: "orders",
  kind: "group_replication",
  groupName: idOf(91),
  epoch: 1,
  tone: "ok",
  summary: message("topology.summary_unknown"),
  members: ["db1", "db2"].map((hostName, n) => ({
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

const vip: Vip = {
  id: idOf(92),
  clusterId,
  provider: "agent",
  kind: "write",
  address: "10.77.0.100",
  prefixLength: 24,
  port: 3306,
  nics: {},
  enabled: true,
  ...(isPaused ? { paused: { hostId: idOf(0), since: at } } : {}),
  revision: 1,
  createdAt: at,
  updatedAt: at,
};

const main = document.body.appendChild(document.createElement("main"));
/** What was asked of the console, for a test to read. */
const asked = document.body.appendChild(document.createElement("ol"));
asked.setAttribute("aria-label", "asked");
asked.hidden = true;

globalThis.fetch = async (url, init) => {
  const path = new URL(String(url), "http://console.test").pathname;
  const method = init?.method ?? "GET";
  if (method === "GET")
    return new Response(JSON.stringify(path.endsWith("/vips") ? { items: [vip] } : cluster), { status: 200 });
  asked.appendChild(document.createElement("li")).textContent = `${method} ${path} ${init?.body ?? ""}`;
  const problem = { type: "about:blank", title: "-", status: 503, code: "worker_absent", errors: [] };
  return new Response(JSON.stringify(problem), { status: 503 });
};

const locale = location.hash.includes("zh") ? "zh" : "en";
const principal: Principal = {
  kind: "session",
  id: idOf(95),
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

createRoot(main).render(
  <NextIntlClientProvider locale={locale} messages={locale === "zh" ? zh : en} timeZone="UTC">
    <AppRouterContext value={router}>
      <PrincipalProvider principal={principal}>
        <Providers>
          <VipActions vip={vip} holderHostId={idOf(0)} />
        </Providers>
      </PrincipalProvider>
    </AppRouterContext>
  </NextIntlClientProvider>,
);
