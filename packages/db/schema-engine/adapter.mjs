import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

/** PostgreSQL's internal one-byte type `"char"`, and the ordinary type that can stand for it. */
const INTERNAL_CHAR = 18;
const BPCHAR = 1042;

/**
 * Makes the adapter through which the engine reaches the database of `url`. Host, port, user, password,
 * database and schema are taken from it; other options are not.
 */
export async function createEngineAdapter(url) {
  await amendAdapter();
  const parsed = new URL(url ?? "postgresql://localhost/none");
  const connection = {
    host: parsed.hostname,
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password) || undefined,
    database: decodeURIComponent(parsed.pathname.slice(1)),
  };
  const schema = parsed.searchParams.get("schema") ?? undefined;
  return bindMigrationAwareSqlAdapterFactory(new EngineAdapterFactory(connection, schema));
}

/**
 * The stock factory opens the shadow database on the main one when it is given a URL, so migrations
 * would be replayed on real rows; and it drops the shadow database while still connected to it.
 */
class EngineAdapterFactory extends PrismaPg {
  #connection;
  #schema;

  constructor(connection, schema) {
    super(connection, { schema });
    this.#connection = connection;
    this.#schema = schema;
  }

  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    const main = new pg.Client(this.#connection);
    await main.connect();
    await main.query(`CREATE DATABASE "${database}"`);
    const adapter = await new PrismaPg({ ...this.#connection, database }, { schema: this.#schema }).connect();
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await main.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
      await main.end();
    };
    return adapter;
  }
}

/** Mends the stock adapter where the engine needs more than the client does. */
async function amendAdapter() {
  const sample = await new PrismaPg({ host: "127.0.0.1" }).connect();
  const adapter = Object.getPrototypeOf(sample);
  sendScriptsWhole(adapter);
  presentInternalChar(Object.getPrototypeOf(adapter));
}

/** The stock adapter cuts a script at every semicolon, also inside comments and function bodies. */
function sendScriptsWhole(prototype) {
  prototype.executeScript = async function (script) {
    try {
      await this.client.query(script);
    } catch (error) {
      this.onError(error);
    }
  };
}

/** The engine reads catalogue columns of the internal type, for which the adapter has no mapping. */
function presentInternalChar(prototype) {
  const { performIO, queryRaw } = prototype;
  const internalColumns = new WeakMap();
  prototype.performIO = async function (query) {
    const result = await performIO.call(this, query);
    const columns = [];
    for (const [index, field] of (result?.fields ?? []).entries()) {
      if (field.dataTypeID !== INTERNAL_CHAR) continue;
      field.dataTypeID = BPCHAR;
      columns.push(index);
    }
    internalColumns.set(query, columns);
    return result;
  };
  prototype.queryRaw = async function (query) {
    const result = await queryRaw.call(this, query);
    for (const index of internalColumns.get(query) ?? []) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
    }
    return result;
  };
}
