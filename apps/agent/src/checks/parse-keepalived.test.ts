import { expect, test } from "vitest";
import { findKeepalivedInclude, parseKeepalived } from "./parse-keepalived";

const of = (...lines: string[]): string =>
  ["vrrp_instance VI_1 {", "  virtual_ipaddress {", ...lines, "  }", "}"].join("\n");

const braced = ["$", "{VIP}"].join("");

test.each([
  [
    "an address with its prefix length and options",
    of("    10.0.0.100/24 dev eth0 label eth0:v"),
    ["10.0.0.100"],
  ],
  ["several addresses", of("10.0.0.100", "10.0.0.101/32"), ["10.0.0.100", "10.0.0.101"]],
  ["a block on one line", "virtual_ipaddress { 10.0.0.100 }", ["10.0.0.100"]],
  ["a block that VRRP does not announce", "virtual_ipaddress_excluded {\n10.0.0.100\n}", ["10.0.0.100"]],
  ["a line for one host", of("@low 10.0.0.100/24"), ["10.0.0.100"]],
  ["the same address twice", of("10.0.0.100", "10.0.0.100"), ["10.0.0.100"]],
  ["a defined name", `$VIP = 10.0.0.100/24\n${of(`${braced} dev eth0`)}`, ["10.0.0.100"]],
  ["a defined name without braces", `$VIP=10.0.0.100\n${of("$VIP")}`, ["10.0.0.100"]],
  ["an address behind a name that nothing defines", of(braced, "10.0.0.100"), ["10.0.0.100"]],
  [
    "a comment behind an address",
    of("10.0.0.100 # the VIP", "10.0.0.101 ! too"),
    ["10.0.0.100", "10.0.0.101"],
  ],
  ["a mark within quotes", `notify "/bin/say #1!"\n${of("10.0.0.100")}`, ["10.0.0.100"]],
  ["no address in a comment", of("# 10.0.0.100", "  ! 10.0.0.101", "10.0.0.102"), ["10.0.0.102"]],
  ["no block in a comment", "# virtual_ipaddress {\n# 10.0.0.100\n# }", []],
  ["no block that a comment's brace ends", of("# }", "10.0.0.100"), ["10.0.0.100"]],
  ["no broadcast address", of("10.0.0.100/24 brd 10.0.0.255"), ["10.0.0.100"]],
  ["no address that nothing moves", "virtual_server 10.0.0.100 80 {\n real_server 10.0.0.1 80 {\n}\n}", []],
  ["an IPv6 address", of("2001:DB8:0::100/64 dev eth0"), ["2001:db8::100"]],
  ["no name that looks like one", of("face dev eth0"), []],
])("%s", (_name, text, addresses) => {
  expect(parseKeepalived(text)).toEqual(addresses);
});

test.each([
  ["include conf.d/*.conf", "conf.d/*.conf"],
  ["  include /etc/keepalived/vips.conf # ours", "/etc/keepalived/vips.conf"],
  ['include "conf.d/a.conf"', "conf.d/a.conf"],
  ["includer conf.d/*.conf", "conf.d/*.conf"],
  ["@low include low.conf", "low.conf"],
  ["# include conf.d/*.conf", null],
  ["includes_nothing x", null],
  ["vrrp_instance include {", null],
])("the files that '%s' includes", (line, pattern) => {
  expect(findKeepalivedInclude(line)).toBe(pattern);
});
