/** What a line or a bar stands for: one colour each, the same on every screen. */
export type SeriesKind =
  | "direct"
  | "vip"
  | "vip-read"
  | "router"
  | "haproxy"
  | "proxysql"
  | "keepalived"
  | "control";

/** Every kind in the order in which colours are given out. */
export const SERIES_KINDS = [
  "direct",
  "vip",
  "vip-read",
  "router",
  "haproxy",
  "proxysql",
  "keepalived",
  "control",
] as const satisfies readonly SeriesKind[];

/** The CSS colour of each kind. Pairs stay apart for colour-blind eyes in both themes; a test measures it. */
export const SERIES_COLORS: Readonly<Record<SeriesKind, string>> = {
  direct: "var(--series-direct)",
  vip: "var(--series-vip)",
  "vip-read": "var(--series-vip-read)",
  router: "var(--series-router)",
  haproxy: "var(--series-haproxy)",
  proxysql: "var(--series-proxysql)",
  keepalived: "var(--series-keepalived)",
  control: "var(--series-control)",
};
