import {
  CircleCheck,
  CircleDashed,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from "lucide-react";

/** The five states that anything on a screen can be in. Unknown includes stale. */
export type Tone = "ok" | "busy" | "warning" | "failed" | "unknown";

/** Every tone, from calm to loud. */
export const TONES = ["ok", "busy", "warning", "failed", "unknown"] as const satisfies readonly Tone[];

/** How one tone is drawn. Each tone has its own icon outline, so that colour is never the only sign. */
export interface ToneStyle {
  readonly icon: LucideIcon;
  /** Text and icons on the page, a card or the tone's own soft background (AA contrast). */
  readonly ink: string;
  /** Dots and bars. */
  readonly solid: string;
  readonly softBackground: string;
  readonly border: string;
  /** The CSS colour for SVG strokes. */
  readonly cssColor: string;
}

/** The one place where a tone becomes a colour and an icon. */
export const TONE_STYLES: Readonly<Record<Tone, ToneStyle>> = {
  ok: {
    icon: CircleCheck,
    ink: "text-ok-ink",
    solid: "bg-ok-solid",
    softBackground: "bg-ok-soft",
    border: "border-ok-line",
    cssColor: "var(--ok-solid)",
  },
  busy: {
    icon: LoaderCircle,
    ink: "text-busy-ink",
    solid: "bg-busy-solid",
    softBackground: "bg-busy-soft",
    border: "border-busy-line",
    cssColor: "var(--busy-solid)",
  },
  warning: {
    icon: TriangleAlert,
    ink: "text-warning-ink",
    solid: "bg-warning-solid",
    softBackground: "bg-warning-soft",
    border: "border-warning-line",
    cssColor: "var(--warning-solid)",
  },
  failed: {
    icon: OctagonX,
    ink: "text-failed-ink",
    solid: "bg-failed-solid",
    softBackground: "bg-failed-soft",
    border: "border-failed-line",
    cssColor: "var(--failed-solid)",
  },
  unknown: {
    icon: CircleDashed,
    ink: "text-unknown-ink",
    solid: "bg-unknown-solid",
    softBackground: "bg-unknown-soft",
    border: "border-unknown-line",
    cssColor: "var(--unknown-solid)",
  },
};
