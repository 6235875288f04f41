import { probeEveryMs } from "@primacy/contract";
import { describeCause } from "../attempt-limit";
import { monotonicMs } from "../monotonic";
import { startOpenLoop } from "../open-loop";
import { type Begun, endTimes, type Lane, noFreeSlot, type TellSample } from "./lane";
import { limits, loginsOutstanding } from "./limits";
import { leaveSession, type Way } from "./way";

/** Signs in anew again and again, open loop, and leaves at once. */
export class LoginLane implements Lane {
  readonly #way: Way;
  readonly #endpoint: number;
  readonly #tell: TellSample;
  readonly #running = new Set<Promise<void>>();
  #underWay = 0;
  #stopLoop: () => void = () => undefined;

  constructor(way: Way, endpoint: number, tell: TellSample) {
    this.#way = way;
    this.#endpoint = endpoint;
    this.#tell = tell;
  }

  /** From then on (CLOCK_MONOTONIC) an attempt is due again and again. */
  start(startedMs: number): void {
    this.#stopLoop = startOpenLoop({ startedMs, everyMs: probeEveryMs.login }, (seq, dueMs) => {
      const begun: Begun = { endpoint: this.#endpoint, seq, dueMs, startedMs: monotonicMs() };
      if (this.#underWay >= loginsOutstanding)
        return this.#tell({ lane: "login", ...endTimes(begun, noFreeSlot, null) });
      const attempt = this.#signIn(begun).finally(() => this.#running.delete(attempt));
      this.#running.add(attempt);
    });
  }

  async stop(): Promise<void> {
    this.#stopLoop();
    await Promise.all(this.#running);
  }

  async #signIn(begun: Begun): Promise<void> {
    this.#underWay += 1;
    const gate = this.#way.gates.login;
    try {
      const session = await this.#way.signIn({ tcpMs: limits.loginTcp, limitMs: limits.login, gate });
      this.#tell({ lane: "login", ...endTimes(begun, null, session.serverUuid) });
      await leaveSession(session);
    } catch (cause) {
      this.#tell({ lane: "login", ...endTimes(begun, describeCause(cause), null) });
    } finally {
      this.#underWay -= 1;
    }
  }
}
