import { expect, test } from "vitest";
import { parseOptions } from "./option-lines";

test("options are read as people copy them: with dashes, spaces, numbers, words and switches", () => {
  const { options, bad, twice } = parseOptions(
    "point_selects=5\n\n  --range-size = 100 \nrand_type=uniform\nskip_trx=true\nrate=0.5\nmysql_ssl=off\n",
  );
  expect(options).toEqual([
    ["point_selects", 5],
    ["range_size", 100],
    ["rand_type", "uniform"],
    ["skip_trx", true],
    ["rate", 0.5],
    ["mysql_ssl", "off"],
  ]);
  expect([bad, twice]).toEqual([[], []]);
});

test("what is no option, and what stands there twice, is told and is no option", () => {
  const { options, bad, twice } = parseOptions("nonsense\nname=\n=5\nthreads=1\n--threads=2");
  expect(options).toEqual([["threads", 1]]);
  expect(bad).toEqual(["nonsense", "name=", "=5"]);
  expect(twice).toEqual(["threads"]);
});
