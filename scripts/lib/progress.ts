/** Prints lines of progress, each with the seconds since this call. */
export function startProgress(): (line: string) => void {
  const begun = Date.now();
  return (line) => {
    process.stdout.write(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${line}\n`);
  };
}
