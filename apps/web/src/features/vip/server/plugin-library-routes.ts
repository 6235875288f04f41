import { createHash } from "node:crypto";
import {
  type ProblemDetail,
  pluginLibraryBytes,
  pluginLibraryMebibytes,
  problemDetail,
  refuse,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { inspectLibrary } from "@primacy/core/greatdb-ha";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";

/** The libraries of the plugin that operators bring: read and judged here, and run nowhere but by the server that gets one. */
export const pluginLibraryRoutes = {
  listPluginLibraries: route(endpoints.listPluginLibraries, async ({ context: { database } }) => ({
    items: [...(await database.pluginLibraries.list())],
  })),
  uploadPluginLibrary: route(endpoints.uploadPluginLibrary, ({ context, caller, facts, body }) => {
    const content = Uint8Array.from(Buffer.from(body.content, "base64"));
    const judged = judge(content);
    if ("reasons" in judged) return Promise.resolve(refuse("validation_failed", judged.reasons));
    const sha256 = createHash("sha256").update(content).digest("hex");
    return context.database.transact(toActor(caller, facts), async (unit) => {
      const { name } = body;
      const { serverVersion } = judged;
      const stored = await unit.pluginLibraries.add({
        ...{ sha256, name, serverVersion, content },
        size: content.length,
        uploadedBy: caller.principal.name,
      });
      await unit.audit.record({
        action: "plugin_library.upload",
        target: { kind: "plugin_library", id: stored.id, name: stored.name },
        detail: { sha256, size: stored.size, serverVersion },
      });
      return stored;
    });
  }),
  deletePluginLibrary: route(endpoints.deletePluginLibrary, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const stored = await unit.pluginLibraries.find(params.id);
      if (stored === null) return refuse("not_found", [], { what: "library" });
      const { id, name, sha256 } = stored;
      if (await unit.pluginLibraries.isUsed(sha256)) return refuse("library_in_use");
      await unit.pluginLibraries.remove(id);
      await unit.audit.record({
        action: "plugin_library.delete",
        target: { kind: "plugin_library", id, name },
        detail: { sha256 },
      });
      return {};
    }),
  ),
};

function judge(
  content: Uint8Array,
): { readonly reasons: readonly ProblemDetail[] } | { readonly serverVersion: number | null } {
  if (content.length > pluginLibraryBytes)
    return {
      reasons: [problemDetail("/content", "library_too_large", { mebibytes: pluginLibraryMebibytes })],
    };
  const inspected = inspectLibrary(content, "/content");
  return inspected.kind === "unfit" ? { reasons: inspected.reasons } : inspected;
}
