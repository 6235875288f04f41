import type { TopologyHost } from "@primacy/contract";
import { awaitSuccess } from "../console/operations";
import { LabError } from "../errors";
import { observeGroup } from "../mysql/group";
import { runRootSql } from "../mysql/root-sql";
import type { AddressWatch } from "../observe/address-watch";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, databaseNames } from "../roster";
import { findNextPrimary, type MeasureSetting, memberOn } from "./setting";
import type { Sentence, Sign } from "./topology-views";

/** A change of the group: when it was so at the latest, from which on it may be seen, and how it is told. */
export interface GroupChange {
  readonly name: "address" | "role" | "left" | "killed";
  /** As `monotonicMs`. Never later than the change, so that no figure is too good. */
  readonly atMs: number;
  /** What was ordered before this instant is not meant. */
  readonly orderedMs: number;
  readonly sign: Sign;
}

/** Moves the primary by the API: the address follows it. Returns when both have happened. */
export async function movePrimary(
  setting: MeasureSetting,
  watch: AddressWatch,
): Promise<readonly GroupChange[]> {
  const to = await findNextPrimary(setting);
  const { id } = memberOn(setting, to);
  const becamePrimary = await followMember(setting, to, to, (role) => role === "PRIMARY");
  const orderedMs = monotonicMs();
  const { operation } = await setting.api.call("switchOver", {
    params: { id: setting.cluster.id },
    body: { memberId: id, confirm: setting.cluster.name },
  });
  await awaitSuccess(setting.api, operation.id);
  const held = watch.intervals.findLast((one) => one.host === to);
  if (held === undefined) throw new LabError("not_observed", `${to} never held the address.`);
  return [
    { name: "address", atMs: held.fromMs, orderedMs, sign: signOfHolder(setting, to) },
    {
      name: "role",
      atMs: await becamePrimary.notYetMs,
      orderedMs,
      sign: signOfHost(
        to,
        (host) => host.members[0]?.role === "PRIMARY",
        (text) => text.includes("Database PRIMARY, ONLINE"),
      ),
    },
  ];
}

/** Has a secondary leave the group by hand. Returns when it has; `rejoin` brings it back. */
export async function leaveGroup(setting: MeasureSetting, name: DatabaseName): Promise<GroupChange> {
  // The others see it go before it has ended its own part in the group.
  const left = await Promise.all(
    databaseNames.map((by) => followMember(setting, name, by, (_role, state) => state !== "ONLINE")),
  );
  const orderedMs = monotonicMs();
  await runRootSql(setting.lab.host(name), "STOP GROUP_REPLICATION;", { timeoutMs: 60_000 });
  return {
    name: "left",
    atMs: Math.min(...(await Promise.all(left.map((one) => one.notYetMs)))),
    orderedMs,
    sign: signOfHost(
      name,
      (host) => host.members[0]?.state !== "ONLINE",
      (text) => /Database \S+, (?!ONLINE)/.test(text),
    ),
  };
}

/** Kills mysqld of a secondary for good. Returns when it is gone; `rejoin` brings it back. */
export async function killSecondary(setting: MeasureSetting, name: DatabaseName): Promise<GroupChange> {
  const { actedAtMs } = await setting.lab.fault.killMysql(name, { restart: false });
  return {
    name: "killed",
    atMs: actedAtMs,
    orderedMs: actedAtMs,
    sign: signOfHost(
      name,
      (host) => host.condition === "database_dead",
      (text) => text.includes(": Database dead."),
    ),
  };
}

/** Brings a member that left or was killed back. Returns when all servers see three ONLINE members. */
export async function rejoin(setting: MeasureSetting, name: DatabaseName, from: GroupChange): Promise<void> {
  const host = setting.lab.host(name);
  // A server that starts looks for its group by itself.
  if (from.name === "killed") await setting.lab.fault.startMysql(name);
  else await runRootSql(host, "START GROUP_REPLICATION;", { timeoutMs: 60_000 });
  await waitFor(
    `${name} to be back in the group`,
    async () => {
      const views = await Promise.all(databaseNames.map((one) => observeGroup(setting.lab.host(one))));
      const isWhole = (view: (typeof views)[number]): boolean =>
        view.length === databaseNames.length && view.every((member) => member.state === "ONLINE");
      return views.every(isWhole) ? true : undefined;
    },
    { timeoutMs: 120_000, intervalMs: 200 },
  );
}

/** A member that is asked for until it has changed. */
interface Followed {
  /** The end of the last answer before the change. Rejects with LabError `not_observed` after 60 s. */
  readonly notYetMs: Promise<number>;
}

/**
 * Asks the server of `by` again and again what it says of the member on `name` until that is what is meant. Returns once it
 * has said something else: the change is to come. Throws LabError `not_observed` where it has come already.
 */
async function followMember(
  { lab }: MeasureSetting,
  name: DatabaseName,
  by: DatabaseName,
  isMeant: (role: string, state: string) => boolean,
): Promise<Followed> {
  const connection = await lab.mysql(by, { port: 33062 });
  const look = async (): Promise<boolean> => {
    const [rows] = await connection.query(
      "SELECT member_role AS role, member_state AS state FROM performance_schema.replication_group_members WHERE member_host = ?",
      [lab.host(name).address],
    );
    const [row] = Array.isArray(rows) ? rows : [];
    const said = { role: "", state: "", ...row };
    return isMeant(String(said.role), String(said.state));
  };
  let notYetMs = 0;
  const follow = async (): Promise<number> => {
    try {
      await waitFor(
        `${name} to change as ${by} sees it`,
        async () => {
          if (await look()) return true;
          notYetMs = monotonicMs();
          return undefined;
        },
        { timeoutMs: 60_000, intervalMs: 5 },
      );
      return notYetMs;
    } finally {
      connection.destroy();
    }
  };
  if (await look()) {
    connection.destroy();
    throw new LabError("not_observed", `${name} is already what it was to become, as ${by} sees it.`);
  }
  notYetMs = monotonicMs();
  const ended = follow();
  // Whoever ordered the change may fail before it is waited for.
  ended.catch(() => undefined);
  return { notYetMs: ended };
}

function signOfHolder(setting: MeasureSetting, name: DatabaseName): Sign {
  const hostId = setting.hosts.find((host) => host.name === name)?.id;
  return {
    inTopology: ({ vips }) =>
      vips.find((vip) => vip.address === setting.vipAddress)?.kernelHostIds[0] === hostId,
    inSentence: ({ about, host }) => about === "holder" && host === name,
  };
}

function signOfHost(
  name: DatabaseName,
  inTopology: (host: TopologyHost) => boolean,
  inText: (text: string) => boolean,
): Sign {
  return {
    inTopology: ({ hosts }) => hosts.some((host) => host.name === name && inTopology(host)),
    inSentence: ({ about, host, text }: Sentence) => about === "card" && host === name && inText(text),
  };
}
