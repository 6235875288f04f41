import { useRef } from "react";

/** Properties of Radix's dialog content that lead the focus in and out. */
export interface DialogFocus {
  readonly onOpenAutoFocus: (event: Event) => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/** What the last dialog was opened from: a dialog that takes the place of another one was opened from there too. */
let lastOpener: HTMLElement | null = null;

/**
 * Leads the focus into an opening dialog, to its first field or to the dialog itself: never to the close button, where
 * Enter would throw away what was opened. When it closes the focus goes back to what opened it, or to the page's content
 * where that is gone. Radix does so only for dialogs with a trigger of its own, and these have none.
 */
export function useDialogFocus(): DialogFocus {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event) => {
      opener.current = findOpener() ?? lastOpener;
      lastOpener = opener.current;
      focusFirstField(event);
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      // The reader, or a dialog that took the place of this one, may have put it elsewhere already.
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const from = opener.current;
      const next = from?.isConnected === true ? from : document.querySelector("main");
      next?.focus({ preventScroll: true });
    },
  };
}

function findOpener(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  // The entry of a menu goes with its menu; the button that the menu is named after stays.
  const trigger = active.closest("[role='menu']")?.getAttribute("aria-labelledby") ?? null;
  return trigger === null ? active : document.getElementById(trigger);
}

function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const field = dialog.querySelector(
    "input:not([disabled]), textarea:not([disabled]), [role='combobox'], [role='radio']",
  );
  if (field instanceof HTMLElement) field.focus();
  else dialog.focus();
}
