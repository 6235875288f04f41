import { articles } from "@primacy/core/benchmark";
import { expect, it } from "vitest";
import { publishedFormat } from "./published-format";

const printed = (id: string, measure: string): readonly string[] =>
  articles
    .flatMap((article) => (article.id === id ? article.tables : []))
    .filter((table) => table.measure === measure)
    .flatMap(({ unit, rows }) =>
      rows.map(([, ...values]) =>
        values
          .map((value) => publishedFormat(unit, "en")(typeof value === "number" ? value : null))
          .join(" "),
      ),
    );

it("writes figures as their articles print them: with a sign, by the clock, and at the least", () => {
  expect(printed("002", "over_after_commit")).toEqual(["+4.5%", "+64.8%", "+197.1%"]);
  expect(printed("002", "qps")).toEqual(["110,000+ QPS"]);
  expect(printed("001", "join")).toEqual(["1:51:58", "29:29"]);
  expect(printed("004", "latency")).toEqual(["0.99 ms – 1,260.68 ms", "0.84 ms 3.97 ms 228.44 ms"]);
});
