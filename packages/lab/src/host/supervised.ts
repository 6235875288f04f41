import { haproxyPorts, ROLE_PORT, routerPorts } from "../proxy/ports";
import type { HostKind } from "../roster";

/** A service of the lab that its host's supervisor (runit) starts again at once when it dies. */
export interface SupervisedService {
  readonly name: string;
  /** Kernel name of its processes. */
  readonly process: string;
  /** What runs in the foreground, as a shell's `exec` takes it. */
  readonly command: string;
  /** Hosts that have it. */
  readonly kinds: readonly HostKind[];
  /** TCP ports that it listens on, by which its end is seen. */
  readonly ports: readonly number[];
}

/** mysqld is not among them: its own supervisor is mysqld_safe, as on most servers. */
export const supervisedServices = [
  {
    name: "ssh",
    process: "sshd",
    command: "/usr/sbin/sshd -D",
    kinds: ["database", "proxy", "client"],
    ports: [22],
  },
  {
    name: "lab-role",
    process: "lab-role",
    command: "chpst -u nobody /usr/local/sbin/lab-role",
    kinds: ["database"],
    ports: [ROLE_PORT],
  },
  {
    name: "mysqlrouter",
    process: "mysqlrouter",
    command: "mysqlrouter --config /etc/mysqlrouter/mysqlrouter.conf",
    kinds: ["proxy"],
    ports: Object.values(routerPorts),
  },
  {
    name: "haproxy",
    process: "haproxy",
    command: "haproxy -db -f /etc/haproxy/haproxy.cfg",
    kinds: ["proxy"],
    ports: Object.values(haproxyPorts),
  },
  {
    name: "keepalived",
    process: "keepalived",
    command: "keepalived --dont-fork --use-file /etc/keepalived/keepalived.conf",
    kinds: ["proxy"],
    ports: [],
  },
] as const satisfies readonly SupervisedService[];

/** Name of a supervised service. */
export type ServiceName = (typeof supervisedServices)[number]["name"];

/** The supervised services of a host of that kind. */
export function listSupervised(kind: HostKind): SupervisedService[] {
  return supervisedServices.filter((one) => one.kinds.some((other) => other === kind));
}
