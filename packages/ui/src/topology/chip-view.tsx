import { AudioWaveform, Diamond, LoaderCircle, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../foundation/class-names";
import type { Tone } from "../foundation/tone";
import type { TopologyChip } from "./types";

/** Properties of {@link ChipView}. */
export interface ChipViewProps {
  readonly chip: TopologyChip;
  readonly selected: boolean;
  readonly onSelect: (() => void) | undefined;
}

/** An address that is held is solid; what the wire answers is an outline. Both are loud when they are wrong. */
const LOOKS: Readonly<Record<TopologyChip["kind"], Readonly<Record<Tone, string>>>> = {
  address: {
    ok: "border-accent bg-accent text-on-accent",
    busy: "border-busy-line bg-busy-soft text-busy-ink",
    warning: "border-warning-line bg-warning-soft text-warning-ink",
    failed: "border-danger bg-danger text-on-accent",
    unknown: "border-unknown-solid border-dashed bg-unknown-soft text-unknown-ink",
  },
  answer: {
    ok: "border-line-strong bg-surface text-ink",
    busy: "border-busy-line bg-surface text-busy-ink",
    warning: "border-warning-solid bg-warning-soft text-warning-ink",
    failed: "border-danger bg-danger text-on-accent",
    unknown: "border-unknown-solid border-dashed bg-surface text-unknown-ink",
  },
};

/** One chip: its sign, its label in monospace, its word. */
export function ChipView({ chip, selected, onSelect }: ChipViewProps): ReactNode {
  const content = (
    <span
      className={classNames(
        "inline-flex h-6 min-w-0 items-center gap-1.5 rounded-md border px-1.5 text-xs",
        "group-focus-visible/chip:outline-2 group-focus-visible/chip:outline-focus group-focus-visible/chip:outline-offset-1",
        LOOKS[chip.kind][chip.tone],
        selected && "outline-2 outline-focus outline-offset-1",
      )}
    >
      <ChipSign chip={chip} />
      <span className="truncate font-mono">{chip.label}</span>
      {chip.detail === undefined ? null : <span className="shrink-0 opacity-90">{chip.detail}</span>}
    </span>
  );
  const className = "inline-flex h-8 max-w-full items-center";
  if (onSelect === undefined) {
    return (
      <span className={className} title={chip.label}>
        {content}
        <span className="sr-only">{chip.description}</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      title={chip.label}
      aria-label={chip.description}
      onClick={onSelect}
      // Above the card's own button, which covers the whole of it.
      className={classNames("group/chip pointer-events-auto relative outline-none", className)}
    >
      {content}
    </button>
  );
}

function ChipSign({ chip }: { chip: TopologyChip }): ReactNode {
  const className = "size-3.5 shrink-0";
  switch (chip.tone) {
    case "failed":
      return <OctagonX aria-hidden strokeWidth={2.25} className={className} />;
    case "warning":
      return <TriangleAlert aria-hidden strokeWidth={2.25} className={className} />;
    case "busy":
      return (
        <LoaderCircle aria-hidden strokeWidth={2.25} className={classNames(className, "animate-spin")} />
      );
    case "ok":
    case "unknown":
      return chip.kind === "address" ? (
        <Diamond
          aria-hidden
          className={classNames("size-3 shrink-0", chip.tone === "ok" && "fill-current")}
        />
      ) : (
        <AudioWaveform aria-hidden className={className} />
      );
  }
}
