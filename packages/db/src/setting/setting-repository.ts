import { Id } from "@primacy/contract";
import type { z } from "zod";
import type { RepositoryContext } from "../connection/context";
import { type JsonSource, toJson } from "../connection/json";
import { newId } from "../connection/new-id";
import { notify } from "../notification/notification";

/** A setting and the revision to change it under. */
export interface Setting<T> {
  readonly value: T;
  readonly revision: number;
}

/** Reads settings. */
export interface SettingReader {
  /** The value under `key`, parsed; null when it is not set. Throws a ZodError when it does not fit `schema`. */
  find<T>(key: string, schema: z.ZodType<T>): Promise<Setting<T> | null>;
}

/** Keeps settings. Secrets do not belong here. */
export interface SettingRepository extends SettingReader {
  /** Sets a value if nobody changed it since `revision` was read (null: it was not set); false otherwise. */
  set(key: string, value: JsonSource, revision: number | null): Promise<boolean>;
  /** The value under `key`, set to `initial` if it was not set. Concurrent callers all get the same value. */
  ensure<T extends JsonSource>(key: string, schema: z.ZodType<T>, initial: T): Promise<T>;
  /** A UUID that names this console for good, in the certificates that it issues. */
  getConsoleId(): Promise<string>;
}

const CONSOLE_ID = "console_id";

/** Reads through a connection or a transaction. */
export function createSettingReader({ connection }: RepositoryContext): SettingReader {
  return {
    async find(key, schema) {
      const row = await connection.setting.findUnique({ where: { key } });
      return row ? { value: schema.parse(row.value), revision: row.revision } : null;
    },
  };
}

/** Writes within a transaction. */
export function createSettingRepository(context: RepositoryContext): SettingRepository {
  const { connection } = context;
  const reader = createSettingReader(context);
  async function set(key: string, value: JsonSource, revision: number | null): Promise<boolean> {
    const json = toJson(value);
    const { count } =
      revision === null
        ? await connection.setting.createMany({ data: [{ key, value: json }], skipDuplicates: true })
        : await connection.setting.updateMany({
            where: { key, revision },
            data: { value: json, revision: { increment: 1 } },
          });
    if (count > 0) await notify(connection, { kind: "setting", key });
    return count > 0;
  }
  async function ensure<T extends JsonSource>(key: string, schema: z.ZodType<T>, initial: T): Promise<T> {
    await set(key, initial, null);
    return (await reader.find(key, schema))?.value ?? initial;
  }
  return { ...reader, set, ensure, getConsoleId: () => ensure(CONSOLE_ID, Id, newId()) };
}
