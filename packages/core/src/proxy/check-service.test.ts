import { message } from "@primacy/contract";
import { expect, it } from "vitest";
import { checkProxyHosts, checkServiceFiles } from "./check-service";
import { headerOf } from "./haproxy/header";

const id = (last: number): string => `0198f3f0-6d1e-7c3a-9f0e-${String(last).padStart(12, "0")}`;

it("nothing is ordered where the host operator of one host cannot act", () => {
  const sight = { hostId: id(1), name: "px1", operator: "running", programs: null, busyPorts: null } as const;
  const other = { ...sight, hostId: id(2), name: "px2" };
  expect(checkProxyHosts([sight, other]).hasFailures).toBe(false);
  const { checks, hasFailures } = checkProxyHosts([sight, { ...other, operator: "off" }]);
  expect(hasFailures).toBe(true);
  expect(checks.map(({ result, hostName }) => [hostName, result])).toEqual([
    ["px1", "pass"],
    ["px2", "fail"],
  ]);
});

it("nothing is ordered where one file is not what Primacy wrote for this proxy, and each such file is named", () => {
  const own = `${headerOf(id(9))}defaults\n`;
  const [px1, px2] = [
    { hostId: id(1), name: "px1" },
    { hostId: id(2), name: "px2" },
  ];
  const all = [
    { ...px1, service: "haproxy", text: own },
    { ...px1, service: "keepalived", text: own },
    { ...px2, service: "mysqlrouter", text: `# Written by Primacy for its MySQL Router ${id(9)}. It\n` },
  ] as const;
  expect(checkServiceFiles({ id: id(9) }, all)).toMatchObject({ hasFailures: false });
  const { checks, hasFailures } = checkServiceFiles({ id: id(9) }, [
    ...all,
    { ...px2, service: "haproxy", text: headerOf(id(8)) },
    { ...px1, service: "keepalived", text: null },
    { ...px2, service: "keepalived", text: { reason: message("why.connection_refused") } },
  ]);
  expect(hasFailures).toBe(true);
  expect(checks.filter(({ result }) => result === "fail").map(({ evidence }) => evidence.text)).toEqual([
    "/etc/haproxy/haproxy.cfg of px2 is not what Primacy wrote for this proxy. HAProxy is left as it is.",
    "px1 has no /etc/keepalived/keepalived.conf, which Primacy wrote for this proxy. Keepalived is left as it is.",
    expect.stringMatching(/^\/etc\/keepalived\/keepalived\.conf of px2 cannot be read: .+\.$/),
  ]);
});
