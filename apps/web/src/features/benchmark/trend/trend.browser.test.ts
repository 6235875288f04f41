import { describe, expect, it } from "vitest";
import { openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

describe("the trend of a cluster, in Chromium", () => {
  it("has the throughput of each arm and what it costs over benchmarks in time, the pinned one marked", async () => {
    const page = await open("list&trend");
    const trend = page.locator("section", { has: page.getByRole("heading", { name: "Trend" }) }).last();
    await trend.locator(".recharts-line-curve").first().waitFor();
    expect(await trend.locator(".recharts-line-curve").count()).toBe(2);
    await trend.locator("svg").getByText("Baseline", { exact: true }).waitFor();
    await trend.getByRole("heading", { name: "What VIP costs against Direct" }).waitFor();
    await trend.getByRole("button", { name: "Show table" }).last().click();
    const table = trend.getByRole("table").last();
    const names = await table.locator("tbody th").allTextContents();
    expect(names).toHaveLength(9);
    expect(names[0]).toContain("After the upgrade to 8.4.7");
    expect(names[7]).toMatch(/Weekly 2 \(baseline\)$/);
    expect(await table.locator("thead").textContent()).toContain("Baseline");
    await page.close();
  });

  it("is of one load at a time", async () => {
    const page = await open("list&trend");
    const load = page.getByRole("combobox", { name: "Load" });
    await load
      .getByText("oltp_read_write, 4 × 10,000, 16 threads (9 benchmarks)", { exact: false })
      .waitFor();
    await load.click();
    await page.getByRole("option", { name: /64 threads/ }).click();
    await load.getByText("64 threads", { exact: false }).waitFor();
    await page.close();
  });

  it("calls the queries of mysqlslap QPS, and tells loads apart by the options in which they differ", async () => {
    const page = await open("list&trend&slap");
    await page.getByRole("heading", { name: "QPS of each arm" }).waitFor();
    const load = page.getByRole("combobox", { name: "Load" });
    await load
      .getByText("mysqlslap mixed, 16 threads (5 benchmarks), queries=500", { exact: false })
      .waitFor();
    await load.click();
    await page.getByRole("option", { name: /16 threads \(4 benchmarks\), queries=900/ }).waitFor();
    await page.close();
  });

  it("is not there with fewer than two benchmarks", async () => {
    const page = await open("list");
    await page.getByRole("link", { name: "VIP at night" }).waitFor();
    expect(await page.getByRole("heading", { name: "Trend" }).count()).toBe(0);
    await page.close();
  });
});

describe("the list of benchmarks by tag, in Chromium", () => {
  it("is of those that have the tag of its address, and of all again", async () => {
    const page = await open("list&tag=nightly");
    await page.getByRole("link", { name: "Before the upgrade" }).waitFor();
    expect(await page.getByRole("link", { name: "VIP at night" }).count()).toBe(0);
    await page.locator("p", { hasText: "Benchmarks with the tag nightly" }).waitFor();
    expect(await page.getByRole("link", { name: "Show all" }).getAttribute("href")).toMatch(/\/benchmarks$/);
    await page.close();
    const none = await open("list&tag=other");
    await none.getByText("No benchmark of this cluster has this tag.").waitFor();
    await none.close();
  });
});
