import { type Message, message, VariableSource, withPort } from "@primacy/contract";
import type { RunningVariable, ServerVariables } from "@primacy/core/variables";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf } from "../cluster-record/load-cluster";
import {
  connectServer,
  type QueryOptions,
  type ServerAccount,
  type ServerConnection,
} from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { shownCondition } from "./shown-condition";

const timeoutMs = 5_000;

/** What a server says of its variables: all but what its host's option files say. */
export type ServerAnswer = Omit<ServerVariables, "host">;

const text = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) => (value === null ? null : String(value)));
const RunningRow = z.object({
  name: z.string(),
  value: text,
  source: text,
  path: text,
  least: text,
  most: text,
  setAt: text,
  setUser: text,
  setHost: text,
});
type RunningRow = z.output<typeof RunningRow>;
const PersistedRow = z.object({ name: z.string(), value: text });
const SelfRow = z.object({ uuid: z.string(), role: text, loadsPersisted: text });

const selfStatement =
  "SELECT @@server_uuid AS uuid, @@persisted_globals_load AS loadsPersisted, (SELECT MEMBER_ROLE" +
  " FROM performance_schema.replication_group_members WHERE MEMBER_ID = @@server_uuid) AS role";
const ofRunning = shownCondition("v.VARIABLE_NAME");
const runningStatement =
  "SELECT v.VARIABLE_NAME AS name, v.VARIABLE_VALUE AS value, i.VARIABLE_SOURCE AS source, i.VARIABLE_PATH AS path," +
  " i.MIN_VALUE AS least, i.MAX_VALUE AS most, UNIX_TIMESTAMP(i.SET_TIME) AS setAt, i.SET_USER AS setUser, i.SET_HOST AS setHost" +
  " FROM performance_schema.global_variables v LEFT JOIN performance_schema.variables_info i USING (VARIABLE_NAME)" +
  ` WHERE ${ofRunning.text}`;
const ofPersisted = shownCondition("VARIABLE_NAME");
const persistedStatement =
  "SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.persisted_variables" +
  ` WHERE ${ofPersisted.text}`;

/**
 * Signs in to a member's server and reads its variables; the reason where it could not be reached, or where another server
 * answers. Throws what is no `MysqlFailure`.
 */
export async function readServer(
  member: MemberRecord,
  name: string,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<ServerAnswer | Message> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const answer = await ask(connection, member, name, { signal, timeoutMs });
      connection.leave();
      return answer;
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return error.explanation;
    throw error;
  }
}

async function ask(
  connection: ServerConnection,
  { address, port, serverUuid }: MemberRecord,
  host: string,
  options: QueryOptions,
): Promise<ServerAnswer | Message> {
  const [self] = await connection.query(selfStatement, options);
  const { uuid, role, loadsPersisted } = SelfRow.parse(self);
  if (uuid.toLowerCase() !== serverUuid.toLowerCase()) {
    const params = { address: withPort(address, port), host, actual: uuid, expected: serverUuid };
    return message("variables.other_server", params);
  }
  const running = await connection.query(runningStatement, { ...options, values: ofRunning.values });
  const persisted =
    loadsPersisted === "0"
      ? []
      : await connection.query(persistedStatement, { ...options, values: ofPersisted.values });
  return {
    role: role === "PRIMARY" || role === "SECONDARY" ? role : null,
    running: new Map(running.map((row) => toRunning(RunningRow.parse(row)))),
    persisted: new Map(
      persisted.map((row) => {
        const one = PersistedRow.parse(row);
        return [one.name, one.value ?? ""];
      }),
    ),
  };
}

function toRunning(row: RunningRow): [string, RunningVariable] {
  const { setAt, setUser, setHost } = row;
  const by = setUser === null || setUser === "" ? null : `${setUser}@${setHost ?? ""}`;
  return [
    row.name,
    {
      value: row.value ?? "",
      source: VariableSource.safeParse(row.source?.toLowerCase()).data ?? null,
      path: row.path === "" ? null : row.path,
      setAt: setAt === null ? null : new Date(Math.round(Number(setAt) * 1_000)).toISOString(),
      setBy: by,
      range: toRange(row),
    },
  ];
}

function toRange({ least, most }: RunningRow): RunningVariable["range"] {
  const isWhole = (one: string | null): one is string => one !== null && /^-?\d+$/.test(one);
  return isWhole(least) && isWhole(most) ? { min: BigInt(least), max: BigInt(most) } : null;
}
