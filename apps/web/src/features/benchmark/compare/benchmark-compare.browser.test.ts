import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

const prefix = "0198f3f0-6d1e-7c3a-9f0e-000000000";
const [first, other, same, slap, gone] = ["400", "411", "412", "413", "499"].map((end) => prefix + end);

/** The rows of what differed: the name of each, and its values. */
async function differences(page: Page, caption: string): Promise<readonly (readonly string[])[]> {
  const rows = await page.getByRole("table", { name: caption }).locator("tbody tr").all();
  return Promise.all(rows.map((row) => row.locator("th, td > span:last-child").allTextContents()));
}

describe("benchmarks side by side, in Chromium", () => {
  it("are chosen in the list, two to five of them, and their page has an address", async () => {
    const page = await open("list");
    const compare = page.getByRole("button", { name: /^Compare/ });
    const boxes = page.getByRole("checkbox");
    await boxes.first().click();
    expect(await compare.isDisabled()).toBe(true);
    await page.getByText("Choose two to five benchmarks.", { exact: false }).waitFor();
    await boxes.nth(1).click();
    await compare.click();
    const went = (await page.locator('output[aria-label="went"]').textContent()) ?? "";
    expect(went).toMatch(/\/benchmarks\/compare\?ids=[0-9a-f-]{36},[0-9a-f-]{36}$/);
    await page.close();
  });

  it("say first what differed, and only that", async () => {
    const page = await open(`compare&ids=${first},${other}`);
    await page.getByRole("table", { name: "What differed" }).waitFor();
    const rows = await differences(page, "What differed");
    expect(rows.map(([name]) => name)).toEqual([
      "Cluster",
      "Tool",
      "Threads",
      "Seconds per run",
      "Arms",
      "Endpoints of VIP",
      "Endpoints of Write VIP",
      "MySQL",
      "sync_binlog",
    ]);
    expect(rows[1]).toEqual(["Tool", "sysbench 1.0.20", "sysbench 1.1.0"]);
    expect(rows[6]?.[1]).toBe("not there");
    expect(rows[7]).toEqual(["MySQL", "8.4.6", "8.4.7"]);
    await page.getByRole("heading", { name: "Direct, 16 threads" }).waitFor();
    await page.getByRole("heading", { name: "Write VIP, 16 threads" }).waitFor();
    await page.getByText("VIP costs", { exact: false }).first().waitFor();
    await page.close();
  });

  it("say which of them count queries and which transactions, and that these are no figures of one kind", async () => {
    const page = await open(`compare&ids=${first},${slap}`);
    await page.getByRole("heading", { name: "TPS / QPS side by side" }).waitFor();
    await page.getByText("QPS counts queries and TPS counts transactions", { exact: false }).waitFor();
    await page.getByText("A · TPS").first().waitFor();
    await page.getByText("B · QPS").first().waitFor();
    await page.close();
    const alike = await open(`compare&ids=${first},${same}`);
    await alike.getByRole("heading", { name: "TPS side by side", exact: true }).waitFor();
    await alike.close();
  });

  it("say where nothing that is recorded differed", async () => {
    const page = await open(`compare&zh&ids=${first},${same}`);
    await page.getByText("就已记录的内容而言，设置相同。").waitFor();
    expect(await page.getByRole("table", { name: "有何不同" }).count()).toBe(0);
    await page.close();
  });

  it("tell of one that was deleted, and take others by their addresses", async () => {
    const page = await open(`compare&ids=${first},${gone}`);
    await page.getByText("These benchmarks are not there any more: 1").waitFor();
    await page.getByText("Two to five benchmarks can be compared.", { exact: false }).waitFor();
    const field = page.getByRole("textbox");
    await field.fill(`${first} https://console/clusters/x/benchmarks/${other}?block=1`);
    await page.getByRole("button", { name: "Show" }).click();
    const went = (await page.locator('output[aria-label="went"]').textContent()) ?? "";
    expect(went).toContain(`compare?ids=${first},${other}`);
    await page.close();
  });
});
