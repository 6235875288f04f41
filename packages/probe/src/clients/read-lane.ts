import { probeEveryMs } from "@primacy/contract";
import { probeRowId } from "@primacy/contract/agent";
import { z } from "zod";
import { describeCause, withinAttempt } from "../attempt-limit";
import { monotonicMs } from "../monotonic";
import { startOpenLoop } from "../open-loop";
import { CountedRows } from "./counted-rows";
import { type Begun, endTimes, type Lane, noFreeSlot, type Promised, type TellSample } from "./lane";
import { limits } from "./limits";
import { leaveSession, type Session, type Way } from "./way";

/** Those below the second id are counted apart: later reads of this connection need not look at them again. */
const look =
  "SELECT COUNT(*) AS seen, COUNT(IF(id < ?, 1, NULL)) AS below, MAX(id) AS last FROM primacy.verify WHERE id BETWEEN ? AND ?";
const Seen = z.tuple([z.object({ seen: z.number(), below: z.number(), last: z.string().nullable() })]);
const greatestSeq = 2 ** 48 - 1;

/** Counts the rows of a client again and again over one kept connection, open loop: one that is due before the last has ended is not sent. */
export class ReadLane implements Lane {
  readonly #way: Way;
  readonly #client: { readonly endpoint: number; readonly run: string };
  readonly #promised: Readonly<Promised>;
  readonly #tell: TellSample;
  #session: Session | null = null;
  readonly #counted = new CountedRows();
  #running: Promise<void> | null = null;
  #stopLoop: () => void = () => undefined;

  constructor(
    way: Way,
    client: { readonly endpoint: number; readonly run: string },
    promised: Readonly<Promised>,
    tell: TellSample,
  ) {
    this.#way = way;
    this.#client = client;
    this.#promised = promised;
    this.#tell = tell;
  }

  /** From then on (CLOCK_MONOTONIC) a read is due again and again. */
  start(startedMs: number): void {
    const { endpoint } = this.#client;
    this.#stopLoop = startOpenLoop({ startedMs, everyMs: probeEveryMs.read }, (seq, dueMs) => {
      const begun: Begun = { endpoint, seq, dueMs, startedMs: monotonicMs() };
      const promised = { ...this.#promised };
      if (this.#running !== null)
        return this.#tell({ lane: "read", ...endTimes(begun, noFreeSlot, null), ...promised, ...nothing });
      this.#running = this.#read(begun, promised).finally(() => {
        this.#running = null;
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopLoop();
    await this.#running;
    if (this.#session !== null) await leaveSession(this.#session);
  }

  async #read(begun: Begun, promised: Readonly<Promised>): Promise<void> {
    let serverUuid: string | null = null;
    try {
      const session = await this.#open();
      serverUuid = session.serverUuid;
      const seen = await this.#look(session);
      this.#tell({ lane: "read", ...endTimes(begun, null, serverUuid), ...promised, ...seen });
    } catch (cause) {
      const ended = endTimes(begun, describeCause(cause), serverUuid);
      this.#tell({ lane: "read", ...ended, ...promised, ...nothing });
      this.#session?.drop();
      this.#session = null;
    }
  }

  async #open(): Promise<Session> {
    if (this.#session?.isAlive === true) return this.#session;
    this.#session = null;
    this.#counted.restart();
    const gate = this.#way.gates.kept;
    this.#session = await this.#way.signIn({ tcpMs: limits.tcp, limitMs: limits.open, gate });
    return this.#session;
  }

  async #look({ connection }: Session): Promise<{ rows: number; last: number }> {
    const { run } = this.#client;
    const order = this.#counted.next();
    const ids = [order.belowSeq, order.fromSeq, greatestSeq].map((seq) => probeRowId(run, seq));
    const asked = connection.query(look, ids);
    const [answer] = await withinAttempt({ attemptTimeoutMs: limits.read }, asked);
    const [{ seen, below, last }] = Seen.parse(answer);
    const lastSeq = last === null ? null : Number.parseInt(last.slice(-12), 16);
    return this.#counted.note(order, { seen, below, lastSeq });
  }
}

const nothing = { rows: 0, last: -1 } as const;
