"use client";

import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { classNames } from "../foundation/class-names";
import { findCommands } from "./find-commands";
import { useDialogFocus } from "./use-dialog-focus";

/** One thing that the palette can do or show. */
export interface CommandItem {
  readonly id: string;
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  /** Where it leads or what it touches. */
  readonly hint?: string;
  /** More words that find it: addresses, English names on a Chinese screen. */
  readonly keywords?: readonly string[];
  /** Why it cannot be done now; it is then listed but disabled. */
  readonly disabledReason?: string;
}

/** Items under one heading. */
export interface CommandGroup {
  readonly id: string;
  readonly heading: string;
  readonly items: readonly CommandItem[];
}

/** Properties of {@link CommandPalette}. */
export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The dialog's accessible name. */
  readonly label: string;
  readonly placeholder: string;
  readonly emptyLabel: string;
  readonly groups: readonly CommandGroup[];
}

/** More than these are not drawn at once: who looks for one of them types. */
const drawnAtOnce = 80;

/** Jumps anywhere and runs what the role allows, by typing. It closes before it acts. */
export function CommandPalette(props: CommandPaletteProps): ReactNode {
  const { open, onOpenChange, label, placeholder, emptyLabel, groups } = props;
  const [typed, setTyped] = useState("");
  useEffect(() => {
    if (!open) setTyped("");
  }, [open]);
  const focus = useDialogFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-2 top-[8vh] z-40 mx-auto max-w-[38rem] animate-rise overflow-hidden rounded-xl border border-line-strong bg-raised shadow-float"
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          <Command label={label} loop shouldFilter={false} className="flex max-h-[min(28rem,80vh)] flex-col">
            <div className="flex items-center gap-2.5 border-line border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-muted" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder={placeholder}
                className="h-12 min-w-0 flex-1 bg-transparent text-base text-ink outline-none placeholder:text-ink-faint"
              />
            </div>
            <Command.List className="min-h-0 overflow-y-auto p-2">
              <Command.Empty className="px-2 py-6 text-center text-ink-muted text-sm">
                {emptyLabel}
              </Command.Empty>
              {findCommands(groups, typed, drawnAtOnce).map((group) => (
                <Command.Group
                  key={group.id}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:sticky [&_[cmdk-group-heading]]:-top-2 [&_[cmdk-group-heading]]:bg-raised [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-ink-muted [&_[cmdk-group-heading]]:text-xs"
                >
                  {group.items.map((item) => (
                    <PaletteItem key={item.id} item={item} onClose={() => onOpenChange(false)} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteItem({ item, onClose }: { item: CommandItem; onClose: () => void }): ReactNode {
  const disabled = item.disabledReason !== undefined;
  return (
    <Command.Item
      value={item.id}
      disabled={disabled}
      onSelect={() => {
        onClose();
        item.onSelect();
      }}
      className={classNames(
        "flex min-h-9 select-none items-center gap-2.5 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover data-[selected=true]:ring-1 data-[selected=true]:ring-focus data-[selected=true]:ring-inset [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-muted",
        disabled ? "text-ink-faint" : "cursor-pointer text-ink",
      )}
    >
      {item.icon ?? <span aria-hidden className="size-4 shrink-0" />}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      <span className="truncate text-ink-muted text-xs">{item.disabledReason ?? item.hint}</span>
    </Command.Item>
  );
}

/** Calls back on Ctrl-K (Cmd-K on a Mac) anywhere in the page, and keeps the browser from its own use of it. */
export function useCommandShortcut(onPress: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [onPress]);
}
