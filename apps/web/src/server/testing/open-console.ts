import { randomUUID } from "node:crypto";
import { isRefusal, type Role, type User } from "@primacy/contract";
import { type Database, systemActor } from "@primacy/db";
import { fingerprintTables, openTestDatabase } from "@primacy/db/testing";
import { createApi, type Routes } from "../api/app";
import { routes } from "../api/routes";
import type { UndeclaredRefusal } from "../api/undeclared";
import { closeContext, createContext, type WebContext } from "../context";
import { parseEnvironment } from "../env";
import { workerMaxAgeSeconds } from "../health";
import { formatSessionCookie } from "../http/cookie";
import { createLogger } from "../log";

/** The password of every person in a test console. */
export const password = "tall blue kettle";

/** The console's origin as its own pages see it. */
export const origin = "http://console.test";

/** A person of a test console, with a session and a token of the same role. */
export interface TestPerson {
  readonly user: User;
  readonly token: string;
  readonly cookie: string;
}

/** How a test asks. */
export interface Ask {
  readonly token?: string;
  readonly cookie?: string;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** An answer with its body read. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly json: Record<string, unknown>;
}

/** The real API in this process, on a real database of its own. */
export interface TestConsole {
  readonly context: WebContext;
  readonly database: Database;
  readonly people: Readonly<Record<Role, TestPerson>>;
  /** Sends a request under `/api/v1` and gives the answer as it is. Throws where a call was refused as it does not declare. */
  send(method: string, path: string, ask?: Ask): Promise<Response>;
  /** The same, with its JSON. */
  ask(method: string, path: string, ask?: Ask): Promise<Told>;
  /** Starts another session of a person, for tests that end it. */
  signIn(person: TestPerson): Promise<string>;
  /** Makes the console believe that a worker runs, from now on until it is closed. */
  announceWorker(): Promise<void>;
  /** The number of rows and a checksum of each table. */
  fingerprint(): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const system = systemActor("test");

/** A worker that is not heard of for longer counts as gone; a test may take longer than that. */
const announceMs = (workerMaxAgeSeconds * 1_000) / 5;

/** Opens a console; `isEmpty` leaves it without any user, and `routes` stand in for those of the same names. */
export async function openConsole(
  options: { readonly isEmpty?: boolean; readonly routes?: Partial<Routes> } = {},
): Promise<TestConsole> {
  const { database, close, url } = await openTestDatabase();
  const { env } = parseEnvironment({ DATABASE_URL: url, PRIMACY_LOG_LEVEL: "silent" });
  const undeclared: UndeclaredRefusal[] = [];
  const context: WebContext = {
    ...createContext(env, database, createLogger(env.logLevel)),
    onUndeclared: (one) => undeclared.push(one),
  };
  const app = createApi(context, { ...routes, ...options.routes });
  const send = async (method: string, path: string, ask: Ask = {}): Promise<Response> => {
    const headers = new Headers({ host: new URL(origin).host, ...ask.headers });
    if (ask.token !== undefined) headers.set("authorization", `Bearer ${ask.token}`);
    if (ask.cookie !== undefined) headers.set("cookie", ask.cookie);
    const hasBody = ask.body !== undefined;
    if (hasBody && !headers.has("content-type")) headers.set("content-type", "application/json");
    const body = typeof ask.body === "string" ? ask.body : JSON.stringify(ask.body);
    const answer = await app.fetch(
      new Request(`${origin}/api/v1${path}`, {
        method,
        headers,
        ...(hasBody ? { body } : {}),
        ...(ask.signal === undefined ? {} : { signal: ask.signal }),
      }),
    );
    const [first] = undeclared.splice(0);
    if (first !== undefined) throw new Error(`${first.endpoint} does not declare ${first.code}`);
    return answer;
  };
  const worker = `test-${randomUUID()}`;
  const announce = (): Promise<void> =>
    database.transact(system, (unit) => unit.workers.announce(worker, "test"));
  let announcing: NodeJS.Timeout | undefined;
  const startSession = (user: User): Promise<string> => createSession(database, user);
  return {
    context,
    database,
    people: options.isEmpty === true ? nobody : await createPeople(database),
    send,
    ask: async (method, path, ask) => {
      const answer = await send(method, path, ask);
      const text = await answer.text();
      const json: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
      return { status: answer.status, headers: answer.headers, json };
    },
    signIn: (person) => startSession(person.user),
    announceWorker: async () => {
      await announce();
      announcing ??= setInterval(() => announce().catch(() => undefined), announceMs);
    },
    fingerprint: () => fingerprintTables(url),
    close: async () => {
      clearInterval(announcing);
      await closeContext(context);
      await close();
    },
  };
}

const absent: TestPerson = {
  get user(): User {
    throw new Error("this console has no people");
  },
  token: "",
  cookie: "",
};
const nobody: Readonly<Record<Role, TestPerson>> = { viewer: absent, operator: absent, admin: absent };

async function createPeople(database: Database): Promise<Record<Role, TestPerson>> {
  return {
    viewer: await createPerson(database, "viewer"),
    operator: await createPerson(database, "operator"),
    admin: await createPerson(database, "admin"),
  };
}

async function createPerson(database: Database, role: Role): Promise<TestPerson> {
  const user = await database.transact(system, (unit) =>
    unit.users.create({ name: `the ${role}`, role, password }),
  );
  if (isRefusal(user)) throw new Error(user.message.text);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { secret } = await database.transact(system, (unit) =>
    unit.tokens.create({ name: `token of the ${role}`, role, expiresAt }, user.id),
  );
  return { user, token: secret, cookie: await createSession(database, user) };
}

async function createSession(database: Database, user: User): Promise<string> {
  const { token } = await database.transact(system, (unit) =>
    unit.sessions.create({ userId: user.id, address: "192.0.2.1", userAgent: "test", ttlSeconds: 3_600 }),
  );
  return formatSessionCookie(token, new Date(), false).split(";")[0] ?? "";
}
