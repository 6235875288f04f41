import { createHash, randomBytes } from "node:crypto";
import type { StoredPluginLibrary } from "@primacy/contract";
import { type Database, systemActor } from "@primacy/db";

/** Stores a library of some bytes, which nobody looks at. */
export function addPluginLibrary(database: Database): Promise<StoredPluginLibrary> {
  const content = Uint8Array.from(randomBytes(16));
  const sha256 = createHash("sha256").update(content).digest("hex");
  const about = { name: "greatdb_ha.so", size: content.length, serverVersion: 80_404, uploadedBy: "ada" };
  return database.transact(systemActor("test"), (unit) =>
    unit.pluginLibraries.add({ ...about, sha256, content }),
  );
}
