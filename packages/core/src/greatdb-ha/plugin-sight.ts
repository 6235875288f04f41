import type { Message, PlacedDropIn, PlacedLibrary, StoredPluginLibrary } from "@primacy/contract";
import type { PluginHost } from "@primacy/contract/agent";
import type { OptionUndo } from "../option-file";
import type { PluginSetting } from "./desired-settings";
import type { PluginPathSight } from "./path-sight";
import type { ReleaseSight } from "./version-rules";

/** What becomes of a member's option file: an edit with what people see of it, or why there is none. */
export type PluginFilePlan =
  | { readonly kind: "planned"; readonly edit: OptionUndo; readonly diff: string }
  /** No line has to change. */
  | { readonly kind: "unchanged" }
  /** They could not be read now. */
  | { readonly kind: "unseen"; readonly reason: Message }
  | { readonly kind: "refused"; readonly reasons: readonly Message[] };

/** A line of an option file with a value that the plugin does not take. */
export interface UnfitLine {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly value: string;
}

/** A line of an option file for the plugin. Without `loose_` no server starts with it that lacks the plugin. */
export interface PluginLine {
  readonly file: string;
  readonly line: number;
  /** The option as the line spells it. */
  readonly name: string;
  readonly isLoose: boolean;
}

/** A member as far as the plugin goes. */
export interface PluginMember {
  readonly memberId: string;
  readonly hostId: string | null;
  readonly name: string;
  /** Null: its server could not be asked. */
  readonly server: {
    readonly version: string;
    readonly release: ReleaseSight;
    readonly pluginFolder: string;
    /** The plugin's own variables, by their full names; none where it is not loaded. */
    readonly variables: Readonly<Record<string, string>>;
  } | null;
  /** Null: its agent could not be asked, or is of an earlier release. */
  readonly host: PluginHost | null;
  /** Null: nothing is known of it. */
  readonly operator: "running" | "off" | "silent" | null;
  /** Its host operator can place a library; absent: it is of an earlier release, or was not asked. */
  readonly takesLibrary?: boolean;
  /** The interface that would have the address, and every interface of the host. */
  readonly nic: string | null;
  readonly nics: readonly string[];
  /** What the plugin has to be set to here; none where that cannot be said. */
  readonly settings: readonly PluginSetting[];
  readonly file: PluginFilePlan;
  readonly unfitLines: readonly UnfitLine[];
  /** The lines for the plugin that its option files have; with a removal those that stay. */
  readonly lines: readonly PluginLine[];
  /** The lines by which its next start would load the plugin beside the list of `INSTALL PLUGIN`; absent: none was looked for. */
  readonly loadLines?: readonly PluginLine[];
  /** Over which path it would ask and tell the others; absent: nobody looked, as for a removal. */
  readonly path?: PluginPathSight;
  /** What its next start would give the settings that are read-only, before anything is edited. */
  readonly startValues: Readonly<Record<string, string>>;
}

/** A library that the console has, as far as a plan goes. */
export type UploadedLibrary = Pick<StoredPluginLibrary, "sha256" | "name" | "serverVersion">;

/** What was seen of a cluster whose VIP the plugin is to move. */
export interface PluginSight {
  readonly members: readonly PluginMember[];
  /** An administrator's account was kept at registration: Primacy's own may not load a plugin. */
  readonly hasAdministrator: boolean;
  /** What hosts without the library get; absent or null: nothing. */
  readonly upload?: UploadedLibrary | null;
  /** The libraries that this VIP brought to hosts, which its removal takes away; absent: none is known. */
  readonly placed?: readonly PlacedLibrary[];
  /** The drop-ins that this VIP brought to services, which its removal deletes; absent: none is known. */
  readonly dropIns?: readonly PlacedDropIn[];
}
