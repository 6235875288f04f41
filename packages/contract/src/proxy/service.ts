import { z } from "zod";

/** A program between clients and the servers, by the name that its process and its service have. */
export const ProxyService = z.enum(["mysqlrouter", "haproxy", "keepalived"]);
export type ProxyService = z.infer<typeof ProxyService>;

/** How people call it. */
export const proxyServiceTitles: Readonly<Record<ProxyService, string>> = {
  mysqlrouter: "MySQL Router",
  haproxy: "HAProxy",
  keepalived: "Keepalived",
};
