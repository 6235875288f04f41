import { probeEveryMs, probeOutstanding } from "@primacy/contract";
import { probeRowId } from "@primacy/contract/agent";
import { describeCause, isRefusal, withinAttempt } from "../attempt-limit";
import { monotonicMs } from "../monotonic";
import { startOpenLoop } from "../open-loop";
import { type Begun, endTimes, type Lane, noFreeSlot, type Promised, type TellSample } from "./lane";
import { limits, refused } from "./limits";
import { leaveSession, type Session, type Way } from "./way";

const insert = "INSERT INTO primacy.verify (id, server_uuid) VALUES (?, @@server_uuid)";
/** The first attempts would all open theirs at once. */
const warmPlaces = 2;

/** A place for one connection, which is kept as long as it works. */
interface Place {
  session: Session | null;
}

/** Writes numbered rows over kept connections, open loop: that which was used last is used first. */
export class WriteLane implements Lane {
  readonly #way: Way;
  readonly #client: { readonly endpoint: number; readonly run: string };
  readonly #promised: Promised;
  readonly #tell: TellSample;
  readonly #places: readonly Place[];
  readonly #idle: Place[];
  readonly #running = new Set<Promise<void>>();
  /** Since when nothing but refusals was heard; null: something else was heard last. */
  #refusedSinceMs: number | null = null;
  #stopLoop: () => void = () => undefined;

  constructor(
    way: Way,
    client: { readonly endpoint: number; readonly run: string },
    promised: Promised,
    tell: TellSample,
  ) {
    this.#way = way;
    this.#client = client;
    this.#promised = promised;
    this.#tell = tell;
    this.#places = Array.from({ length: probeOutstanding }, () => ({ session: null }));
    this.#idle = [...this.#places];
  }

  /** Opens some connections before the clock starts. Never throws. */
  async warmUp(): Promise<void> {
    for (const place of this.#idle.slice(-warmPlaces)) await this.#open(place).catch(() => undefined);
  }

  /** From then on (CLOCK_MONOTONIC) an attempt is due again and again. */
  start(startedMs: number): void {
    const { endpoint } = this.#client;
    this.#stopLoop = startOpenLoop({ startedMs, everyMs: probeEveryMs.write }, (seq, dueMs) => {
      const begun: Begun = { endpoint, seq, dueMs, startedMs: monotonicMs() };
      const place = this.#idle.pop();
      if (place === undefined)
        return this.#tell({ lane: "write", ...endTimes(begun, noFreeSlot, null), isSent: false });
      const attempt = this.#write(place, begun).finally(() => {
        this.#idle.push(place);
        this.#running.delete(attempt);
      });
      this.#running.add(attempt);
    });
  }

  async stop(): Promise<void> {
    this.#stopLoop();
    await Promise.all(this.#running);
    await Promise.all(this.#places.flatMap(({ session }) => (session === null ? [] : leaveSession(session))));
  }

  async #write(place: Place, begun: Begun): Promise<void> {
    let isSent = false;
    let serverUuid: string | null = null;
    try {
      const session = await this.#open(place);
      serverUuid = session.serverUuid;
      isSent = true;
      const id = probeRowId(this.#client.run, begun.seq);
      await withinAttempt({ attemptTimeoutMs: limits.statement }, session.connection.query(insert, [id]));
      this.#refusedSinceMs = null;
      this.#promised.ackedRows += 1;
      this.#promised.ackedLast = Math.max(this.#promised.ackedLast, begun.seq);
      this.#tell({ lane: "write", ...endTimes(begun, null, serverUuid), isSent });
    } catch (cause) {
      this.#tell({ lane: "write", ...endTimes(begun, describeCause(cause), serverUuid), isSent });
      this.#giveUp(place, cause);
    }
  }

  async #open(place: Place): Promise<Session> {
    if (place.session?.isAlive === true) return place.session;
    place.session = null;
    const gate = this.#way.gates.kept;
    place.session = await this.#way.signIn({ tcpMs: limits.tcp, limitMs: limits.open, gate });
    return place.session;
  }

  /** Of a server that refuses, the connection is kept for a while; whatever else happened, the next attempt opens its own. */
  #giveUp(place: Place, cause: unknown): void {
    const { session } = place;
    const nowMs = monotonicMs();
    this.#refusedSinceMs = isRefusal(cause) ? (this.#refusedSinceMs ?? nowMs) : null;
    if (session === null) return;
    if (this.#refusedSinceMs === null) session.drop();
    else {
      const isLong = nowMs - this.#refusedSinceMs > refused.longMs;
      if (nowMs - session.openedMs < (isLong ? refused.giveUpAfterLongMs : refused.giveUpMs)) return;
      void leaveSession(session);
    }
    place.session = null;
  }
}
