import type { CommandGroup, CommandItem } from "./command-palette";

/**
 * The first `limit` commands in which everything that was typed occurs, in any order: in their words, their hints, or the
 * heading that they stand under. Groups with a command whose words begin with what was typed come first.
 */
export function findCommands(
  groups: readonly CommandGroup[],
  typed: string,
  limit: number,
): readonly CommandGroup[] {
  const parts = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const ranked = groups.map((group) => {
    const items = group.items
      .map((item) => ({ item, rank: rankOf(item, group.heading, parts) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank);
    return { group, items, best: items[0]?.rank ?? 0 };
  });
  let left = limit;
  return ranked
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ group, items }) => {
      const shown = items.slice(0, left);
      left -= shown.length;
      return { ...group, items: shown.map(({ item }) => item) };
    })
    .filter(({ items }) => items.length > 0);
}

/** 2: each part begins a word of the command itself; 1: each occurs somewhere; 0: one does not. */
function rankOf({ label, hint, keywords }: CommandItem, heading: string, parts: readonly string[]): number {
  const own = ` ${[label, ...(keywords ?? [])].join(" ").toLowerCase()}`;
  const all = `${own} ${[hint, heading].join(" ").toLowerCase()}`;
  if (!parts.every((part) => all.includes(part))) return 0;
  return parts.every((part) => own.includes(` ${part}`)) ? 2 : 1;
}
