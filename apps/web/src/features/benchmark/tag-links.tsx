"use client";

import { Badge, Link } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

/** The tags of a benchmark; each leads to the benchmarks that have it. */
export function TagLinks({
  clusterId,
  tags,
}: {
  readonly clusterId: string;
  readonly tags: readonly string[];
}): ReactNode {
  const t = useTranslations("benchmark.notes");
  if (tags.length === 0) return null;
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-1 align-middle">
      {tags.map((tag) => (
        <Link
          key={tag}
          href={`/clusters/${clusterId}/benchmarks?${new URLSearchParams({ tag })}`}
          aria-label={t("showTag", { tag })}
          className="min-w-0"
        >
          <Badge>
            <span className="truncate">{tag}</span>
          </Badge>
        </Link>
      ))}
    </span>
  );
}
