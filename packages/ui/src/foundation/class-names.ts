import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({ extend: { theme: { text: ["2xs"] } } });

/** Joins class names; where two Tailwind classes contradict, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values));
}
