import type { PluginLibrary } from "@primacy/contract/agent";
import { PluginFolder, pluginLibraryName } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import { showVersion, toVersionId } from "./library-version";
import type { PluginMember, PluginSight, UploadedLibrary } from "./plugin-sight";

/** The library that a member's server would load: the one that is on its host, or that the console places there (`name`). */
export type KnownLibrary =
  | Extract<PluginLibrary, { kind: "found" }>
  | ({ readonly kind: "uploaded" } & UploadedLibrary);

interface Judged {
  readonly seen: PluginMember;
  readonly plugin: PluginSight;
}
interface JudgedLibrary {
  readonly library: KnownLibrary;
  readonly server: NonNullable<PluginMember["server"]>;
}

/** The library that a member would load; null where it has none and gets none, or where that is not known. */
export function knownLibrary(seen: PluginMember, upload: UploadedLibrary | null = null): KnownLibrary | null {
  if (seen.host?.library.kind === "found") return seen.host.library;
  return upload === null || seen.host?.library.kind !== "missing" ? null : { kind: "uploaded", ...upload };
}

/** A host that nobody could look at fails here, once: what else is not known of it is skipped. */
export function judgeLibrary({ seen, plugin }: Judged): Finding {
  const { host, server } = seen;
  if (host === null)
    return {
      result: "fail",
      evidence: "check.plugin_library.fail_unseen",
      remedy: "check.plugin_library.remedy_unseen",
    };
  const folder = server?.pluginFolder ?? "plugin_dir";
  const file = `${folder.replace(/\/$/, "")}/${pluginLibraryName}`;
  const params = { file, version: server?.version ?? "-", name: plugin.upload?.name ?? "-" };
  switch (host.library.kind) {
    case "found":
      return { result: "pass", evidence: "check.plugin_library.pass", params };
    case "missing":
      return { ...judgeMissing(seen, plugin), params };
    case "unreadable":
      return {
        result: "warn",
        evidence: "check.plugin_library.warn",
        remedy: "check.plugin_library.remedy_unreadable",
        params,
      };
  }
}

function judgeMissing(
  { server, takesLibrary = false }: PluginMember,
  { upload = null }: PluginSight,
): Finding {
  const remedy = "check.plugin_library.remedy";
  if (upload === null || server === null)
    return { result: "fail", evidence: "check.plugin_library.fail", remedy };
  if (!takesLibrary)
    return {
      result: "fail",
      evidence: "check.plugin_library.fail_old",
      remedy: "check.plugin_library.remedy_old",
    };
  return PluginFolder.safeParse(server.pluginFolder).success
    ? { result: "pass", evidence: "check.plugin_library.pass_upload" }
    : { result: "fail", evidence: "check.plugin_library.fail_folder", remedy };
}

/** The server refuses a library that was built for another version, whichever is newer. */
export function judgeFit({ library, server }: JudgedLibrary): Finding {
  const own = toVersionId(server.version);
  if (library.serverVersion === null || own === null)
    return { result: "warn", evidence: "check.plugin_fits.warn", remedy: "check.plugin_fits.remedy_unknown" };
  const params = { built: showVersion(library.serverVersion), version: server.version };
  if (library.serverVersion === own) return { result: "pass", evidence: "check.plugin_fits.pass", params };
  const remedy = "check.plugin_fits.remedy";
  return library.kind === "uploaded"
    ? {
        result: "fail",
        evidence: "check.plugin_fits.fail_upload",
        remedy,
        params: { ...params, name: library.name },
      }
    : { result: "fail", evidence: "check.plugin_fits.fail", remedy, params };
}

/** Whether the host has what the library needs; of one that is still to come, its host finds out. */
export function judgeNeeds({ library }: JudgedLibrary): Finding {
  if (library.kind === "uploaded")
    return { result: "skipped", evidence: "check.plugin_needs.skipped_upload" };
  const { missing } = library;
  if (missing === null)
    return {
      result: "warn",
      evidence: "check.plugin_needs.warn",
      remedy: "check.plugin_needs.remedy_unknown",
    };
  if (missing.length === 0) return { result: "pass", evidence: "check.plugin_needs.pass" };
  const params = { libraries: missing.join(", ") };
  return { result: "fail", evidence: "check.plugin_needs.fail", remedy: "check.plugin_needs.remedy", params };
}
