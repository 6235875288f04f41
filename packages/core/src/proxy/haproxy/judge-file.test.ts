import { describe, expect, it } from "vitest";
import { planHaproxyConfig } from "./haproxy-config";
import { headerOf } from "./header";
import { judgeFile } from "./judge-file";

const proxyId = "0198f3f0-6d1e-7c3a-9f0e-000000000010";

/** As a package brings it: settings, and nobody that is served. */
const packaged = `global
\tlog /dev/log\tlocal0
\tstats socket /run/haproxy/admin.sock mode 660 level admin
\tuser haproxy
\tdaemon

\t# frontend: see the manual for what a listen or backend section is
        ssl-default-bind-options ssl-min-ver TLSv1.2 no-tls-tickets

defaults
\tmode\thttp
\terrorfile 503 /etc/haproxy/errors/503.http
resolvers dns
\tnameserver a 10.0.0.1:53
`;

describe("a configuration of HAProxy", () => {
  it.each<[string, string]>([
    ["a package's own", packaged],
    ["an empty one", ""],
    ["one of comments alone", "# listen mysql\n  #backend x\n"],
  ])("that serves nobody may be replaced: %s", (_, text) => {
    expect(judgeFile("haproxy", text)).toEqual({ kind: "idle" });
  });

  it.each<[string, string, string]>([
    [
      "behind a package's text, in tabs, with a comment in its midst",
      `${packaged}\nlisten orders-db\n    bind *:3307\n    mode tcp\n#    option mysql-check user check\n    server a 10.9.0.11:3306 check\n`,
      "listen orders-db",
    ],
    [
      "of a page of statistics alone",
      "listen stats\n    bind *:8404   # the page\n    stats enable\n",
      "listen stats",
    ],
    [
      "indented, with Windows' ends of lines",
      "global\r\n\r\n   frontend  in\r\n  bind :80\r\n",
      "frontend in",
    ],
    ["that nobody leads to", "backend spare\n  server a 10.9.0.1:3306\n", "backend spare"],
    ["quoted", "'frontend' in\n  bind :80\n", "frontend in"],
    ["escaped", "front\\end in\n", "frontend in"],
    ["that starts a program", "program api\n  command /usr/sbin/api\n", "program api"],
    ["without an end of its last line", "defaults\n  mode tcp\nlisten x", "listen x"],
    [
      "of logs that it forwards",
      "log-forward syslog\n  dgram-bind :514\n  log ring@r local0\n",
      "log-forward syslog",
    ],
    ["of tables that it shares", "peers all\n  server a 10.9.0.1:1024\n", "peers all"],
  ])("that serves somebody is never replaced: %s", (_, text, section) => {
    expect(judgeFile("haproxy", text)).toEqual({ kind: "in_use", sections: [section] });
  });
});

describe("a configuration of Keepalived", () => {
  it.each<[string, string]>([
    ["an empty one", "\n"],
    [
      "with global settings alone",
      "! Configuration\nglobal_defs {\n  router_id a\n  # vrrp_instance follows\n}\n",
    ],
    ["with a check that nothing uses", 'vrrp_script chk {\n  script "/usr/bin/true"\n}\n'],
    ["whose instance is a comment", "!vrrp_instance VI_1 {\n!}\nglobal_defs { } # virtual_server\n"],
    ["with a check that watches a process", "vrrp_track_process p\n{\n  process haproxy\n}\n"],
  ])("that serves nobody may be replaced: %s", (_, text) => {
    expect(judgeFile("keepalived", text)).toEqual({ kind: "idle" });
  });

  it.each<[string, string, string]>([
    [
      "with a check that is quoted and has a comment after it",
      "global_defs {\n  script_user root\n}\nvrrp_script chk {\n  script 'killall -0 haproxy' # faster\n}\nvrrp_instance db-vip {\n  state MASTER\n}\n",
      "vrrp_instance db-vip",
    ],
    ["deeply indented", "        vrrp_instance VI_1 {\n  interface eth0 #网卡\n}\n", "vrrp_instance VI_1"],
    ["with the brace on the same word", "vrrp_instance VI_1{\n}\n", "vrrp_instance VI_1"],
    ["of one host of several", "@db1 vrrp_instance VI_1 {\n}\n", "vrrp_instance VI_1"],
    ["by a definition", "$BODY=vrrp_instance VI_2 { state BACKUP }\n$BODY\n", "vrrp_instance VI_2"],
    ["of a virtual server", "virtual_server 10.9.0.100 3306 {\n}\n", "virtual_server 10.9.0.100"],
    ["in other files", 'include "/etc/keepalived/conf.d/*.conf"\n', "include /etc/keepalived/conf.d/*.conf"],
    [
      "of addresses and routes of its own",
      "global_defs {\n}\nstatic_routes {\n 10.0.0.0/8 via 10.9.0.1\n}\n",
      "static_routes",
    ],
    ["of sessions that it watches", "bfd_instance a {\n neighbor_ip 10.9.0.2\n}\n", "bfd_instance a"],
    ["by a word that nobody here knows", "global_defs {\n}\nvrrp_new_thing x {\n}\n", "vrrp_new_thing"],
    ["by what a definition holds", "$BODY\n", "$BODY"],
    ["behind a quote with the sign of a comment", 'script "a # b" vrrp_instance X {\n', "vrrp_instance X"],
  ])("that serves somebody is never replaced: %s", (_, text, section) => {
    expect(judgeFile("keepalived", text)).toMatchObject({ kind: "in_use", sections: [section] });
  });
});

it("a file that is not there may be made", () => {
  expect(judgeFile("haproxy", null)).toEqual({ kind: "absent" });
});

it("a file of a proxy says whose it is by its first line alone", () => {
  const plan = {
    proxyId,
    clusterId: proxyId,
    address: "10.9.0.100",
    ports: { write: 3307, read: 3308 },
    checkPort: 7434,
    servers: [],
  };
  expect(judgeFile("haproxy", planHaproxyConfig(plan))).toEqual({ kind: "ours", proxyId });
  expect(judgeFile("haproxy", `listen x\n${headerOf(proxyId)}`).kind).toBe("in_use");
  expect(judgeFile("haproxy", `# Managed by Primacy, proxy x\nlisten x\n`).kind).toBe("in_use");
});
