const started = Date.now();

/** Prints one line of progress with the seconds since the script began. */
export function say(text) {
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${text}\n`);
}

/** Prints one clear sentence and ends with status 1. */
export function fail(text) {
  process.stderr.write(`\n${text}\n`);
  process.exit(1);
}
