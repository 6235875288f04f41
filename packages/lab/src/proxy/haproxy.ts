import { controlService } from "@primacy/host-acts";
import type { LabHost } from "../host/lab-host";
import { enableService, installScript } from "../host/service";
import type { LabNames } from "../lab-names";
import { waitForGreeting } from "../observe/greeting";
import { waitFor } from "../process/wait-for";
import { haproxyPorts, ROLE_PORT } from "./ports";

/** Starts the role check of a running database host. Safe to repeat. */
export async function ensureRoleCheck(host: LabHost, signal?: AbortSignal): Promise<void> {
  await installScript(host, "lab-role", "/usr/local/sbin/lab-role");
  await enableService(host, "lab-role", 30);
  await controlService(host, "lab-role", "start", { signal });
}

/** Configures and starts HAProxy and Keepalived on a running proxy; waits until HAProxy's write port leads to a
 * server. Safe to repeat. */
export async function ensureHaproxy(
  names: LabNames,
  proxy: LabHost,
  databases: readonly LabHost[],
  signal?: AbortSignal,
): Promise<void> {
  await proxy.writeFile("/etc/haproxy/haproxy.cfg", planHaproxyConfig(databases));
  await proxy.writeFile("/etc/keepalived/keepalived.conf", planKeepalivedConfig(names, proxy));
  await enableService(proxy, "haproxy", 50);
  await enableService(proxy, "keepalived", 60);
  await controlService(proxy, "haproxy", "start", { signal });
  await waitForGreeting(proxy.address, haproxyPorts.write, signal);
  await controlService(proxy, "keepalived", "start", { signal });
}

/** Waits until one of the proxies holds the floating address of Keepalived. Throws LabError `not_observed`. */
export async function waitForProxyVip(
  names: LabNames,
  proxies: readonly LabHost[],
  signal?: AbortSignal,
): Promise<void> {
  await waitFor(
    `a proxy to hold ${names.proxyVip}`,
    async () => {
      for (const proxy of proxies) {
        const held = await proxy.exec(["ip", "-brief", "address", "show", "to", names.proxyVip], { signal });
        if (held.stdout.trim() !== "") return true;
      }
      return undefined;
    },
    { timeoutMs: 60_000, intervalMs: 200, signal },
  );
}

/** A server counts as gone after two failed checks half a second apart, and its sessions are cut then. */
function planHaproxyConfig(databases: readonly LabHost[]): string {
  const servers = databases.map((host) => `    server ${host.name} ${host.address}:3306 check`).join("\n");
  const listen = (name: string, port: number, role: string): string => `
listen ${name}
    bind *:${port}
    option httpchk GET /${role}
    http-check expect status 200
    default-server port ${ROLE_PORT} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`;
  return `global
    maxconn 1000
    stats socket /run/haproxy.sock mode 600 level admin

defaults
    mode tcp
    timeout connect 2s
    timeout check 1s
    timeout client 1h
    timeout server 1h
${listen("mysql-write", haproxyPorts.write, "primary")}${listen("mysql-read", haproxyPorts.read, "secondary")}`;
}

function planKeepalivedConfig(names: LabNames, proxy: LabHost): string {
  return `global_defs {
    router_id ${proxy.name}
    script_user root
    enable_script_security
}

vrrp_script haproxy {
    script "/usr/bin/pidof -q haproxy"
    interval 1
    fall 2
    rise 1
}

vrrp_instance lab {
    state BACKUP
    interface eth0
    virtual_router_id 51
    priority ${proxy.name === "px1" ? 110 : 100}
    advert_int 1
    virtual_ipaddress {
        ${names.proxyVip}/${names.prefixLength} dev eth0
    }
    track_script {
        haproxy
    }
}
`;
}
