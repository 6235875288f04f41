import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./drill-series-pages.fixture.tsx", import.meta.url));

describe("drills compared, in Chromium", () => {
  it("says in words what a fault costs through each endpoint, and has each drill as a dot with the worst ringed", async () => {
    const page = await open("compare");
    const kill = page.getByRole("region", { name: "Killing mysqld", exact: true });
    await kill.getByText(/stops writes through 10\.86\.0\.100 for 6\.\d+ s at the median/).waitFor();
    await kill
      .getByText(
        /stops writes through Router .* \(up to 24 ms shorter\); in 1 of 5 runs they did not come back/,
      )
      .waitFor();
    await kill.locator("svg circle").first().waitFor();
    // Five through the VIP and four of Router, in which writes came back; a ring in each row.
    expect(await kill.locator('svg circle[r="4"]').count()).toBe(9);
    expect(await kill.locator('svg circle[r="7"]').count()).toBe(2);
    await kill.locator('svg circle[r="4"]').first().hover();
    await kill
      .locator(".recharts-tooltip-wrapper")
      .getByText("(up to 24 ms shorter)", { exact: false })
      .waitFor();
    await kill.locator(".recharts-line-curve").first().waitFor();
    expect(await kill.locator(".recharts-line-curve").count()).toBe(2);
    await page.getByText("2 drills are left out", { exact: false }).waitFor();
    await page.close();
  });

  it("has the figures of each endpoint and every drill with its page in tables", async () => {
    const page = await open("compare");
    const figures = page.getByRole("table", { name: "Killing mysqld: figures" });
    const router = figures.getByRole("row", { name: /Router/ });
    await expect
      .poll(() => router.locator("td").allTextContents())
      .toEqual([
        expect.stringMatching(/^Median7\.\d+ s \(up to 24 ms shorter\)$/),
        "Worst–",
        "Drills5",
        "Never back1",
        "Lost writes0",
      ]);
    const every = page.getByRole("table", { name: "Killing mysqld: newest drills" });
    expect(await every.locator("tbody tr").count()).toBe(10);
    await every.getByText("over 1 min", { exact: false }).waitFor();
    expect(await every.getByText("(up to 24 ms shorter)").count()).toBe(9);
    expect(await every.getByRole("link").first().getAttribute("href")).toMatch(/\/drills\/[0-9a-f-]+$/);
    await page.close();
  });

  it("is of one series where the address names it, and leads to all", async () => {
    const page = await open("compare&series=00000000-0000-7000-8000-000000000700");
    await page.getByText("Drills of the series Saturday night").waitFor();
    expect(await page.getByRole("link", { name: "Show all drills" }).getAttribute("href")).toMatch(
      /\/drills\/compare$/,
    );
    await page.close();
  });

  it("says what it takes where there is nothing to compare, and in Chinese what it says in English", async () => {
    const empty = await open("compare&empty");
    await empty.getByText("Nothing to compare yet").waitFor();
    await empty.close();
    const page = await open("compare&zh");
    await page.getByRole("heading", { name: "演练对比" }).waitFor();
    await page.getByText(/^杀死 mysqld 进程使经 Router 的写入中断/).waitFor();
    await page.close();
  });
});

