"use client";

import { type ColumnSort, Pagination } from "@primacy/ui";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { type Asked, directionOf, nextSorting, type Sorted } from "./list-query";
import { toAddress } from "./page-address";

/** What stands in the address of the page, for the queries of lists. */
export function useAsked(): Asked {
  return Object.fromEntries(useSearchParams());
}

/** Puts filters into the address of the page and goes to the first page of what they leave; null takes one out. */
export function useFilterAddress(): (filters: Readonly<Record<string, string | null>>) => void {
  const router = useRouter();
  const path = usePathname();
  const asked = useSearchParams();
  return (filters) => router.push(toAddress(path, asked, { ...filters, cursor: null }), { scroll: false });
}

/** Gives a column's header a link that sorts the list by `field`; a link can be sent, and is reached by keyboard. */
export function useColumnSort<S extends string>(sorted: Sorted<S>): (field: S) => ColumnSort {
  const path = usePathname();
  const asked = useSearchParams();
  return (field) => {
    const now = directionOf(sorted, field);
    return {
      kind: "link",
      href: toAddress(path, asked, nextSorting(sorted, field)),
      direction: now === undefined ? undefined : now === "asc" ? "ascending" : "descending",
    };
  };
}

/** Steps through a list by links that can be sent to a colleague. Nothing is shown where all of it is in sight. */
export function ListSteps({
  label,
  nextCursor,
}: {
  readonly label: string;
  readonly nextCursor: string | null;
}): ReactNode {
  const t = useTranslations("common");
  const path = usePathname();
  const asked = useSearchParams();
  const isFirst = asked.get("cursor") === null;
  return (
    <Pagination
      label={label}
      previous={isFirst ? null : { href: toAddress(path, asked, { cursor: null }), label: t("firstPage") }}
      next={
        nextCursor === null
          ? null
          : { href: toAddress(path, asked, { cursor: nextCursor }), label: t("nextPage") }
      }
    />
  );
}
