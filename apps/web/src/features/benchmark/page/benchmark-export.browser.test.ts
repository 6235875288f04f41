import { expect, it } from "vitest";
import { openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

it.each([
  [
    "en",
    "Export",
    /^Report/,
    [
      "Runs (CSV)",
      "Every second of the load (CSV)",
      "Every second of hosts and members (CSV)",
      "Everything (JSON)",
    ],
  ],
  [
    "zh",
    "导出",
    /^报告/,
    ["全部测量（CSV）", "负载每一秒（CSV）", "主机与成员每一秒（CSV）", "全部数据（JSON）"],
  ],
] as const)(
  "a benchmark is taken away in each form, in the language of the reader (%s), and its page stays",
  async (language, button, report, files) => {
    const page = await open(language === "zh" ? "finished&zh" : "finished");
    await page.evaluate(() => {
      const went: string[] = [];
      Object.assign(window, { went });
      window.open = (url) => {
        went.push(`tab ${url}`);
        return null;
      };
      HTMLAnchorElement.prototype.click = function () {
        went.push(`file ${this.getAttribute("href")}`);
      };
    });
    const choose = async (name: string | RegExp): Promise<void> => {
      await page.getByRole("button", { name: button, exact: true }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose(report);
    for (const name of files) await choose(name);
    const went = await page.evaluate(() => Reflect.get(window, "went"));
    const id = /\/benchmarks\/[0-9a-f-]{36}\//;
    expect(went.map((one: string) => one.replace(id, "/benchmarks/{id}/"))).toEqual([
      `tab /api/v1/benchmarks/{id}/report?language=${language}`,
      "file /api/v1/benchmarks/{id}/runs.csv",
      "file /api/v1/benchmarks/{id}/samples.csv",
      "file /api/v1/benchmarks/{id}/hosts.csv",
      "file /api/v1/benchmarks/{id}/samples.json",
    ]);
    await page.close();
  },
);
