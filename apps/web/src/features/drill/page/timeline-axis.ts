interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const steps: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
];
const mostTicks = 10;
/** Up to here an instant is named by its seconds alone. */
const inSecondsMs = mostTicks * minute;

/** Round instants to read a stretch of the clock by, ten at most; the fault is one where it lies in it. */
export function listTicks(span: Span): readonly number[] {
  const isEnough = (step: number): boolean => countTicks(span, step) <= mostTicks;
  let step = steps.find(isEnough) ?? day;
  while (!isEnough(step)) step *= 2;
  const first = Math.ceil(span.fromMs / step);
  return Array.from({ length: countTicks(span, step) }, (_, at) => (first + at) * step || 0);
}

function countTicks({ fromMs, toMs }: Span, step: number): number {
  return Math.floor(toMs / step) - Math.ceil(fromMs / step) + 1;
}

/** An instant of a stretch as its axis names it: of a long one by its largest units. */
export function formatTick(
  ms: number,
  { fromMs, toMs }: Span,
  { seconds, duration }: Readonly<Record<"seconds" | "duration", (ms: number) => string>>,
): string {
  return ms === 0 || toMs - fromMs <= inSecondsMs ? seconds(ms) : duration(ms);
}
