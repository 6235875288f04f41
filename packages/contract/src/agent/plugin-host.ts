import { z } from "zod";
import { Port } from "../primitives/address";
import { ServerUnit } from "./operable-services";

/** The file name of the VIP plugin's library, the same in every release of it. */
export const pluginLibraryName = "greatdb_ha.so";

/** What the console asks an agent of the server whose VIP a plugin is to move. Nothing is changed. */
export const PluginHostRequest = z.strictObject({
  /** The port of the member's server. */
  port: Port,
  /** `plugin_dir`, as the server has it. */
  pluginFolder: z
    .string()
    .max(500)
    .regex(/^\/[^\0\n]*$/)
    .refine((folder) => !folder.split("/").includes("..")),
});
export type PluginHostRequest = z.infer<typeof PluginHostRequest>;

/** How the running server was started, as far as it decides which option files it reads and what overrides them. */
export const ServerStartFacts = z.object({
  readsNone: z.boolean(),
  file: z.string().nullable(),
  extraFile: z.string().nullable(),
  groupSuffix: z.string(),
  /** The plugin's own options on the command line; no other is told. */
  options: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
});

/**
 * The systemd unit of the running server, and what lies where the host operator writes the drop-in that gives it its capabilities:
 * nothing, exactly that drop-in, or something else.
 */
export const PluginUnit = z.object({ name: ServerUnit, dropIn: z.enum(["missing", "same", "other"]) });
export type PluginUnit = z.infer<typeof PluginUnit>;

/** The one `mysqld` that runs on the host. Capabilities are the effective ones of the process, whatever its file has. */
export const PluginServer = z.object({
  pid: z.number().int(),
  hasNetAdmin: z.boolean(),
  hasNetRaw: z.boolean(),
  /** Null: no unit of systemd with a known name runs it. Absent from an agent of an earlier release, whose host operator writes no drop-in. */
  unit: PluginUnit.nullable().optional(),
  start: ServerStartFacts,
});
export type PluginServer = z.infer<typeof PluginServer>;

/** The library in the plugin folder. */
export const PluginLibrary = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("missing") }),
  /** It is there, or its folder is, and the agent's user may not read it. */
  z.object({ kind: z.literal("unreadable") }),
  z.object({
    kind: z.literal("found"),
    sha256: z.string(),
    /** The server's version for which it was built, such as 80404 of 8.4.4; null where that could not be read. */
    serverVersion: z.number().int().nullable(),
    /** Libraries that it needs and the host lacks; null where `ldd` could not tell. */
    missing: z.array(z.string()).nullable(),
  }),
]);
export type PluginLibrary = z.infer<typeof PluginLibrary>;

/** What an agent sees of the server that would load the plugin. Texts of option files are read by the host operator alone. */
export const PluginHost = z.object({
  /** How many servers run on the host; of more than one none is told, because nobody could tell them apart. */
  serverCount: z.number().int(),
  server: PluginServer.nullable(),
  library: PluginLibrary,
  /** The option files that the server reads, in the order of the reading, with where their symbolic links lead. */
  files: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(["text", "missing", "unreadable", "world-writable"]),
      realPath: z.string().nullable(),
    }),
  ),
  /** The folders that they include; null: one that cannot be listed. */
  folders: z.array(z.object({ path: z.string(), names: z.array(z.string()).nullable() })),
});
export type PluginHost = z.infer<typeof PluginHost>;