describe("series of drills, in Chromium", () => {
  it("tells of each how far it is, when it goes on, why it waits and why it stopped", async () => {
    const page = await open("series");
    const table = page.getByRole("table", { name: "Series of drills" });
    await expect.poll(() => table.locator("tbody tr").count()).toBe(5);
    const row = (name: string) => table.getByRole("row", { name });
    expect(await row("Saturday night").textContent()).toContain("2 of 5");
    expect(await row("Saturday night").getByRole("link", { name: "The drill under way" }).count()).toBe(1);
    expect(await row("After each upgrade").textContent()).toContain("Not ONLINE: db3");
    expect(await row("Nightly").textContent()).toContain("2 of 5 drills of the round of 2026-11-21 02:00");
    expect(await row("First try").textContent()).toContain("left db1 unhealed");
    expect(await row("First try").getByRole("button", { name: "Stop" }).count()).toBe(0);
    await page.close();
  });

  it("stops one only when somebody means it, and says that the drill under way goes on", async () => {
    const page = await open("series");
    await page.getByRole("row", { name: "Saturday night" }).getByRole("button", { name: "Stop" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The drill under way continues to its verdict", { exact: false }).waitFor();
    expect(await askedOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop the series" }).click();
    await expect.poll(() => askedOf(page)).toEqual([expect.stringMatching(/^DELETE .*\/drill-series\//)]);
    await page.close();
  });

  it("proposes the VIP and the cluster's objective, tells all that is missing at once, and asks for the cluster's name", async () => {
    const page = await open("series");
    const order = page.getByRole("button", { name: "Order the series" });
    expect(await page.getByRole("textbox", { name: /Writes are back/ }).inputValue()).toBe("12.5");
    expect(await page.getByRole("checkbox", { name: /10\.86\.0\.100/ }).isChecked()).toBe(true);
    await page.getByRole("checkbox", { name: "Killing mysqld", exact: true }).click();
    await page.getByRole("textbox", { name: "How often each" }).fill("0");
    await order.click();
    for (const problem of ["Type a name.", "Choose a fault.", "Type a whole number from 1 to 50."])
      await page.getByText(problem).waitFor();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Weekly");
    await page.getByRole("textbox", { name: "How often each" }).fill("3");
    await page.getByRole("checkbox", { name: "Stopping mysqld" }).click();
    await page.getByRole("checkbox", { name: "A switchover" }).click();
    await order.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("6 drills hit servers of", { exact: false }).waitFor();
    const confirm = dialog.getByRole("button", { name: "Order the series" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("orders");
    await confirm.click();
    await expect.poll(async () => (await askedOf(page)).length).toBe(1);
    const [sent] = await askedOf(page);
    expect(sent).toContain('"faults":[{"kind":"switchover","memberId":null},{"kind":"stop_mysqld"}]');
    expect(sent).toContain('"runs":3,"schedule":null,"confirm":"orders"');
    await page.close();
  });

  it("offers the death of a proxy only where the cluster has one", async () => {
    const without = await open("series");
    await without.getByRole("checkbox", { name: "A switchover" }).waitFor();
    expect(await without.getByRole("checkbox", { name: /HAProxy|Keepalived|MySQL Router/ }).count()).toBe(0);
    await without.close();
    const page = await open("series&haproxy");
    await page.getByRole("checkbox", { name: "Killing HAProxy", exact: true }).waitFor();
    expect(await page.getByRole("checkbox", { name: /^Killing (HAProxy|Keepalived)/ }).count()).toBe(4);
    expect(await page.getByRole("checkbox", { name: /^Killing MySQL Router/ }).count()).toBe(0);
    await page.close();
  });

  it("says that drills are not allowed, and what the primary's own address is not good for", async () => {
    const page = await open("series&forbidden");
    await page.getByText("Drills are not allowed for this cluster").waitFor();
    await page.getByText("The address of the primary of the moment", { exact: false }).waitFor();
    const done = page.getByRole("row", { name: "Baseline" });
    expect(await done.textContent()).toContain("Done");
    await page.close();
  });

  it("shows the next three rounds with their window by the clock of the time zone, and what is wrong with a time while it is typed", async () => {
    const page = await open("series");
    await page.getByText("By a schedule", { exact: true }).click();
    const zone = page.getByRole("textbox", { name: "Time zone" });
    await zone.fill("Asia/Shanghai");
    const next = page.getByRole("region", { name: "Next rounds" });
    await next.waitFor();
    const rounds = await next.getByRole("listitem").allTextContents();
    expect(rounds).toHaveLength(3);
    for (const one of rounds) expect(one).toMatch(/Sat.*02:00.*04:00/);
    await page.getByRole("textbox", { name: "Time (cron)" }).fill("0 2 30 2 *");
    await page.getByText("This time never comes", { exact: false }).waitFor();
    await zone.fill("Mars");
    await page.getByText("This time zone is not known.").waitFor();
    expect(await next.count()).toBe(0);
    await page.close();
  });

  it("lets a viewer look, and says what a series shows where there is none", async () => {
    const viewer = await open("series&empty&viewer");
    await viewer.getByText("No series yet").waitFor();
    expect(await viewer.getByRole("button", { name: "Order the series" }).count()).toBe(0);
    await viewer.close();
    const list = await open("list&viewer");
    expect(await list.getByRole("link", { name: "Compare" }).getAttribute("href")).toMatch(
      /\/drills\/compare$/,
    );
    expect(await list.getByRole("link", { name: "Series" }).getAttribute("href")).toMatch(
      /\/drills\/series$/,
    );
    await list.close();
  });
});
