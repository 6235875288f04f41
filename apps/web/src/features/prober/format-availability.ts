const shareSteps = 10_000_000;

/** How many of the attempts were acknowledged, in percent with up to five decimals; rounded down, so that it is 100 only where none failed. */
export function formatAvailability(
  { attempts, acked }: { readonly attempts: number; readonly acked: number },
  locale: string,
): string {
  const share = Math.floor((Math.min(acked, attempts) * shareSteps) / attempts) / shareSteps;
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 5 }).format(share);
}
