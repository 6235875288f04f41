import { quote } from "@primacy/contract";
import type { PluginPath, PluginPathRequest, PluginPathTry } from "@primacy/contract/agent";
import { listListeningSockets } from "../host-operator/listening-sockets";
import { MysqlError, MysqlSession } from "../mysql/session";
import { connectToAll } from "./connect-to";

/** As long as the plugin waits. */
const limitMs = 3_000;
const mostGrants = 200;

type Peer = PluginPathRequest["peers"][number];
type Account = NonNullable<PluginPathRequest["account"]>;

/**
 * Tries the path over which this host's plugin asks and tells those of other members, each once and all at the same time. Nothing is
 * changed; the sessions end with it. Ends within some 4 s and never throws.
 */
export async function tryPluginPath(request: PluginPathRequest): Promise<PluginPath> {
  const { port, peers, account, viewStamp } = request;
  const [sockets, tries] = await Promise.all([
    port === null ? null : listListeningSockets(),
    account === null
      ? connectToPeers(peers)
      : Promise.all(peers.map((peer) => signIn(peer, account, viewStamp))),
  ]);
  return { isListening: sockets === null ? null : sockets.some((one) => one.port === port), tries };
}

async function connectToPeers(peers: readonly Peer[]): Promise<PluginPathTry[]> {
  const seen = await connectToAll(peers.map(({ host, port }) => ({ address: host, port })));
  return seen.map(({ address: host, port, error }) =>
    error === null
      ? { host, port, kind: "reached" }
      : { host, port, kind: "failed", at: "connection", errorCode: error, told: quote(error) },
  );
}

async function signIn(peer: Peer, account: Account, viewStamp: string | null): Promise<PluginPathTry> {
  let at: Extract<PluginPathTry, { kind: "failed" }>["at"] = "sign_in";
  try {
    const settings = { ...peer, ...account, isPlain: true };
    const session = await MysqlSession.open(settings, { timeoutMs: limitMs, setup: [] });
    const timer = setTimeout(() => session.destroy(), limitMs);
    try {
      const [[name] = []] = await session.query("SELECT CURRENT_USER()");
      const grants = await session.query("SHOW GRANTS");
      at = "function";
      const answer = viewStamp === null ? null : await ask(session, viewStamp);
      const texts = grants.slice(0, mostGrants).map(([grant]) => String(grant ?? ""));
      return { ...peer, kind: "signed_in", account: String(name ?? ""), grants: texts, answer };
    } finally {
      clearTimeout(timer);
      session.destroy();
    }
  } catch (error) {
    if (!(error instanceof MysqlError)) throw error;
    return { ...peer, kind: "failed", at, errorCode: error.code, told: error.told };
  }
}

/** As one whose view is older than any: an answer of its own, and no plugin lets go of anything for it. */
async function ask(session: MysqlSession, viewStamp: string): Promise<string> {
  const [[answer] = []] = await session.query(`SELECT HA_GET_BIND_VIPS('${viewStamp}', 0)`);
  return String(answer ?? "");
}
