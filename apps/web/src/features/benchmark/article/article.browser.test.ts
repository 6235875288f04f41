import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

describe("a benchmark that follows an article, in Chromium", () => {
  it("is filled in by a preset that says how long it takes, and is ordered as that preset", async () => {
    const page = await open("new");
    // Two arms, three thread counts, six blocks of 310 s each.
    await page.getByText(/^50 tables of 100,000 rows, 16\/32\/64 threads.*about 3 h/).waitFor();
    await page.getByRole("radio", { name: /^Article 000, evening/ }).click();
    await page.getByText("This cluster has no MySQL Router, HAProxy.", { exact: false }).waitFor();
    expect(await page.getByLabel("Rows per table").inputValue()).toBe("100000");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    const [line = ""] = (await askedOf(page)).filter((one) => one.includes("/benchmarks/check"));
    expect(JSON.parse(line.slice(line.indexOf("{")))).toMatchObject({
      preset: "article_000_evening",
      threads: [16, 32, 64],
      runSeconds: 60,
      arms: [{ endpoints: [{ kind: "member" }] }, { endpoints: [{ kind: "vip" }] }],
    });
    await page.getByRole("radio", { name: /^A benchmark of your own/ }).click();
    expect(await page.getByLabel("Rows per table").inputValue()).toBe("10000");
    await page.close();
  });

  it("has the published figures beside its own, as hollow marks and in the table, with the article's slips", async () => {
    const page = await open("finished&follows");
    await page.getByText("Published (article 000)").first().waitFor();
    const plot = page.locator("section", {
      has: page.getByRole("heading", { name: "Loss of TPS with its 95 % interval" }),
    });
    // The VIP with 16 and with 64 threads, and the sign that says what a mark is.
    expect(await plot.locator("path.hollow-mark").count()).toBe(3);
    await plot.last().getByRole("button", { name: "Show table" }).click();
    const row = page.getByRole("row", { name: /^VIP, 16 threads/ }).first();
    expect(await row.textContent()).toContain("+2%");
    await page.getByText("Router loses 12.4, 19.8 and 14.7 %", { exact: false }).waitFor();
    await page.getByText("Article 000, full").waitFor();
    await page.close();
  });

  it("shows no published figure where nothing was followed", async () => {
    const page = await open("finished");
    await page.getByRole("heading", { name: "Loss of TPS with its 95 % interval" }).waitFor();
    expect(await page.getByText("Published", { exact: false }).count()).toBe(0);
    await page.close();
  });
});

it("lists the figures of five articles, and what is missing to measure them", async () => {
  const page = await open("articles");
  await page.getByRole("heading", { name: "Article 004" }).waitFor();
  expect(await page.getByRole("heading", { name: /^Article 00/ }).count()).toBe(5);
  await page.getByText("Clusters of Galera (Percona XtraDB Cluster).").first().waitFor();
  const inserts = page.getByRole("table", { name: /^Time for 500 inserts/ });
  expect(await inserts.getByRole("row").nth(1).textContent()).toContain("51.671 s");
  await page.getByText("1:51:58").waitFor();
  expect(await page.getByRole("link", { name: "Reproduce it" }).count()).toBe(1);
  await page.close();
});
