import { defaultAgentPort, installLayout } from "@primacy/contract/agent";
import type { Connection } from "mysql2/promise";
import { cutPort, flushRules, restorePorts } from "../fault/address-faults";
import { freezeAgent, killAgent, stopAgent } from "../fault/agent-faults";
import { endBusy, keepBusy, requireServer } from "../fault/host-acts";
import { flapLink, restoreConnections, useUpConnections } from "../fault/load-faults";
import type { Lab } from "../lab";
import { GROUP_PORT } from "../mysql/mysql-config";
import { type DatabaseName, proxyNames } from "../roster";
import {
  deleteAddress,
  flushAddresses,
  placeConflictingHost,
  placeConflictingHostFirst,
  setInterfaceDown,
} from "./inject-address";
import { killWhileMoving, restartAgent, startSecondAgent, useUpFiles } from "./inject-agent";
import {
  lockAgentAccount,
  lockProbeTable,
  rebuildTable,
  switchTo,
  switchWhileOpen,
  writeLargeTransaction,
} from "./inject-group";
import { healed, type Injector, join, type Stage } from "./stage";
import { loseLargePackets, losePackets, restoreLoss, stallLink } from "./wire-loss";

/** Whoever reaches a database host as a client does, directly or for others. */
const clientHosts = ["app1", ...proxyNames] as const;

const killForGood = healed(
  onServer("primary", (lab, host) => lab.fault.killMysql(host, { restart: false })),
  "mysql",
);

