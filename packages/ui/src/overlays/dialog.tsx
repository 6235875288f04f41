"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "../controls/icon-button";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";
import { useDialogFocus } from "./use-dialog-focus";

/** Properties of {@link Dialog}. */
export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The buttons, the main one last. */
  readonly footer?: ReactNode;
  /** Widths: 26, 34 and 48 rem. */
  readonly size?: "sm" | "md" | "lg";
}

const WIDTHS = { sm: "max-w-[26rem]", md: "max-w-[34rem]", lg: "max-w-[48rem]" } as const;

/** A question that must be answered before going on. Focus stays inside; Escape closes. */
export function Dialog(props: DialogProps): ReactNode {
  const { open, onOpenChange, title, description, children, footer, size = "md" } = props;
  const { labels } = useUi();
  const focus = useDialogFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          {...focus}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={classNames(
            "fixed inset-x-2 bottom-2 z-40 mx-auto flex outline-none max-h-[calc(100dvh-1rem)] animate-rise flex-col rounded-xl border border-line-strong bg-raised shadow-float",
            "sm:top-[12vh] sm:bottom-auto sm:max-h-[80vh]",
            WIDTHS[size],
          )}
        >
          <header className="flex items-start justify-between gap-4 ps-5 pe-3 pt-4 pb-3">
            <div className="flex min-w-0 flex-col gap-1 pt-0.5">
              <Primitive.Title className="font-semibold text-ink text-lg">{title}</Primitive.Title>
              {description === undefined ? null : (
                <Primitive.Description className="text-ink-muted text-sm">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton label={labels.close} icon={<X aria-hidden />} />
            </Primitive.Close>
          </header>
          {children === undefined ? null : (
            <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5 text-sm">{children}</div>
          )}
          {footer === undefined ? null : (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">
              {footer}
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
