/**
 * Does the same small piece of work again and again and prints each second how many microseconds of processor time one
 * took on average: the pace of the processor that this process is bound to. Other machines on the same hardware change
 * it by half without showing as stolen time.
 */
const pauseMs = 50;
const steps = 30_000;
/** 16 MB, more than a share of the processor's caches: a database's memory is where neighbours are felt most. */
const slots = 4_194_304;
const table = new Uint32Array(slots);

function work() {
  let state = 2_463_534_242;
  for (let step = 0; step < steps; step += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const slot = state & (slots - 1);
    table[slot] += step;
    if (table[slot] & 1) state += slot;
  }
  return state;
}

let second = Math.floor(performance.now() / 1000);
let totalMicros = 0;
let count = 0;
setInterval(() => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  const now = Math.floor(performance.now() / 1000);
  if (now !== second && count > 0) {
    process.stdout.write(`${(totalMicros / count).toFixed(1)}\n`);
    totalMicros = 0;
    count = 0;
  }
  second = now;
  totalMicros += user + system;
  count += 1;
}, pauseMs);
