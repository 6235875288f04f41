import type { ServerCounters, SharedWork } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accountUsers } from "../cluster/accounts";
import { pairReadings } from "./counted-pair";
import { shareWork } from "./share-work";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

type Account = NonNullable<ServerCounters["accounts"]>[number];

const work = (user: string, count: number, totalMs = count * 2): Account => ({ user, count, totalMs });

function server(
  n: number,
  accounts: Account[] | null,
  changes: Partial<ServerCounters> = {},
): ServerCounters {
  return {
    memberId: id(n),
    isPrimary: n === 1,
    ...{ askedAt: 2_000, startedAt: 1_000, countedSince: 1_000 },
    ...{ status: {}, digests: null, accounts },
    ...changes,
  };
}

function share(before: readonly ServerCounters[], after: readonly ServerCounters[]): SharedWork | null {
  return shareWork(pairReadings({ servers: [...before] }, { servers: [...after] }, 95), "bench");
}

describe("the work on the servers during a run", () => {
  it("is the benchmark's on all members, and that of others on each, with who did most of it", () => {
    const before = [server(1, [work("app", 700), work("bench", 10)]), server(2, [work("report", 1)])];
    const after = [
      server(1, [work("app", 790), work("bench", 1_010), work("cron", 10)]),
      server(2, [work("bench", 500), work("report", 2, 9_000)]),
    ];
    expect(share(before, after)).toEqual({
      own: { count: 1_500, totalMs: 3_000 },
      foreign: [
        { memberId: id(1), user: "app", count: 100, totalMs: 200 },
        { memberId: id(2), user: "report", count: 1, totalMs: 8_998 },
      ],
    });
  });

  it("has nothing of those that watch all the time: Primacy, MySQL Router and MySQL itself", () => {
    const watching = [
      ...Object.values(accountUsers),
      ...["primacy_router_0123456789abcdef", "mysql_router1_abc", "mysql.session", "mysql.infoschema"],
    ];
    const after = watching.map((user) => work(user, 1_000_000));
    expect(share([server(1, [])], [server(1, [work("bench", 1), ...after])])?.foreign).toEqual([]);
    expect(share([server(1, [])], [server(1, [work("bench", 1), work("root", 7)])])?.foreign).toHaveLength(1);
  });

  const before = [server(1, [work("app", 50), work("bench", 10)]), server(2, [])];
  it.each<[string, readonly ServerCounters[]]>([
    ["a server did not answer", [server(1, [work("app", 60), work("bench", 99)])]],
    ["a server may not be asked", [server(1, null), server(2, [])]],
    [
      "a server began anew",
      [server(1, [work("app", 60), work("bench", 99)], { startedAt: 1_060 }), server(2, [])],
    ],
    ["a count fell", [server(1, [work("app", 49), work("bench", 99)]), server(2, [])]],
    ["an account is gone", [server(1, [work("bench", 99)]), server(2, [])]],
    [
      "it was asked too late",
      [server(1, [work("app", 60), work("bench", 99)], { askedAt: 2_096 }), server(2, [])],
    ],
    ["the servers count nothing", [server(1, [work("app", 60), work("bench", 10)]), server(2, [])]],
  ])("is unknown, and not guessed, where %s", (_title, after) => {
    expect(share(before, after)).toBeNull();
  });

  it("is never negative, and whole: what each account ran is the benchmark's, another's or a watcher's, once", () => {
    const users = ["app", "bench", "report", accountUsers.admin] as const;
    const amount = fc.record({
      user: fc.constantFrom(...users),
      earlier: fc.nat(1_000_000),
      more: fc.nat(1_000_000),
    });
    const members = fc.array(fc.uniqueArray(amount, { selector: ({ user }) => user }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(members, (all) => {
        const first = all.map((one, n) =>
          server(
            n,
            one.map(({ user, earlier }) => work(user, earlier)),
          ),
        );
        const last = all.map((one, n) =>
          server(
            n,
            one.map(({ user, earlier, more }) => work(user, earlier + more)),
          ),
        );
        const ran = (wanted: (user: string) => boolean): number =>
          all.flat().reduce((sum, { user, more }) => sum + (wanted(user) ? more : 0), 0);
        const found = share(first, last);
        const own = ran((user) => user === "bench");
        if (own === 0) {
          expect(found).toBeNull();
          return;
        }
        expect(found?.own).toEqual({ count: own, totalMs: own * 2 });
        const foreign = (found?.foreign ?? []).reduce((sum, { count }) => sum + count, 0);
        expect(foreign).toBe(ran((user) => user === "app" || user === "report"));
        expect(found?.foreign.every(({ count, totalMs }) => count > 0 && totalMs > 0)).toBe(true);
      }),
    );
  });
});
