import { HaproxyRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { planHaproxyConfig } from "./haproxy-config";
import { planKeepalivedConfig } from "./keepalived-config";
import { type HaproxyInstallation, planHaproxy, planHaproxyRemoval } from "./plan-haproxy";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;
const [proxyId, clusterId] = [id(1), id(2)];
const servers = [
  { name: "db1", address: "10.9.0.11", port: 3306, checkAddress: "10.8.0.11" },
  { name: "db 2", address: "10.9.0.12", port: 3307, checkAddress: "10.8.0.12" },
  { name: "db+2", address: "fd00::13", port: 3306, checkAddress: "fd00::13" },
];
const host = (last: number) => ({
  hostId: id(10 + last),
  name: `px${last}`,
  nic: last === 1 ? "eth0" : "ens3",
  source: `10.9.0.2${last}`,
  address: `10.8.0.2${last}`,
  programs: { haproxy: "/usr/sbin/haproxy", keepalived: "/usr/sbin/keepalived" },
});
const hosts = [host(1), host(2), host(3)];
const request = HaproxyRequest.parse({
  kind: "haproxy",
  hostIds: hosts.map(({ hostId }) => hostId),
  address: "10.9.0.100",
  prefixLength: 24,
  virtualRouterId: 60,
});
const installation: HaproxyInstallation = {
  proxyId,
  clusterId,
  clusterName: "orders",
  request,
  hosts,
  servers,
  memberHostIds: [id(21), id(22)],
  checkPortBefore: null,
};

describe("HAProxy's configuration", () => {
  const plan = { proxyId, clusterId, servers, address: "10.9.0.100", checkPort: 7434, ports: request.ports };
  const text = planHaproxyConfig(plan);
  const section = (name: string): string => text.split(/\n\n/).find((one) => one.startsWith(name)) ?? "";

  it("says on its first line whose it is", () => {
    expect(text.split("\n")[0]).toBe(`# Managed by Primacy, proxy ${proxyId}`);
  });

  it("leads writes to whom the agents call the primary, and ends sessions of one that is it no more", () => {
    expect(section("frontend primacy_write")).toContain("bind *:3307");
    const backend = section("backend primacy_primary");
    expect(backend).toContain(`option httpchk GET /primary?cluster=${clusterId}`);
    expect(backend).toContain("on-marked-down shutdown-sessions");
    expect(backend).toContain("server db1 10.9.0.11:3306 addr 10.8.0.11 port 7434");
  });

  it("leads reads to secondaries in turn, to the primary where there is none, and cuts none of them", () => {
    const frontend = section("frontend primacy_read");
    expect(frontend).toContain("use_backend primacy_primary if { nbsrv(primacy_secondaries) eq 0 }");
    const backend = section("backend primacy_secondaries");
    expect(backend).toContain(`option httpchk GET /secondary?cluster=${clusterId}`);
    expect(backend).toContain("balance roundrobin");
    expect(backend).not.toContain("on-marked-down");
  });

  it("gives each server a name that HAProxy takes, and an IPv6 address its brackets", () => {
    expect(text).toContain("server db-2 10.9.0.12:3307 addr 10.8.0.12");
    expect(text).toContain("server db-2-2 [fd00::13]:3306 addr fd00::13");
  });

  it("listens on every address of the host, of both families where the one that moves is IPv6", () => {
    expect(planHaproxyConfig({ ...plan, address: "fd00::100" })).toContain("bind [::]:3307 v4v6");
  });
});

describe("Keepalived's configuration", () => {
  const plan = { proxyId, address: "10.9.0.100", prefixLength: 24, virtualRouterId: 60, hosts };
  const texts = hosts.map((own) => planKeepalivedConfig(plan, own));

  it("begins as BACKUP on every host, takes nothing from who holds it, and prefers the hosts in their order", () => {
    for (const text of texts) expect(text).toMatch(/state BACKUP\n {4}nopreempt\n/);
    expect(texts.map((text) => /priority (\d+)/.exec(text)?.[1])).toEqual(["150", "140", "130"]);
  });

  it("speaks to the other hosts alone, from the address in their network", () => {
    expect(texts[1]).toContain("interface ens3");
    expect(texts[1]).toContain("unicast_src_ip 10.9.0.22");
    expect(texts[1]).toMatch(/unicast_peer \{\n\s+10\.9\.0\.21\n\s+10\.9\.0\.23\n\s+\}/);
  });

  it("gives the address away where HAProxy is gone, and announces it more than once where it comes", () => {
    expect(texts[0]).toContain('script "/usr/bin/pidof haproxy"');
    expect(texts[0]).toMatch(/track_script \{\n\s+primacy_haproxy/);
    expect(texts[0]).toContain("garp_master_repeat 5");
    expect(texts[0]).toContain("10.9.0.100/24 dev eth0");
  });
});

describe("the plan", () => {
  it("verifies every text before anything is replaced, starts HAProxy everywhere before any Keepalived, and proves the way before it stays", () => {
    const { steps } = planHaproxy(installation);
    expect(steps.map(({ ordinal }) => ordinal)).toEqual(steps.map((_, at) => at));
    const told = steps.map(({ code, hostName, input }) =>
      [code, hostName, "service" in input ? input.service : null].filter((one) => one !== null).join(" "),
    );
    expect(told).toEqual([
      "proxy.store",
      ...["px1", "px2", "px3"].map((name) => `haproxy.verify ${name}`),
      "haproxy.role_check",
      ...["px1", "px2", "px3"].map((name) => `haproxy.write ${name}`),
      ...["px1", "px2", "px3"].map((name) => `haproxy.serve ${name} haproxy`),
      ...["px1", "px2", "px3"].map((name) => `haproxy.serve ${name} keepalived`),
      "proxy.prove",
      "haproxy.keep",
    ]);
    expect(steps.every(({ isReversible }) => isReversible)).toBe(true);
  });

  it("of a removal takes the address away first, and leaves the checks on that another proxy needs", () => {
    const [stored] = planHaproxy(installation).steps;
    if (stored?.code !== "proxy.store" || stored.input.draft.kind !== "haproxy") throw new Error("no draft");
    const proxy = { ...stored.input.draft, createdAt: "2026-11-27T19:00:00.000Z" };
    const codes = (checkPortAfter: number | null) =>
      planHaproxyRemoval({ proxy, memberHostIds: [id(21)], checkPortAfter }).steps.map(({ code, input }) =>
        "service" in input ? `${code} ${input.service}` : code,
      );
    expect(codes(null)).toEqual([
      ...Array<string>(3).fill("haproxy.stop keepalived"),
      ...Array<string>(3).fill("haproxy.stop haproxy"),
      ...Array<string>(3).fill("haproxy.restore"),
      "haproxy.role_check",
      "proxy.forget",
    ]);
    expect(codes(7434)).not.toContain("haproxy.role_check");
  });
});
