/** The box of every text-like control: 32 px, a border with 3:1 contrast, red when invalid. */
export const controlStyles: string = [
  "w-full min-w-0 rounded-md border border-line-control bg-surface px-2.5 text-ink text-sm",
  "transition-colors duration-100 placeholder:text-ink-faint hover:border-ink-muted",
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-faint",
  "read-only:bg-sunken aria-invalid:border-failed-solid",
].join(" ");
