import { expect, test } from "vitest";
import { networkPerTransaction } from "./network-per-transaction";

const run = { tps: 100, seconds: 30 };
const host = (isPrimary: boolean, inBytes: number, outBytes: number, seconds = 30) => ({
  isPrimary,
  seconds,
  inBytes,
  outBytes,
});

test("network bytes per transaction are those of the primary, and the mean of the others, in and out apart", () => {
  const hosts = [host(true, 50_000, 90_000), host(false, 10_000, 2_000), host(false, 30_000, 4_000)];
  expect(networkPerTransaction(hosts, run)).toEqual({
    primary: { inBytes: 500, outBytes: 900 },
    secondaries: { inBytes: 200, outBytes: 30 },
  });
});

test("a host that was away for most of the run is in no mean, and where all were there is no figure", () => {
  const away = host(false, 9e9, 9e9, 14);
  expect(networkPerTransaction([host(true, 100, 200), away], run)).toEqual({
    primary: { inBytes: 1, outBytes: 2 },
    secondaries: null,
  });
  expect(networkPerTransaction([away], run)).toBeUndefined();
  expect(networkPerTransaction([host(true, 1, 1)], { tps: 0, seconds: 30 })).toBeUndefined();
});
