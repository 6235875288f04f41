import type { MysqlStatus } from "@primacy/contract/agent";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminPort, agentAccount, getDatabaseName, useAgentLab } from "../testing/agent-lab";
import { waitFor } from "../testing/wait-for";
import { ServerWatch } from "./server-watch";

const getLab = useAgentLab();
const rolePollMs = 50;

async function setExpelTimeout(seconds: number): Promise<void> {
  const text = `SET GLOBAL group_replication_member_expel_timeout = ${seconds}`;
  await Promise.all(getLab().databases.map((host) => getLab().sql(host, text)));
}

/** The times from each status to the next one, the shortest first. */
function gapsOf(read: readonly MysqlStatus[]): number[] {
  const times = read.flatMap(({ observedMonotonicMs }) => observedMonotonicMs ?? []);
  return times
    .slice(1)
    .map((atMs, index) => atMs - (times[index] ?? atMs))
    .sort((one, other) => one - other);
}

describe("server watch", () => {
  const seen: MysqlStatus[] = [];
  let watch: ServerWatch;

  beforeEach(async () => {
    seen.length = 0;
    watch = new ServerWatch({ role: () => undefined, status: (status) => seen.push(status) });
    const host = await getLab().getPrimary();
    watch.configure({ host: host.address, port: adminPort, ...agentAccount }, rolePollMs);
    await waitFor("a first status", 60_000, () => seen.length > 0);
  });
  afterEach(() => watch.close());
  afterAll(async () => {
    await getLab().lab.resetGroup();
  });

  test("a status says everything that the picture shows of a member and its group", async () => {
    // What somebody else writes may be on its way at any moment.
    const status = await waitFor("a status with nothing on its way", 60_000, () =>
      seen.find((one) => one.certifyQueue === 0 && one.applyQueue === 0),
    );
    expect(status).toMatchObject({ reach: "up", error: null, memberState: "ONLINE", memberRole: "PRIMARY" });
    expect(status).toMatchObject({ isSinglePrimary: true, isSuperReadOnly: false, isOfflineMode: false });
    expect(status).toMatchObject({ certifyQueue: 0, applyQueue: 0, appliedLagMs: 0 });
    expect(status?.version).toMatch(/^\d+\.\d+/);
    expect(status?.viewId).toMatch(/^\d+:\d+$/);
    expect(status?.gtidExecuted).toMatch(/^[0-9a-f-]{36}:1/);
    expect(status?.members.map(({ state }) => state)).toEqual(["ONLINE", "ONLINE", "ONLINE"]);
    expect(status?.members.find(({ role }) => role === "PRIMARY")).toMatchObject({
      serverUuid: status?.serverUuid,
      port: 3306,
    });
  });

  test("while all members answer, the status is read once a second, however often the role is", async () => {
    const read = await waitFor("three more", 60_000, () => (seen.length >= 4 ? [...seen] : undefined));
    const elapsedMs = (read[3]?.observedMonotonicMs ?? 0) - (read[0]?.observedMonotonicMs ?? 0);
    expect(elapsedMs).toBeGreaterThan(2_500);
  });

  test("a member that leaves or comes back is told of at once, not with the next status that is due", async () => {
    const leaving = await getLab().getSecondary();
    const shows = (count: number): Promise<unknown> =>
      waitFor(
        `${count} members online`,
        60_000,
        () => seen.at(-1)?.members.filter(({ state }) => state === "ONLINE").length === count,
      );
    await getLab().sql(leaving, "STOP GROUP_REPLICATION");
    await shows(2);
    await getLab().sql(leaving, "START GROUP_REPLICATION");
    await shows(3);
    // Leaving, recovering, online: that all three fell on the second that was due anyway is left out of account.
    expect(gapsOf(seen)[0]).toBeLessThan(900);
  });

  test("whoever hears that the server may be gone makes it look at once, however rarely it looks", async () => {
    const { length } = seen;
    // Nothing is looked at in this time by itself.
    watch.setRolePoll(60_000);
    await waitFor("the turn that was due before", 60_000, () => seen.length > length);
    const settled = seen.length;
    watch.lookNow();
    await waitFor("another status", 60_000, () => seen.length > settled);
  });

  test("while a member is unreachable, role and status are read often, however rarely the role was before", async () => {
    watch.setRolePoll(500);
    const silent = getDatabaseName(await getLab().getSecondary());
    // Without it the group may expel the member in the moment in which it shows it as unreachable.
    await setExpelTimeout(5);
    await getLab().lab.fault.freezeProcess(silent, "mysqld");
    try {
      const isUneasy = ({ members }: MysqlStatus): boolean =>
        members.some(({ state }) => state === "UNREACHABLE");
      const read = await waitFor("ten that show it", 60_000, () => {
        const uneasy = seen.filter(isUneasy);
        return uneasy.length >= 10 ? uneasy : undefined;
      });
      // By the watch's own pace before: a slow machine slows both.
      const middleOf = (gaps: readonly number[]): number => gaps[Math.floor(gaps.length / 2)] ?? Number.NaN;
      const before = middleOf(gapsOf(seen.slice(0, seen.findIndex(isUneasy))));
      expect(middleOf(gapsOf(read))).toBeLessThan(before / 2);
    } finally {
      await getLab().lab.fault.thawProcess(silent, "mysqld");
      await setExpelTimeout(0);
    }
  });
});
