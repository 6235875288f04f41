import { z } from "zod";
import { endpoint } from "../api/endpoint";
import { Id } from "../primitives/scalar";
import { PluginLibraryUpload, pluginLibraryBodyBytes, StoredPluginLibrary } from "./plugin-library";

const params = z.strictObject({ id: Id });
const tag = "vips";

/** The calls for libraries of the plugin that operators bring. */
export const pluginLibraryEndpoints = {
  listPluginLibraries: endpoint("get", "/plugin-libraries", {
    access: "viewer",
    tag,
    summary: "The libraries of the plugin greatdb_ha that the console has, the newest first",
    answer: z.object({ items: z.array(StoredPluginLibrary) }),
  }),
  uploadPluginLibrary: endpoint("post", "/plugin-libraries", {
    access: "operator",
    tag,
    summary:
      "Give the console a library of the plugin greatdb_ha, which hosts without one can get with a VIP",
    body: PluginLibraryUpload,
    maxBodyBytes: pluginLibraryBodyBytes,
    answer: StoredPluginLibrary,
    // Its content is its key: what comes again is there already.
    isIdempotent: false,
  }),
  deletePluginLibrary: endpoint("delete", "/plugin-libraries/{id}", {
    access: "operator",
    tag,
    summary: "Delete a library from the console; hosts keep what they have",
    params,
    refusals: ["library_in_use"],
  }),
};
