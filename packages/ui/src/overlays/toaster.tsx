"use client";

import { CircleCheck, OctagonX } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster as SonnerToaster, toast as show } from "sonner";
import { useUi } from "../foundation/ui-provider";

/** Properties of {@link Toaster}. */
export interface ToasterProps {
  /** The accessible name of the region. */
  readonly label: string;
}

/** The place of toasts; mount it once. Toasts answer what the user just did; problems belong on the page. */
export function Toaster({ label }: ToasterProps): ReactNode {
  const { labels } = useUi();
  return (
    <SonnerToaster
      position="bottom-right"
      // Above the drawer's bar, which says what runs.
      offset={{ bottom: "4rem", right: "1rem" }}
      mobileOffset={{ bottom: "5rem", left: "1rem", right: "1rem" }}
      containerAriaLabel={label}
      // Its own style sheet names fonts of the system, which need not have Chinese ones.
      style={{ fontFamily: "var(--font-text)" }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: labels.close,
        classNames: {
          toast:
            "flex w-[22rem] max-w-[calc(100vw-2rem)] items-start gap-2.5 rounded-lg border border-line-strong bg-raised px-4 py-3 text-sm text-ink shadow-float",
          title: "font-medium",
          description: "text-ink-muted",
          icon: "mt-0.5 [&>svg]:size-4",
          actionButton: "ms-auto rounded-sm px-1.5 font-medium text-accent-ink hover:underline",
        },
      }}
      icons={{
        success: <CircleCheck aria-hidden className="text-ok-ink" />,
        error: <OctagonX aria-hidden className="text-failed-ink" />,
      }}
    />
  );
}

/** What a toast says. */
export interface ToastMessage {
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** Answers the user's last action for a few seconds. Works in the browser only, below a mounted Toaster. */
export function showToast(kind: "done" | "failed" | "info", message: ToastMessage): void {
  const options = {
    ...(message.description === undefined ? {} : { description: message.description }),
    ...(message.action === undefined
      ? {}
      : { action: { label: message.action.label, onClick: message.action.onSelect } }),
  };
  if (kind === "done") show.success(message.title, options);
  else if (kind === "failed") show.error(message.title, options);
  else show(message.title, options);
}
