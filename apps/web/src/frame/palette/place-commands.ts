import type { Host, Operation } from "@primacy/contract";
import type { EndpointName } from "@primacy/contract/api";
import { orderAddress } from "../../client/page-address";
import { type HostAction, isHostRun, listHostActions } from "../../features/host/host-offers";
import { type Command, type CommandSection, type CommandWord, going } from "./command";

/** Every page that belongs to no cluster, what begins on them, and the way out. */
export const placeSection: CommandSection = {
  id: "places",
  heading: { word: "navigation" },
  commands: [
    to("clusters", "listClusters", "/"),
    to("hosts", "listHosts", "/hosts"),
    to("operations", "listOperations", "/operations"),
    to("addCluster", "registerCluster", "/clusters/new"),
    to("addHosts", "createHosts", "/hosts/new"),
    to("profile", "changeProfile", "/settings"),
    to("sessions", "listSessions", "/settings/sessions"),
    to("tokens", "listTokens", "/settings/tokens"),
    to("createToken", "createToken", orderAddress("/settings/tokens", "create")),
    to("users", "listUsers", "/settings/users"),
    to("createUser", "createUser", orderAddress("/settings/users", "create")),
    to("audit", "listAudit", "/settings/audit"),
    to("retention", "setRetention", "/settings/retention"),
    { id: "signOut", word: "signOut", calls: "signOut", effect: { kind: "signOut" } },
  ],
};

function to(word: CommandWord, calls: EndpointName, href: string): Command {
  return going({ id: word, word, calls, href });
}

const hostWords: Readonly<Record<HostAction, readonly [CommandWord, EndpointName]>> = {
  test: ["testHost", "testHost"],
  edit: ["editHost", "changeHost"],
  install: ["installAgent", "installAgent"],
  upgrade: ["upgradeAgent", "upgradeAgent"],
  repair: ["repairAgent", "repairAgent"],
  enableOperator: ["enableOperator", "enableOperator"],
  disableOperator: ["disableOperator", "disableOperator"],
  forget: ["forgetCredential", "forgetHostCredential"],
  remove: ["removeAgent", "removeAgent"],
  delete: ["deleteHost", "deleteHost"],
};

/** The hosts, and everything that can be done to each. */
export function hostSection(
  hosts: readonly Pick<
    Host,
    "id" | "name" | "address" | "agentState" | "agentVersion" | "hasCredential" | "operator"
  >[],
): CommandSection {
  const commands = hosts.flatMap((host): readonly Command[] => {
    const { id, name, address } = host;
    const about = { name, hint: address };
    return [
      going({ id, word: "host", calls: "getHost", href: `/hosts/${id}`, ...about }),
      ...listHostActions(host).map((action): Command => {
        const [word, calls] = hostWords[action];
        const own = { id: `${id}/${action}`, word, calls, ...about };
        return isHostRun(action)
          ? { ...own, effect: { kind: "host", action, hostId: id } }
          : going({ ...own, href: orderAddress(`/hosts/${id}`, action, { host: id }) });
      }),
    ];
  });
  return { id: "hosts", heading: { word: "hosts" }, commands };
}

/** What runs now: on its page it can be followed, and cancelled. `title` says what it is. */
export function operationSection(
  running: readonly Pick<Operation, "id" | "clusterName" | "hostName">[],
  title: (id: string) => string,
): CommandSection {
  return {
    id: "operations",
    heading: { word: "operations" },
    commands: running.map(({ id, clusterName, hostName }) => {
      const hint = clusterName ?? hostName;
      return going({
        id,
        word: "operation",
        name: title(id),
        calls: "getOperation",
        href: `/operations/${id}`,
        ...(hint === null ? {} : { hint }),
      });
    }),
  };
}
