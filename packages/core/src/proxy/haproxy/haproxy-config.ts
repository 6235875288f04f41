import { familyOf, type ProxyTimings, withPort } from "@primacy/contract";
import { roleCheckCluster, roleCheckPaths } from "@primacy/contract/agent";
import { headerOf } from "./header";

/** A member's server, and where the agent of its host is asked for its role. */
export interface ProxiedServer {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly checkAddress: string;
}

/** All that HAProxy's configuration says; it is the same on every host of a proxy. */
export interface HaproxyPlan {
  readonly proxyId: string;
  readonly clusterId: string;
  /** What Keepalived holds: of its family decides which addresses are listened on. */
  readonly address: string;
  readonly ports: { readonly write: number; readonly read: number };
  readonly checkPort: number;
  readonly servers: readonly ProxiedServer[];
}

/**
 * Three checks half a second apart: an agent that is replaced answers again before that. `fastinter` and `downinter` are left out, so that
 * HAProxy takes `inter` for both.
 */
export const haproxyTimings = {
  haproxyInterMs: 500,
  haproxyRise: 1,
  haproxyFall: 3,
} as const satisfies ProxyTimings;
const { haproxyInterMs, haproxyRise, haproxyFall } = haproxyTimings;
const checked = `check inter ${haproxyInterMs}ms fall ${haproxyFall} rise ${haproxyRise} init-addr last,libc,none`;

/**
 * HAProxy's whole configuration: writes to the member whose agent says that it is the primary, reads in turn to those that
 * are secondaries, or to the primary while there are none. Sessions that write end as soon as their server is the primary no more.
 * It listens on every address of the host, so that it need not wait for the one that Keepalived moves.
 */
export function planHaproxyConfig(plan: HaproxyPlan): string {
  const { proxyId, clusterId, ports, checkPort, servers } = plan;
  const any = familyOf(plan.address) === 6 ? "[::]" : "*";
  const both = familyOf(plan.address) === 6 ? " v4v6" : "";
  const bind = (port: number): string => `    bind ${any}:${port}${both}`;
  const check = (path: string): string => `    option httpchk GET ${path}?${roleCheckCluster}=${clusterId}
    http-check expect status 200`;
  const names = nameServers(servers);
  const list = servers
    .map(({ address, port, checkAddress }, at) => {
      return `    server ${names[at]} ${withPort(address, port)} addr ${checkAddress} port ${checkPort}`;
    })
    .join("\n");
  return `${headerOf(proxyId)}
global
    log /dev/log local0
    user haproxy
    group haproxy

defaults
    log global
    mode tcp
    option dontlog-normal
    option clitcpka
    option srvtcpka
    option redispatch
    retries 2
    timeout connect 2s
    timeout check 1s
    timeout queue 5s
    timeout client 8h
    timeout server 8h

frontend primacy_write
${bind(ports.write)}
    default_backend primacy_primary

frontend primacy_read
${bind(ports.read)}
    use_backend primacy_primary if { nbsrv(primacy_secondaries) eq 0 }
    default_backend primacy_secondaries

backend primacy_primary
${check(roleCheckPaths.primary)}
    default-server ${checked} on-marked-down shutdown-sessions
${list}

backend primacy_secondaries
    balance roundrobin
${check(roleCheckPaths.secondary)}
    default-server ${checked}
${list}
`;
}

/** HAProxy takes letters, digits and a few signs, and each name once. */
function nameServers(servers: readonly ProxiedServer[]): readonly string[] {
  const taken = new Set<string>();
  return servers.map(({ name }) => {
    const plain = name.replaceAll(/[^A-Za-z0-9_.-]/g, "-");
    let free = plain;
    for (let count = 2; taken.has(free); count += 1) free = `${plain}-${count}`;
    taken.add(free);
    return free;
  });
}
