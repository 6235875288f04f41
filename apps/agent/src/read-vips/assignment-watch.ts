import type { ReadAssignment } from "@primacy/core/read-vip";
import { MysqlSession, type MysqlSettings, type SqlRow } from "../mysql/session";

/** What the group's table says, as the local server has it: a belief, which gives no right to anything. */
export const assignmentsStatement =
  "SELECT vip_id, host_id, home_host_id FROM primacy.read_vip ORDER BY vip_id";

const everyMs = 1000;
const answerTimeoutMs = 1000;

/** Reads the rows of {@link assignmentsStatement}. */
export function parseAssignments(rows: readonly SqlRow[]): readonly ReadAssignment[] {
  return rows.map(([vipId, hostId, homeHostId]) => ({
    vipId: String(vipId),
    hostId: String(hostId),
    homeHostId: String(homeHostId),
  }));
}

/** Reads the group's table once a second from the local server, over a session of its own. It decides nothing. */
export class AssignmentWatch {
  readonly #onChange: () => void;
  #settings: MysqlSettings | null = null;
  #session: MysqlSession | null = null;
  #timer: NodeJS.Timeout | undefined;
  #generation = 0;
  #rows: readonly ReadAssignment[] | null = null;

  /** `onChange` is called when what the table says has changed, or can no longer be read. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** What was read last; null where the newest attempt failed, or none was made. */
  get rows(): readonly ReadAssignment[] | null {
    return this.#rows;
  }

  /** Reads from this server from now on, or from none. What it reads from already goes on. */
  configure(settings: MysqlSettings | null): void {
    if (settings === this.#settings) {
      return;
    }
    this.#settings = settings;
    this.#drop();
    this.refresh();
  }

  /** Reads now, and each second from then on. */
  refresh(): void {
    clearTimeout(this.#timer);
    this.#generation += 1;
    void this.#turn(this.#generation);
  }

  /** Ends the watch. May be called twice. */
  close(): void {
    this.configure(null);
  }

  async #turn(generation: number): Promise<void> {
    const rows = await this.#read().catch(() => null);
    if (generation !== this.#generation) {
      return;
    }
    const hasChanged = JSON.stringify(rows) !== JSON.stringify(this.#rows);
    this.#rows = rows;
    if (this.#settings !== null) {
      this.#timer = setTimeout(() => this.refresh(), everyMs).unref();
    }
    if (hasChanged) {
      this.#onChange();
    }
  }

  async #read(): Promise<readonly ReadAssignment[] | null> {
    const settings = this.#settings;
    if (settings === null) {
      return null;
    }
    const session = this.#session?.isAlive
      ? this.#session
      : await MysqlSession.open(settings, { timeoutMs: answerTimeoutMs, setup: [] });
    if (settings !== this.#settings) {
      session.destroy();
      return null;
    }
    this.#session = session;
    const limit = setTimeout(() => session.destroy(), answerTimeoutMs);
    try {
      return parseAssignments(await session.query(assignmentsStatement));
    } finally {
      clearTimeout(limit);
    }
  }

  #drop(): void {
    const session = this.#session;
    this.#session = null;
    session?.destroy();
  }
}
