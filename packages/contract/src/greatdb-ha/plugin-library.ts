import { z } from "zod";
import { Id, Instant, PlainText, Sha256 } from "../primitives/scalar";

/** The largest library of a plugin that is taken, in bytes. GreatSQL's own has less than 2 MB; one with its symbols has more. */
export const pluginLibraryMebibytes = 16;
export const pluginLibraryBytes = pluginLibraryMebibytes * 1024 * 1024;

/** The largest body that such a library comes in: base64 has 4 characters for 3 bytes. */
export const pluginLibraryBodyBytes = Math.ceil(pluginLibraryBytes / 3) * 4 + 4_096;

/** A library as it is uploaded. `name` is what people know it by; on hosts it is always `greatdb_ha.so`. */
export const PluginLibraryUpload = z.strictObject({
  name: PlainText.min(1, { error: "required" }).max(200),
  /** In base64. */
  content: z
    .string()
    .min(1, { error: "required" })
    .max(pluginLibraryBodyBytes)
    .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), {
      error: "library_base64",
    }),
});
export type PluginLibraryUpload = z.infer<typeof PluginLibraryUpload>;

/** A library that the console has, without its content. */
export const StoredPluginLibrary = z.object({
  id: Id,
  /** What a VIP's request names it by. */
  sha256: Sha256,
  name: z.string(),
  /** In bytes. */
  size: z.number().int().positive(),
  /** The server's version for which it was built, such as 80404 of 8.4.4; null where the file does not say. */
  serverVersion: z.number().int().nullable(),
  uploadedBy: z.string(),
  uploadedAt: Instant,
});
export type StoredPluginLibrary = z.infer<typeof StoredPluginLibrary>;
