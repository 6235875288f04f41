import { problemDetail, type Refusal, refuse } from "@primacy/contract";
import { fromByteText } from "./byte-text";

/** A stretch of a text and what takes its place. */
export interface TextSpan {
  readonly at: number;
  readonly oldText: string;
  readonly newText: string;
}

/** What brings a file back to what it was before an edit. Its texts have one character for each byte. */
export interface OptionUndo {
  readonly file: string;
  readonly oldHash: string;
  readonly newHash: string;
  /** `at` is in the edited text; in order, and none overlaps another. */
  readonly spans: readonly TextSpan[];
}

/** Puts every span's new text into a text; `at` is in the old text. They are in order, and none overlaps another. */
export function applySpans(text: string, spans: readonly TextSpan[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, oldText, newText } of spans) {
    pieces.push(text.slice(from, at), newText);
    from = at + oldText.length;
  }
  return [...pieces, text.slice(from)].join("");
}

/** The undo of spans that turned `oldText` into `newText`. */
export function toUndo(
  file: string,
  oldText: string,
  newText: string,
  spans: readonly TextSpan[],
): OptionUndo {
  let moved = 0;
  const placed = spans.map((span) => {
    const at = span.at + moved;
    moved += span.newText.length - span.oldText.length;
    return { ...span, at };
  });
  return { file, oldHash: hashText(oldText), newHash: hashText(newText), spans: placed };
}

/** The text from before the edit, byte for byte; refused where the file is no longer what the edit made of it. */
export function undoEdit(undo: OptionUndo, text: string): string | Refusal {
  const back = undo.spans.map(({ at, oldText, newText }) => ({ at, oldText: newText, newText: oldText }));
  const isOurs =
    hashText(text) === undo.newHash &&
    back.every(({ at, oldText }) => text.slice(at, at + oldText.length) === oldText);
  const restored = isOurs ? applySpans(text, back) : null;
  if (restored !== null && hashText(restored) === undo.oldHash) return restored;
  return refuse("conflict", [problemDetail("", "option_file_changed", { file: fromByteText(undo.file) })]);
}

/** The edit that makes of the edited text what it was before, as an edit of its own: its undo makes the edit again. */
export function reverseEdit({ file, oldHash, newHash, spans }: OptionUndo): OptionUndo {
  let moved = 0;
  const back = spans.map(({ at, oldText, newText }) => {
    const span = { at: at - moved, oldText: newText, newText: oldText };
    moved += newText.length - oldText.length;
    return span;
  });
  return { file, oldHash: newHash, newHash: oldHash, spans: back };
}

/** The text after the edit that an undo belongs to; refused where the file is no longer what the edit was planned on. */
export function redoEdit(undo: OptionUndo, text: string): string | Refusal {
  let moved = 0;
  const placed = undo.spans.map((span) => {
    const at = span.at - moved;
    moved += span.newText.length - span.oldText.length;
    return { ...span, at };
  });
  const isAsPlanned = hashText(text) === undo.oldHash;
  const edited = isAsPlanned ? applySpans(text, placed) : null;
  if (edited !== null && hashText(edited) === undo.newHash) return edited;
  return refuse("conflict", [
    problemDetail("", "option_file_not_as_planned", { file: fromByteText(undo.file) }),
  ]);
}

/**
 * Tells texts apart that differ by accident: 106 bits of two multiplicative hashes, and the length. It is no protection
 * against somebody who looks for two texts of one hash.
 */
export function hashText(text: string): string {
  const halves = [0x9e3779b9, 0x85ebca6b].map((seed) => mix(text, seed));
  return `${text.length.toString(36)}-${halves.join("-")}`;
}

function mix(text: string, seed: number): string {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  const first = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  const second =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909);
  return ((second >>> 0) * 2 ** 21 + ((first >>> 0) >>> 11)).toString(36);
}
