import type { ReactNode } from "react";

/** Sentences one below the other, under a title where they have one; nothing where there are none. */
export function Messages({
  title,
  texts,
}: {
  readonly title?: string;
  readonly texts: readonly string[];
}): ReactNode {
  if (texts.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      {title === undefined ? null : <h3 className="font-medium">{title}</h3>}
      <ul className="flex list-disc flex-col gap-0.5 ps-5 text-ink-muted">
        {texts.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
