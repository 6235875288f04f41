import { isRoleAtLeast, type OperationKind, type Role } from "@primacy/contract";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import type { HostRun } from "../../features/host/use-host-runs";
import type { MemberHindrance } from "../../features/member/member-actions";
import type { ClusterTabTitle } from "../../features/screens";
import type { frame } from "../../i18n/messages/en/frame";

/** What a command does: it leads somewhere, where an action asks first, or it is asked of the console at once. */
export type CommandEffect =
  | { readonly kind: "go"; readonly href: string }
  | { readonly kind: "host"; readonly action: HostRun; readonly hostId: string }
  | { readonly kind: "signOut" };

/** The words of a command, in both languages. */
export type CommandWord = keyof typeof frame.command;

/** One thing that the palette offers. */
export interface Command {
  readonly id: string;
  /** Its words, or those of the operation or the tab that it leads to. */
  readonly word: CommandWord | `work.${OperationKind}` | ClusterTabTitle;
  /** What finds it beside its words; absent: those in English. */
  readonly keyword?: string;
  /** What it is about, where its words name it: a host. */
  readonly name?: string;
  /** Beside its words: an address, what an operation is about. */
  readonly hint?: string;
  /** The call of the API that it is for, or that its page needs: whom that refuses is not offered it. */
  readonly calls: EndpointName;
  readonly effect: CommandEffect;
  /** Why it makes no sense now. */
  readonly hindrance?: MemberHindrance;
}

/** Commands under one heading: the name of a cluster, or a word. */
export interface CommandSection {
  readonly id: string;
  readonly heading: { readonly name: string } | { readonly word: "navigation" | "hosts" | "operations" };
  readonly commands: readonly Command[];
}

/** What a role may do of these. */
export function allowedTo(role: Role, sections: readonly CommandSection[]): readonly CommandSection[] {
  const isAllowed = ({ calls }: Command): boolean => {
    const { access } = endpoints[calls];
    return access === "public" || isRoleAtLeast(role, access);
  };
  return sections
    .map((section) => ({ ...section, commands: section.commands.filter(isAllowed) }))
    .filter(({ commands }) => commands.length > 0);
}

/** A command that leads somewhere. */
export function going(command: Omit<Command, "effect"> & { readonly href: string }): Command {
  const { href, ...rest } = command;
  return { ...rest, effect: { kind: "go", href } };
}
