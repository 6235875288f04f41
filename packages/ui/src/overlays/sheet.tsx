"use client";

import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "../controls/icon-button";
import { classNames } from "../foundation/class-names";
import { useUi } from "../foundation/ui-provider";
import { useDialogFocus } from "./use-dialog-focus";

/** Properties of {@link Sheet}. */
export interface SheetProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly side?: "left" | "right";
  /**
   * Modal: the page behind is dimmed and out of reach. Otherwise it stays live and usable beside the panel, which
   * closes by its button or Escape. The default is modal on the left (navigation) and not on the right (facts).
   */
  readonly modal?: boolean;
}

/** A panel over the page's edge: facts, history and actions of one thing. */
export function Sheet(props: SheetProps): ReactNode {
  const { open, onOpenChange, title, description, children, footer, side = "right" } = props;
  const modal = props.modal ?? side === "left";
  const { labels } = useUi();
  const focus = useDialogFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      <Primitive.Portal>
        {modal ? <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" /> : null}
        <Primitive.Content
          {...focus}
          onInteractOutside={modal ? undefined : (event) => event.preventDefault()}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
          className={classNames(
            "fixed inset-y-0 z-40 flex outline-none w-[min(27rem,100vw)] flex-col border-line-strong bg-raised shadow-float",
            side === "right" ? "end-0 animate-from-right border-s" : "start-0 animate-from-left border-e",
          )}
        >
          <header className="flex items-start justify-between gap-4 border-line border-b ps-5 pe-3 py-3">
            <div className="flex min-w-0 flex-col pt-0.5">
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
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 text-sm">{children}</div>
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
