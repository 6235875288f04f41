/**
 * Gives an opening dialog's focus to its first field, or to the dialog itself: never to the close button,
 * where Enter would throw away what was opened. For Radix's onOpenAutoFocus.
 */
export function focusFirstField(event: Event): void {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  event.preventDefault();
  const field = dialog.querySelector(
    "input:not([disabled]), textarea:not([disabled]), [role='combobox'], [role='radio']",
  );
  if (field instanceof HTMLElement) field.focus();
  else dialog.focus();
}
