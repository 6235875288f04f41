import type { ForeignWork, ServerCounters, SharedWork } from "@primacy/contract";
import { accountUsers } from "../cluster/accounts";
import { type CountedPair, isRestarted } from "./counted-pair";

/** Accounts of MySQL itself, which nobody signs in with. */
const internalUsers = ["mysql.session", "mysql.sys", "mysql.infoschema"];
/** Of MySQL Router, which reads its metadata with it: made by Primacy, or by Router itself. */
const routerUser = /^(?:primacy_router_|mysql_router)/;

type Work = SharedWork["own"];
type AccountWork = NonNullable<ServerCounters["accounts"]>[number];

/**
 * What the account of a benchmark ran meanwhile, and what others did beside it. Primacy's own accounts, which watch all the time, and those of Router
 * and MySQL itself are neither. Null where a server did not answer, began anew or was told to count anew, and where the servers count nothing.
 */
export function shareWork(pairs: readonly CountedPair[], account: string): SharedWork | null {
  const own = { count: 0, totalMs: 0 };
  const foreign: ForeignWork[] = [];
  for (const pair of pairs) {
    const grown = growAccounts(pair);
    if (grown === null) return null;
    for (const one of grown) if (one.user === account) add(own, one);
    const sum = sumForeign(grown.filter(({ user }) => user !== account && !isWatching(user)));
    if (sum !== null) foreign.push({ memberId: pair.memberId, ...sum });
  }
  return own.count === 0 ? null : { own, foreign };
}

function isWatching(user: string): boolean {
  return Object.values(accountUsers).includes(user) || internalUsers.includes(user) || routerUser.test(user);
}

/** What each account ran in between; null: unknown. */
function growAccounts({ before, after }: CountedPair): readonly AccountWork[] | null {
  if (before?.accounts == null || after?.accounts == null || isRestarted(before, after)) return null;
  const grown: AccountWork[] = [];
  for (const { user, count, totalMs } of after.accounts) {
    const earlier = before.accounts.find((one) => one.user === user);
    const more = count - (earlier?.count ?? 0);
    if (more < 0) return null;
    // A statement that ended while the server was asked may be in the time twice.
    grown.push({ user, count: more, totalMs: Math.max(0, totalMs - (earlier?.totalMs ?? 0)) });
  }
  // An account that is gone was counted before: somebody emptied the table.
  const isEmptied = before.accounts.some(({ user }) => !grown.some((one) => one.user === user));
  return isEmptied ? null : grown;
}

function sumForeign(accounts: readonly AccountWork[]): Omit<ForeignWork, "memberId"> | null {
  const sum = { count: 0, totalMs: 0 };
  for (const one of accounts) add(sum, one);
  const shareOf = ({ count, totalMs }: Work): number =>
    Math.max(count / Math.max(1, sum.count), totalMs / Math.max(1, sum.totalMs));
  const [most] = [...accounts].sort((a, b) => shareOf(b) - shareOf(a));
  return most === undefined || (sum.count === 0 && sum.totalMs === 0) ? null : { ...sum, user: most.user };
}

function add(sum: Work, { count, totalMs }: Work): void {
  sum.count += count;
  sum.totalMs += totalMs;
}
