import { HostSamples } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { createHostSampler } from "./host-sampler";
import { type HostCounters, parseCounters } from "./parse-counters";

/** A sampler whose clock the test moves; each second 1,000 bytes more have come in. */
function openSampler() {
  let now = 5_000;
  let reads = 0;
  let beat: (() => void) | null = null;
  const netDev = () => `  eth0: ${now} 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n`;
  const sampler = createHostSampler({
    nowMs: () => now,
    readCounters: async (): Promise<HostCounters> => {
      reads += 1;
      return parseCounters({ stat: "", diskstats: "", meminfo: "", netDev: netDev() });
    },
    pulse: (act) => {
      beat = act;
      return () => {
        beat = null;
      };
    },
  });
  async function pass(seconds: number): Promise<void> {
    for (let n = 0; n < seconds; n += 1) {
      now += 1_000;
      beat?.();
      // Until the reading is there.
      await new Promise(setImmediate);
    }
  }
  const ask = async (series: string | null = null, after = 0) =>
    HostSamples.parse(await sampler.list({ series, after }));
  return {
    ask,
    pass,
    move: (ms: number) => {
      now += ms;
    },
    reads: () => reads,
    isLooking: () => beat !== null,
    stop: () => sampler.stop(),
  };
}

test("nothing is looked at before somebody asks, nor from two minutes after the last question", async () => {
  const host = openSampler();
  await host.pass(10);
  expect([host.reads(), host.isLooking()]).toEqual([0, false]);
  await host.ask();
  await host.pass(119);
  expect(host.isLooking()).toBe(true);
  await host.pass(2);
  const reads = host.reads();
  await host.pass(30);
  expect([host.isLooking(), host.reads()]).toEqual([false, reads]);
});

test("who asks late finds each second once, with its age, and who asks anew all that is kept", async () => {
  const host = openSampler();
  expect((await host.ask()).samples).toEqual([]);
  await host.pass(3);
  const first = await host.ask();
  expect(first.samples.map(({ seq, ageMs }) => [seq, ageMs])).toEqual([
    [1, 2_000],
    [2, 1_000],
    [3, 0],
  ]);
  expect(first.samples[0]).toMatchObject({ spanMs: 1_000, network: { inBytes: 1_000 } });
  await host.pass(100);
  host.move(250);
  const later = await host.ask(first.series, 3);
  expect(later.samples.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, n) => n + 4));
  expect(later.samples.at(-1)?.ageMs).toBe(250);
  // A number of another series says nothing of this one.
  const stranger = await host.ask("0b0d9a55-4a8e-4d0c-8c3e-000000000000", 90);
  expect(stranger.samples).toHaveLength(103);
});

test("what is older than ten minutes is gone", async () => {
  const host = openSampler();
  for (let minute = 0; minute < 12; minute += 1) {
    await host.ask();
    await host.pass(60);
  }
  const { samples } = await host.ask();
  expect(samples.at(-1)?.seq).toBe(720);
  expect(samples.length).toBe(601);
  expect(samples[0]?.ageMs).toBe(600_000);
});

test("a host that stood still has a gap, and is measured again from the next second on", async () => {
  const host = openSampler();
  await host.ask();
  await host.pass(2);
  host.move(30_000);
  await host.pass(2);
  const { samples } = await host.ask();
  expect(samples.map(({ ageMs, network }) => [ageMs, network?.inBytes])).toEqual([
    [33_000, 1_000],
    [32_000, 1_000],
    [0, 1_000],
  ]);
});

test("once it is ended it looks no more", async () => {
  const host = openSampler();
  await host.ask();
  host.stop();
  host.stop();
  expect(host.isLooking()).toBe(false);
});
