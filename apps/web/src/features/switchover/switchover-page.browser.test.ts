import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./switchover-page.fixture.tsx", import.meta.url));
const look = "Run checks";

describe("the page of a switchover, in Chromium", () => {
  it("orders the drain that was checked, and tells how it went", async () => {
    const page = await open();
    await page.getByRole("radio", { name: /^db2/ }).click();
    await page.getByRole("checkbox", { name: "Drain first" }).click();
    await page.getByLabel("Wait at most").fill("45");
    await page.getByRole("radio", { name: /^Change nothing/ }).click();
    await page.getByRole("button", { name: look }).click();
    await page.getByRole("button", { name: "Switch over to db2" }).click();
    const dialog = page.getByRole("dialog", { name: "Make db2 the primary?" });
    await dialog
      .getByText(/refuses new connections through .* for up to 45 s\. If one is still open.* Open now: 12/)
      .waitFor();
    await dialog.getByLabel(/^Type /).fill("orders");
    await dialog.getByRole("button", { name: "Switch over to db2" }).click();
    await page.getByText("12 connections ended in 8.4 s").waitFor();
    const drain = { waitSeconds: 45, atLimit: "stay" };
    const [checked, ordered, ...others] = await askedOf(page);
    expect(others).toEqual([]);
    expect(bodyOf(checked)).toMatchObject({ drain });
    expect(bodyOf(ordered)).toMatchObject({ confirm: "orders", drain });
    await page.close();
  });

  it.each([
    ["", "30 ms to 520 ms", "Run checks", "Switch over to db2"],
    ["zh", "30 毫秒至 520 毫秒", "运行检查", "切换到 db2"],
  ])(
    "predicts one pause: the figure beside the plan is that of the confirmation (%s)",
    async (fragment, figure, look, run) => {
      const page = await open(fragment);
      await page.getByRole("radio", { name: /^db2/ }).click();
      await page.getByRole("button", { name: look }).click();
      await page.locator("dl > div").getByText(figure, { exact: true }).waitFor();
      await page.getByRole("button", { name: run }).click();
      await page.getByRole("dialog").getByText(figure).waitFor();
      await page.close();
    },
  );

  it("takes back what was checked when an answer changes, and drains nothing that was not asked for", async () => {
    const page = await open();
    await page.getByRole("radio", { name: /^db2/ }).click();
    await page.getByRole("button", { name: look }).click();
    const run = page.getByRole("button", { name: "Switch over to db2" });
    await run.waitFor();
    await page.getByRole("checkbox", { name: "Drain first" }).click();
    await run.waitFor({ state: "detached" });
    const [checked] = await askedOf(page);
    expect(bodyOf(checked)).not.toHaveProperty("drain");
    await page.close();
  });

  it.each(["no-vip", "only-reads"])(
    "offers no drain where there is no address that follows the primary (%s)",
    async (fragment) => {
      const page = await open(fragment);
      await page.getByRole("button", { name: look }).waitFor();
      expect(await page.getByRole("checkbox", { name: "Drain first" }).count()).toBe(0);
      await page.close();
    },
  );
});

/** The body of a request as it was noted: method and path before it. */
function bodyOf(asked: string | undefined): unknown {
  return JSON.parse(asked?.replace(/^POST \S+ /, "") ?? "null");
}