/** How each kind of fault is injected, by its name. Each returns when its effect has been seen from outside. */
export const injectors: Readonly<Record<string, Injector>> = {
  switchover: ({ lab }, { secondary }) => switchTo(lab, secondary),
  "switchover-while-open": (stage, { primary, secondary }) => switchWhileOpen(stage, primary, secondary),
  "stop-mysql": healed(
    onServer("primary", (lab, host) => lab.fault.stopMysql(host)),
    "mysql",
  ),
  "kill-mysql": healed(onServer("primary", (lab, host) => lab.fault.killMysql(host, { restart: true }))),
  "kill-mysql-for-good": killForGood,
  "kill-mysql-secondary": healed(
    onServer("secondary", (lab, host) => lab.fault.killMysql(host, { restart: true })),
  ),
  "freeze-mysql-short": healed(({ lab }, { primary }) => lab.fault.freezeProcess(primary, "mysqld")),
  "freeze-mysql-long": healed(({ lab }, { primary }) => lab.fault.freezeProcess(primary, "mysqld")),
  "freeze-agent": healed(({ lab }, { primary }) => freezeAgent(lab.host(primary))),
  "kill-agent": ({ lab }, { primary }) => killAgent(lab.host(primary), { restart: true }),
  "kill-agent-taking": (stage, roles) => killWhileMoving(stage, roles, roles.secondary),
  "kill-agent-releasing": (stage, roles) => killWhileMoving(stage, roles, roles.primary),
  "kill-agent-for-good": (stage, { primary }) => {
    restartAgent(stage, primary);
    return killAgent(stage.lab.host(primary), { restart: false });
  },
  "peer-agent-gone": async (stage, { secondary, other }) => {
    restartAgent(stage, secondary);
    const stopped = await stopAgent(stage.lab.host(secondary));
    return join(stopped, await switchTo(stage.lab, other));
  },
  "peer-agent-gone-killed": async (stage, roles) => {
    // It is back only when all else is healed: until then its host has no agent.
    restartAgent(stage, roles.secondary);
    const stopped = await stopAgent(stage.lab.host(roles.secondary));
    return join(stopped, await killForGood(stage, roles));
  },
  "freeze-host": healed(({ lab }, { primary }) => lab.fault.freezeHost(primary)),
  "freeze-host-secondary": healed(({ lab }, { secondary }) => lab.fault.freezeHost(secondary)),
  isolate: healed(({ lab }, { primary }) => lab.fault.isolate(primary)),
  "isolate-secondary": healed(({ lab }, { secondary }) => lab.fault.isolate(secondary)),
  "isolate-both-secondaries": healed(async ({ lab }, { secondary, other }) => {
    const [one, two] = await Promise.all([lab.fault.isolate(secondary), lab.fault.isolate(other)]);
    return join(one, two);
  }),
  "cut-out": healed(({ lab }, { primary, secondary, other }) =>
    lab.fault.cut({ from: [primary], to: [secondary, other, ...clientHosts], oneWay: true }),
  ),
  "cut-in": healed(({ lab }, { primary, secondary, other }) =>
    lab.fault.cut({ from: [secondary, other, ...clientHosts], to: [primary], oneWay: true }),
  ),
  "cut-one-peer": healed(({ lab }, { primary, secondary }) =>
    lab.fault.cut({ from: [primary], to: [secondary] }),
  ),
  "cut-agent-port": async (stage, { secondary }) => {
    const cut = await withoutPort(stage, defaultAgentPort);
    return join(cut, await switchTo(stage.lab, secondary));
  },
  "cut-group-port": (stage, { primary }) => withoutPort(stage, GROUP_PORT, primary),
  "cut-mysql-port": (stage) => withoutPort(stage, 3306),
  "link-down": healed(({ lab }, { primary }) => lab.fault.linkDown(primary)),
  "link-flap": healed(({ lab }, { primary }) => flapLink(lab, lab.host(primary), { times: 10, pauseMs: 80 })),
  "packets-lost": onWire(losePackets),
  "large-packets-lost": onWire(loseLargePackets),
  "link-stalls": onWire((lab, host) => stallLink(lab, host, { times: 4, pauseMs: 800 })),
  "power-off": healed(({ lab }, { primary }) => lab.fault.powerOff(primary)),
  "power-off-secondary": healed(({ lab }, { secondary }) => lab.fault.powerOff(secondary)),
  "busy-processors": ({ lab, undo }, { primary }) => {
    undo.push(() => endBusy(lab.host(primary)));
    return keepBusy(lab.host(primary), 4);
  },
  "agent-disk-full": healed(({ lab }, { primary }) =>
    lab.fault.limitSpace(primary, installLayout.stateFolder, 4_096),
  ),
  "agent-files-used-up": ({ lab, undo }, { primary }) => useUpFiles(lab.host(primary), undo),
  "connections-used-up": ({ lab, undo }, { primary }) => {
    const taken: Connection[] = [];
    undo.push(async () => {
      for (const connection of taken) connection.destroy();
      await restoreConnections(lab, primary);
    });
    return useUpConnections(lab, primary, taken);
  },
  "probe-table-locked": (stage, { primary }) => lockProbeTable(stage, primary),
  "agent-account-locked": (stage, { primary }) => lockAgentAccount(stage, primary),
  "large-transaction": (stage, { primary, secondary }) => writeLargeTransaction(stage, primary, secondary),
  "table-rebuilt": ({ lab }, { primary, secondary }) => rebuildTable(lab, primary, secondary),
  "address-deleted": deleteAddress,
  "addresses-flushed": (stage, { primary }) => flushAddresses(stage, primary),
  "interface-down": (stage, { primary }) => setInterfaceDown(stage, primary),
  "rules-flushed": ({ lab }, { primary }) => flushRules(lab.host(primary)),
  "stranger-beside": (stage) => placeConflictingHost(stage, { isMute: false }),
  "stranger-first": placeConflictingHostFirst,
  "stranger-mute": (stage) => placeConflictingHost(stage, { isMute: true }),
  "second-agent": (stage, { primary }) => startSecondAgent(stage.lab.host(primary), stage),
};

/** A fault that needs a running server to strike. */
function onServer(
  who: "primary" | "secondary",
  inject: (lab: Lab, host: DatabaseName) => ReturnType<Injector>,
): Injector {
  return async ({ lab }, roles) => {
    await requireServer(lab.host(roles[who]));
    return inject(lab, roles[who]);
  };
}

/** A fault of the switch that loses packets of the primary's host. */
function onWire(inject: (lab: Lab, host: ReturnType<Lab["host"]>) => ReturnType<Injector>): Injector {
  return ({ lab, undo }, { primary }) => {
    undo.push(() => restoreLoss(lab));
    return inject(lab, lab.host(primary));
  };
}

function withoutPort({ lab, undo }: Stage, port: number, of?: DatabaseName): ReturnType<Injector> {
  undo.push(() => restorePorts(lab));
  return cutPort(lab, port, of);
}
