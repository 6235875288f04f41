import { describe, expect, it } from "vitest";
import { parkText, unparkText } from "./park-text";
import { readKeepalived } from "./read-keepalived";

const address = "10.9.0.100";

/** As people have it: a label, a check with a weight, multicast source and unicast peers, comments in two scripts. */
const plain = `! Configuration File

global_defs {
   notification_email {
     ops@example.org
   }
   router_id DB_A
   script_user root
}

vrrp_script chk_mysql {
    script "/etc/keepalived/check.sh --port 3306 # not a comment"
    interval 2
    weight -5
}

    vrrp_instance VI_1 {
        state MASTER
        interface eth0 #指定网卡
        virtual_router_id 188 #同一内网中不应有相同的
        priority 101
        advert_int 2
        authentication {
            auth_type PASS
            auth_pass secret!x
        }
        virtual_ipaddress {
            10.9.0.100/24 dev eth1 label eth1:1  #虚拟ip
        }
        track_script {
       chk_mysql
    }
    unicast_src_ip 10.9.0.11
    unicast_peer {
        10.9.0.12
        10.9.0.13 min_ttl 1
       }
    notify_master "/usr/local/bin/told.sh"
    }
`;

describe("a configuration of Keepalived that has an address alone", () => {
  it("is read with interface, peers, scripts and how often it tells of itself", () => {
    expect(readKeepalived(plain, address)).toEqual({
      kind: "sole",
      name: "VI_1",
      nic: "eth1",
      advertSeconds: 2,
      peers: ["10.9.0.12", "10.9.0.13"],
      scripts: ["/usr/local/bin/told.sh"],
    });
  });

  it.each<[string, string]>([
    ["in one line", `vrrp_instance A { interface eth0 \n virtual_ipaddress { ${address} } }`],
    [
      "with braces on lines of their own",
      `vrrp_instance A\n{\ninterface eth0\nvirtual_ipaddress\n{\n${address}\n}\n}\n`,
    ],
    [
      "with Windows' ends of lines",
      `vrrp_instance A {\r\n interface eth0\r\n virtual_ipaddress {\r\n ${address}\r\n }\r\n}\r\n`,
    ],
    ["without a last newline", `vrrp_instance A {\ninterface eth0\nvirtual_ipaddress {\n${address}/32\n}\n}`],
    [
      "as an excluded one",
      `vrrp_instance A {\ninterface eth0\nvirtual_ipaddress_excluded {\n${address}\n}\n}`,
    ],
  ])("is read however it is written: %s", (_, text) => {
    expect(readKeepalived(text, address)).toMatchObject({
      kind: "sole",
      name: "A",
      nic: "eth0",
      advertSeconds: 1,
    });
  });

  it("knows an IPv6 address in any form", () => {
    const text = "vrrp_instance A {\n interface eth0\n virtual_ipaddress {\n  FD00:0:0::0100/64\n }\n}\n";
    expect(readKeepalived(text, "fd00::100").kind).toBe("sole");
  });
});

describe("a configuration of Keepalived that has more than an address", () => {
  const instance = (name: string, ...addresses: string[]): string =>
    `vrrp_instance ${name} {\n interface eth0\n virtual_ipaddress {\n  ${addresses.join("\n  ")}\n }\n}\n`;
  it.each<[string, string, readonly string[]]>([
    ["three addresses", instance("A", "10.9.0.101", address, "10.9.0.102"), ["10.9.0.101", "10.9.0.102"]],
    ["another instance", instance("A", address) + instance("B", "10.9.0.101"), ["vrrp_instance B"]],
    [
      "a virtual server",
      `${instance("A", address)}virtual_server 10.9.0.9 80 {\n}\n`,
      ["virtual_server 10.9.0.9"],
    ],
    [
      "a group of instances",
      `vrrp_sync_group G {\n group {\n A\n }\n}\n${instance("A", address)}`,
      ["vrrp_sync_group G"],
    ],
    ["a word that nobody here knows", `${instance("A", address)}vrrp_new_thing x\n`, ["vrrp_new_thing x"]],
    [
      "an address that a MAC of its own answers for",
      `vrrp_instance A {\n use_vmac\n virtual_ipaddress {\n ${address}\n }\n}\n`,
      ["use_vmac"],
    ],
  ])("is told with what it has: %s", (_, text, others) => {
    expect(readKeepalived(text, address)).toEqual({ kind: "shared", others });
  });

  it.each<[string, string, string]>([
    ["other files", `include /etc/keepalived/conf.d/*.conf\n`, "include"],
    ["a definition", `$VIP=${address}\n${instance("A", "$VIP")}`, `$VIP=${address}`],
    ["lines for one host of several", `@db1 ${instance("A", address)}`, "@db1"],
    ["a sequence", `~SEQ(x,1,3) ${instance("A", address)}`, "~SEQ(x,1,3)"],
    ["a block without an end", `vrrp_instance A {\n virtual_ipaddress {\n ${address}\n`, "vrrp_instance A {"],
    ["an end without a block", `${instance("A", address)}}\n`, "}"],
  ])("is not guessed at where the text alone does not say: %s", (_, text, part) => {
    expect(readKeepalived(text, address)).toEqual({ kind: "unclear", part });
  });

  it.each<[string, string | null]>([
    ["no file", null],
    ["a package's own", "global_defs {\n}\n"],
    ["other addresses alone", instance("A", "10.9.0.101")],
    ["the address as a comment", `${instance("A", "10.9.0.101")}# ${address}\n! ${address}\n`],
    ["an address that begins alike", instance("A", `${address}0`)],
  ])("has nothing of the address: %s", (_, text) => {
    expect(readKeepalived(text, address)).toEqual({ kind: "none" });
  });
});

describe("a configuration that was put aside", () => {
  it.each([plain, "", "a\n", "a\r\n#~b\r\n\n", "no end"])(
    "comes back letter by letter, and serves nobody meanwhile",
    (text) => {
      const parked = parkText(address, text);
      expect(readKeepalived(parked, address)).toEqual({ kind: "none" });
      expect(unparkText(address, parked)).toBe(text);
    },
  );

  it.each<[string, string]>([
    ["a line more", `${parkText(address, plain)}\nvrrp_instance B {\n}\n`],
    ["another address", parkText("10.9.0.101", plain)],
    ["what was there before", plain],
  ])("that somebody has changed since is none: %s", (_, text) => {
    expect(unparkText(address, text)).toBeNull();
  });
});
