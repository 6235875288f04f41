import { isPluginLabel } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { planAddressLabel } from "../vip";
import { judgeRemoval, type PlacedAddress, type RemovalSight } from "./judge-removal";

const own: PlacedAddress = placed({ address: "10.77.0.11", label: "eth0" });
const left = placed({ isSecondary: true });
const named = { address: "10.77.0.100", prefixLength: 24, nic: "eth0", label: "eth0:0" };

function placed(change: Partial<PlacedAddress> = {}): PlacedAddress {
  const base = { address: "10.77.0.100", prefixLength: 24, label: "eth0:0" };
  return { ...base, isSecondary: false, isPermanent: true, ...change };
}

function judge(
  addresses: readonly PlacedAddress[],
  change: Partial<RemovalSight> = {},
  what: object = {},
): string {
  const verdict = judgeRemoval({ ...named, ...what }, { addresses, promotesSecondaries: false, ...change });
  return verdict.kind === "refused" ? verdict.reason.code : verdict.kind;
}

const first = placed();
const ownBehind = { ...own, isSecondary: true };
const v6 = { address: "fd00::100", prefixLength: 64, nic: "eth0", label: null };
const placed6 = placed({ ...v6 });

type Row = readonly [title: string, verdict: string, is: string];
const rows: readonly Row[] = [
  ["one behind the host's own address", judge([own, left]), "allowed"],
  [
    "one behind it, with others behind it too",
    judge([own, left, { ...ownBehind, address: "10.77.0.12" }]),
    "allowed",
  ],
  ["one that stands before others of its network", judge([first, ownBehind]), "guard.others_along"],
  [
    "the same where the kernel promotes them",
    judge([first, ownBehind], { promotesSecondaries: true }),
    "allowed",
  ],
  ["one that stands alone in its network", judge([first, placed({ ...own, prefixLength: 16 })]), "allowed"],
  [
    "one before another of the same length and another network",
    judge([first, placed({ address: "10.78.0.12", label: "eth0:1", isSecondary: true })]),
    "allowed",
  ],
  ["one that is gone", judge([own]), "absent"],
  ["one under another label", judge([own, { ...left, label: "eth0:1" }]), "absent"],
  ["one of another prefix length", judge([own, { ...left, prefixLength: 32 }]), "absent"],
  [
    "one without an alias",
    judge([own, { ...left, label: "eth0" }], {}, { label: "eth0" }),
    "guard.not_of_plugin",
  ],
  ["one with a lifetime", judge([own, { ...left, isPermanent: false }]), "guard.not_of_plugin"],
  ["an IPv6 address", judge([own, placed6], {}, v6), "allowed"],
  [
    "an IPv6 address with a lifetime",
    judge([{ ...placed6, isPermanent: false }], {}, v6),
    "guard.not_of_plugin",
  ],
];

describe("the removal of an address that was left behind", () => {
  it.each(rows)("%s", (_title, verdict, is) => {
    expect(verdict).toBe(is);
  });

  it("names what would go along, and what to run by hand", () => {
    const verdict = judgeRemoval(
      { ...named, nic: "bond0.7", label: "bond0.7:0" },
      {
        addresses: [{ ...first, label: "bond0.7:0" }, ownBehind],
        promotesSecondaries: false,
      },
    );
    expect(verdict).toMatchObject({
      kind: "refused",
      reason: {
        params: {
          others: "10.77.0.11",
          command:
            "sysctl -w net.ipv4.conf.bond0/7.promote_secondaries=1 && ip address del 10.77.0.100/24 dev bond0.7",
        },
      },
    });
  });
});

it("no label of the agents' own addresses is one of the plugin's, and no other interface's is", () => {
  for (const label of ["eth0:0", "eth0:z", "eth0:x0"]) expect(isPluginLabel(label, "eth0"), label).toBe(true);
  const agents = ["0.0.0.0", "0.0.0.1", "10.77.0.100", "255.255.255.255"].map((one) =>
    planAddressLabel("eth0", one),
  );
  for (const label of [...agents, "eth0", "eth0:", "eth10:0", "eth0:abc", "eth0:-", "eth0:0:0"])
    expect(isPluginLabel(label, "eth0"), label).toBe(false);
});
