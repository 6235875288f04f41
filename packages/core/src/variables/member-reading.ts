import type { Message, VariableSource } from "@primacy/contract";
import type { ValueRange } from "./same-value";

/** A variable as a server shows it. */
export interface RunningVariable {
  readonly value: string;
  readonly source: VariableSource | null;
  readonly path: string | null;
  readonly setAt: string | null;
  readonly setBy: string | null;
  readonly range: ValueRange | null;
}

/** What the command line and the option files on a host set, as its agent says. */
export interface HostSettings {
  /** Why it is not known; null: it is. */
  readonly problem: Message | null;
  readonly settings: ReadonlyMap<string, HostSetting>;
  /** Files that nobody could read: what no setting is known of may stand there. */
  readonly unread: readonly string[];
}

/** What one of them sets. */
export interface HostSetting {
  readonly value: string;
  readonly place: "file" | "command_line";
  readonly path: string | null;
  readonly line: number | null;
}

/** What was read of a server. */
export interface ServerVariables {
  readonly role: "PRIMARY" | "SECONDARY" | null;
  readonly running: ReadonlyMap<string, RunningVariable>;
  /** What SET PERSIST keeps; empty where the server does not load it at its start. */
  readonly persisted: ReadonlyMap<string, string>;
  readonly host: HostSettings;
}

/** A member that was asked. */
export interface MemberReading {
  readonly memberId: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** Why nothing could be read, or what was. */
  readonly server: ServerVariables | Message;
}

/** Whether a member was reached. */
export function isRead(
  member: MemberReading,
): member is MemberReading & { readonly server: ServerVariables } {
  return "running" in member.server;
}
