import { catalog } from "../message/catalog/catalog";

/** What HAProxy with Keepalived says beside what all proxies do. */
export const haproxyMessages = catalog(
  {
    "check.haproxy_file.title": "{path} of {host} may be replaced",
  },
  {
    "check.haproxy_file.title": "{host} 上的 {path} 可以替换",
  },
);
