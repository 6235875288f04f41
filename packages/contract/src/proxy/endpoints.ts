import { z } from "zod";
import { endpoint } from "../api/endpoint";
import type { StartEndpoint } from "../api/start-endpoint";
import { Id, PlainText } from "../primitives/scalar";
import { AddressMigration, MigrationOrder, MigrationQuestion } from "./migration";
import { ClusterProxy, ProxyOrder, ProxyQuestion, ProxyUse, VirtualRouterId } from "./proxy";

const params = z.strictObject({ id: Id });
const ofProxy = z.strictObject({ id: Id, proxyId: Id });
const tag = "proxies";

/** The calls for proxies, and for addresses that go between Keepalived and a VIP. */
export function proxyEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    listProxies: endpoint("get", "/clusters/{id}/proxies", {
      access: "viewer",
      tag,
      summary: "The proxies that this console has set up for a cluster",
      params,
      answer: z.object({
        items: z.array(ClusterProxy),
        /** One that no proxy of this console has; null: all are taken. */
        freeVirtualRouterId: VirtualRouterId.nullable(),
      }),
    }),
    checkProxy: start("proxy.check", ["post", "/clusters/{id}/proxies/check"], {
      tag,
      summary: "Run the checks of a new proxy and make its plan; changes nothing",
      params,
      body: ProxyQuestion,
      refusals: ["already_exists"],
    }),
    installProxy: start("proxy.install", ["post", "/clusters/{id}/proxies"], {
      tag,
      summary:
        "Set up a proxy: configurations are verified first, and everything is undone where a step fails",
      params,
      body: ProxyOrder,
      refusals: ["already_exists", "credentials_missing"],
    }),
    lookAtProxy: start("proxy.look", ["post", "/clusters/{id}/proxies/{proxyId}/look"], {
      tag,
      summary: "Connect through every port of a proxy, and report where each leads; changes nothing",
      params: ofProxy,
    }),
    getProxyUse: endpoint("get", "/clusters/{id}/proxies/{proxyId}/use", {
      access: "viewer",
      tag,
      summary:
        "What of the console comes through a proxy: probers, benchmarks that wait, and series of drills",
      params: ofProxy,
      answer: ProxyUse,
    }),
    startProxy: start("proxy.start", ["post", "/clusters/{id}/proxies/{proxyId}/start"], {
      tag,
      summary:
        "Start the services of a proxy, and prove that it leads to the primary; undone where a step fails",
      params: ofProxy,
    }),
    stopProxy: start("proxy.stop", ["post", "/clusters/{id}/proxies/{proxyId}/stop"], {
      tag,
      summary:
        "Stop the services of a proxy, which stays as it is otherwise; undone where a step fails. Refused while a benchmark or a drill runs",
      params: ofProxy,
      body: z.strictObject({ confirm: PlainText }),
    }),
    removeProxy: start("proxy.remove", ["delete", "/clusters/{id}/proxies/{proxyId}"], {
      tag,
      summary: "Stop the services of a proxy and put back the configurations from before",
      params: ofProxy,
      body: z.strictObject({ confirm: PlainText }),
    }),
    listMigrations: endpoint("get", "/clusters/{id}/migrations", {
      access: "viewer",
      tag,
      summary: "The addresses of a cluster that went from Keepalived to a VIP, and can go back",
      params,
      answer: z.object({ items: z.array(AddressMigration) }),
    }),
    checkMigration: start("migration.check", ["post", "/clusters/{id}/migrations/check"], {
      tag,
      summary:
        "Run the checks of a migration between Keepalived and a VIP and make its plan; changes nothing",
      params,
      body: MigrationQuestion,
      refusals: ["already_exists"],
    }),
    migrateAddress: start("migration.run", ["post", "/clusters/{id}/migrations"], {
      tag,
      summary:
        "Move an address from Keepalived to a VIP or back, and measure how long no write came through; undone where a step fails",
      params,
      body: MigrationOrder,
      refusals: ["already_exists"],
    }),
  };
}
