"use client";

import { message, type OperationKind } from "@primacy/contract";
import { Button, type CommandGroup, CommandPalette, useCommandShortcut } from "@primacy/ui";
import { Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useMessageText } from "../client/use-locale";
import { useHostRuns } from "../features/host/use-host-runs";
import { frame as english } from "../i18n/messages/en/frame";
import type { Command, CommandEffect, CommandSection, CommandWord } from "./palette/command";
import { CommandIcon } from "./palette/command-icon";
import { useCommandSections } from "./palette/use-command-sections";
import { useSignOut } from "./use-sign-out";

/** Ctrl/Cmd-K: go anywhere, and begin any action that the role allows. */
export function Jump(): ReactNode {
  const t = useTranslations("frame");
  const [isOpen, setOpen] = useState(false);
  useCommandShortcut(() => setOpen(true));
  const groups = useGroups(useCommandSections(isOpen));
  return (
    <>
      <Button
        variant="ghost"
        icon={<Search aria-hidden />}
        onClick={() => setOpen(true)}
        className="-me-2 shrink-0 text-ink-muted lg:me-0"
      >
        <span className="sr-only lg:not-sr-only">{t("jump")}</span>
        <kbd className="ms-2 hidden font-mono text-ink-faint text-xs lg:inline">Ctrl K</kbd>
      </Button>
      <CommandPalette
        open={isOpen}
        onOpenChange={setOpen}
        label={t("jump")}
        placeholder={t("jumpHint")}
        emptyLabel={t("nothingFound")}
        groups={groups}
      />
    </>
  );
}

/** The commands in the reader's words; the English ones find them too. */
function useGroups(sections: readonly CommandSection[]): readonly CommandGroup[] {
  const t = useTranslations("frame");
  const words = useTranslations("frame.command");
  const all = useTranslations();
  const hindrances = useTranslations("member.hindrance");
  const begin = useEffects();
  const text = useMessageText();
  const labelOf = (word: Command["word"], name: string): string => {
    if (isWork(word)) return text(message(word));
    return isOwn(word) ? words(word, { name }) : all(word);
  };
  const item = ({ name = "", ...command }: Command): CommandGroup["items"][number] => ({
    id: command.id,
    label: labelOf(command.word, name),
    icon: <CommandIcon effect={command.effect} calls={command.calls} />,
    ...(command.hint === undefined ? {} : { hint: command.hint }),
    keywords: [command.keyword ?? inEnglish(command.word, name)],
    ...(command.hindrance === undefined ? {} : { disabledReason: hindrances(command.hindrance) }),
    onSelect: () => begin(command.effect),
  });
  return sections.map(({ id, heading, commands }) => ({
    id,
    heading: "name" in heading ? heading.name : t(heading.word),
    items: commands.map(item),
  }));
}

function inEnglish(word: Command["word"], name: string): string {
  if (isWork(word)) return message(word).text;
  return isOwn(word) ? english.command[word].replace("{name}", name) : "";
}

function isWork(word: Command["word"]): word is `work.${OperationKind}` {
  return word.startsWith("work.");
}

function isOwn(word: Command["word"]): word is CommandWord {
  return Object.hasOwn(english.command, word);
}

function useEffects(): (effect: CommandEffect) => void {
  const router = useRouter();
  const path = usePathname();
  const runOnHost = useHostRuns();
  const signOut = useSignOut();
  return (effect) => {
    switch (effect.kind) {
      case "go": {
        // On the page itself it is no step in the browser's history.
        const isHere = effect.href.startsWith(`${path}?`);
        return isHere ? router.replace(effect.href, { scroll: false }) : router.push(effect.href);
      }
      case "host":
        return runOnHost(effect.action, effect.hostId);
      case "signOut":
        return signOut();
    }
  };
}
