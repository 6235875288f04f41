/** What one root file system is made of. `recipe` rises when the hooks change, so that caches are rebuilt. */
export interface RootfsRecipe {
  readonly name: "server" | "client";
  readonly suite: string;
  readonly recipe: number;
  readonly packages: readonly string[];
}

const base = [
  "ca-certificates",
  "init-system-helpers",
  "iproute2",
  "iputils-arping",
  "iputils-ping",
  "nftables",
  "openssh-server",
  "procps",
  "runit",
  "sudo",
  "tini",
] as const;

/** MySQL 9.7 with Router is packaged in Debian sid only; the proxies share this root to build and cache one less. */
export const serverRecipe: RootfsRecipe = {
  name: "server",
  suite: "sid",
  recipe: 2,
  packages: [...base, "haproxy", "keepalived", "mysql-client", "mysql-router", "mysql-server"],
};

/** The load host runs Debian 12, because sysbench is not installable in sid on some days. */
export const clientRecipe: RootfsRecipe = {
  name: "client",
  suite: "bookworm",
  recipe: 1,
  packages: [...base, "default-mysql-client", "sysbench"],
};
