import { describe, expect, it } from "vitest";
import { findInterfacesInclude, parseCib, parseInterfaces, parseVipManager } from "./parse-manager-config";

describe("the configuration of vip-manager", () => {
  it.each([
    ["a plain address", "interval: 1000\nip: 10.0.0.100\nnetmask: 24\n", ["10.0.0.100"]],
    ["a quoted one, with a comment", 'ip: "10.0.0.100" # the VIP\n', ["10.0.0.100"]],
    ["an IPv6 address", 'ip: "FD00::100"\n', ["fd00::100"]],
    ["none in a comment", "# ip: 10.0.0.100\n", []],
    ["none of another key", "dcs-endpoints:\n  - http://10.0.0.1:2379\nhosting-type: basic\n", []],
  ])("%s", (_name, text, addresses) => {
    expect(parseVipManager(text)).toEqual(addresses);
  });
});

describe("the configuration of ifupdown", () => {
  it("has ucarp's addresses, and none in a comment", () => {
    const text = "iface eth0 inet static\n  address 10.0.0.1/24\n  ucarp-vid 3\n  ucarp-vip 10.0.0.100\n";
    expect(parseInterfaces(`${text}# ucarp-vip 10.0.0.101\n`)).toEqual(["10.0.0.100"]);
  });

  it.each([
    ["source interfaces.d/*.cfg", "interfaces.d/*.cfg"],
    ["source-directory /etc/network/interfaces.d", "/etc/network/interfaces.d/*"],
    ["# source /etc/network/interfaces.d/*", null],
    ["auto eth0", null],
  ])("the files that '%s' includes", (line, pattern) => {
    expect(findInterfacesInclude(line)).toBe(pattern);
  });
});

describe("Pacemaker's CIB", () => {
  const resource = (attributes: string, ip: string): string => `
    <primitive ${attributes}>
      <instance_attributes id="vip-instance_attributes">
        <nvpair id="vip-cidr" name="cidr_netmask" value="24"/>
        <nvpair id="vip-ip" name="ip" value="${ip}"/>
      </instance_attributes>
      <operations><op id="vip-monitor" interval="10s" name="monitor"/></operations>
    </primitive>`;
  const ipaddr2 = 'class="ocf" id="vip" provider="heartbeat" type="IPaddr2"';

  it.each([
    ["an address", resource(ipaddr2, "10.0.0.100"), ["10.0.0.100"]],
    [
      "attributes in another order",
      '<primitive type="IPaddr2" id="v"><nvpair value="10.0.0.100" name="ip"/></primitive>',
      ["10.0.0.100"],
    ],
    [
      "two addresses",
      resource(ipaddr2, "10.0.0.100") + resource(ipaddr2, "10.0.0.101"),
      ["10.0.0.100", "10.0.0.101"],
    ],
    ["a resource of a template", resource('id="vip" template="address"', "10.0.0.100"), ["10.0.0.100"]],
    ["none of another kind", resource('id="f" type="fence_ipmilan"', "10.0.0.9"), []],
    [
      "none behind a resource without content",
      `<primitive type="IPaddr2" id="e"/>${resource('id="f" type="fence_ipmilan"', "10.0.0.9")}`,
      [],
    ],
    ["none in a comment", `<!--${resource(ipaddr2, "10.0.0.100")}-->`, []],
  ])("%s", (_name, text, addresses) => {
    expect(parseCib(text)).toEqual(addresses);
  });
});
