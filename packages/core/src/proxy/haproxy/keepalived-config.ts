import { headerOf } from "./header";

/** One host of a proxy, as the others know it. */
export interface VrrpHost {
  readonly hostId: string;
  readonly name: string;
  readonly nic: string;
  /** Its own address in the network of the one that moves. */
  readonly source: string;
}

/** All that Keepalived's configuration says of a proxy. */
export interface KeepalivedPlan {
  readonly proxyId: string;
  readonly address: string;
  readonly prefixLength: number;
  readonly virtualRouterId: number;
  /** In the order of preference. */
  readonly hosts: readonly VrrpHost[];
}

const highestPriority = 150;
const priorityStep = 10;

/**
 * Keepalived's whole configuration on one of the hosts. All begin as BACKUP and none takes the address from another that holds it:
 * it moves when its holder, or HAProxy there, is gone. They speak to each other alone, without multicast. The check runs as
 * `nobody`: as which the configuration is tried before it is in place.
 */
export function planKeepalivedConfig(plan: KeepalivedPlan, own: VrrpHost): string {
  const { proxyId, address, prefixLength, virtualRouterId, hosts } = plan;
  const rank = hosts.findIndex(({ hostId }) => hostId === own.hostId);
  const peers = hosts.filter(({ hostId }) => hostId !== own.hostId).map(({ source }) => `        ${source}`);
  return `${headerOf(proxyId)}
global_defs {
    router_id ${own.name.replaceAll(/[^A-Za-z0-9_.-]/g, "-")}
    script_user nobody
    enable_script_security
}

vrrp_script primacy_haproxy {
    script "/usr/bin/pidof haproxy"
    interval 1
    timeout 2
    fall 2
    rise 2
}

vrrp_instance primacy_${virtualRouterId} {
    state BACKUP
    nopreempt
    interface ${own.nic}
    virtual_router_id ${virtualRouterId}
    priority ${highestPriority - priorityStep * Math.max(0, rank)}
    advert_int 1
    unicast_src_ip ${own.source}
    unicast_peer {
${peers.join("\n")}
    }
    garp_master_delay 1
    garp_master_repeat 5
    garp_master_refresh 30
    virtual_ipaddress {
        ${address}/${prefixLength} dev ${own.nic}
    }
    track_script {
        primacy_haproxy
    }
}
`;
}
