import { canonicalAddress } from "@primacy/contract";
import { judgeFile } from "../haproxy/judge-file";
import { type KeepalivedNode, parseKeepalived } from "./parse-keepalived";

/** What Keepalived of one host does with an address that it alone has there. */
export interface SoleInstance {
  readonly name: string;
  /** Where the address is put. */
  readonly nic: string | null;
  readonly advertSeconds: number;
  /** Those that it speaks to without multicast; none: it speaks to whoever listens. */
  readonly peers: readonly string[];
  /** Scripts that Keepalived runs when the address comes or goes. */
  readonly scripts: readonly string[];
}

/**
 * What a configuration has of an address. `none`: nothing; `sole`: it serves by this address and by nothing else; `shared`: it has
 * more, or something that is more than an address; `unclear`: that cannot be told by the text.
 */
export type KeepalivedVerdict =
  | { readonly kind: "none" }
  | ({ readonly kind: "sole" } & SoleInstance)
  | { readonly kind: "shared"; readonly others: readonly string[] }
  | { readonly kind: "unclear"; readonly part: string };

/** Blocks that serve nobody by themselves; and what goes with them. */
const idle = ["global_defs", "vrrp_script", "vrrp_track_file", "track_file", "vrrp_track_process"];
/** Of an instance, what is more than its addresses: Keepalived alone does it. */
const more = ["virtual_routes", "virtual_rules", "use_vmac", "use_ipvlan"];

/** Reads what a configuration has of an address; a text of null: there is none. */
export function readKeepalived(text: string | null, address: string): KeepalivedVerdict {
  if (text === null || judgeFile("keepalived", text).kind === "idle") return { kind: "none" };
  const parsed = parseKeepalived(text);
  if (parsed.kind === "unclear") return parsed;
  const instances = parsed.nodes.filter(({ words }) => words[0] === "vrrp_instance");
  const own = instances.filter((node) => addressesOf(node).some((one) => one.address === address));
  const [sole] = own;
  if (sole === undefined) return { kind: "none" };
  const others = [
    ...parsed.nodes.filter((node) => node !== sole && !idle.includes(node.words[0] ?? "")).map(nameOf),
    ...addressesOf(sole).flatMap((one) => (one.address === address ? [] : [one.address])),
    ...(sole.children ?? []).filter(({ words }) => more.includes(words[0] ?? "")).map(nameOf),
  ];
  if (others.length > 0) return { kind: "shared", others };
  return { kind: "sole", ...describe(sole, address) };
}

function describe(node: KeepalivedNode, address: string): SoleInstance {
  const children = node.children ?? [];
  const readValue = (key: string): string | undefined =>
    children.find(({ words }) => words[0] === key)?.words[1];
  const placed = addressesOf(node).find((one) => one.address === address);
  const advert = Number(readValue("advert_int") ?? 1);
  return {
    name: node.words[1] ?? "-",
    nic: placed?.nic ?? readValue("interface") ?? null,
    advertSeconds: Number.isFinite(advert) && advert > 0 ? advert : 1,
    peers: listEntries(node, "unicast_peer").flatMap(([peer]) =>
      peer === undefined ? [] : canonicalAddress(peer),
    ),
    scripts: children.flatMap(({ words: [key = "", script] }) =>
      key.startsWith("notify") && script !== undefined ? [script] : [],
    ),
  };
}

interface PlacedAddress {
  readonly address: string;
  readonly nic: string | null;
}

/** The addresses of an instance, each with the interface that its own line names. */
function addressesOf(node: KeepalivedNode): readonly PlacedAddress[] {
  return ["virtual_ipaddress", "virtual_ipaddress_excluded"].flatMap((block) =>
    listEntries(node, block).flatMap((words) => {
      const [first = ""] = words;
      const at = words.indexOf("dev");
      return first === ""
        ? []
        : [
            {
              address: canonicalAddress(first.replace(/\/.*$/, "")),
              nic: at === -1 ? null : (words[at + 1] ?? null),
            },
          ];
    }),
  );
}

/** The lines of the blocks of a name. */
function listEntries(node: KeepalivedNode, block: string): readonly (readonly string[])[] {
  return (node.children ?? [])
    .filter(({ words }) => words[0] === block)
    .flatMap(({ children }) => (children ?? []).map(({ words }) => words));
}

function nameOf({ words }: KeepalivedNode): string {
  return words.slice(0, 2).join(" ");
}
