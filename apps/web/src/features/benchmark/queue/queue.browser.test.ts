import { describe, expect, it } from "vitest";
import { openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

describe("benchmarks that wait, in Chromium", () => {
  it("stand above the list in their order, with whom they wait for and how long about", async () => {
    const page = await open("list&queued");
    const table = page.getByRole("table", { name: "Waiting" });
    const rows = table.locator("tbody tr");
    await rows.first().waitFor();
    const texts = await rows.allTextContents();
    expect(texts[0]).toContain("Before the upgrade");
    expect(texts[0]).toContain("in about 22 min");
    expect(texts[1]).toContain("once a paused benchmark is resumed");
    await page.close();
  });

  it("can be cancelled while they wait, and not by a viewer", async () => {
    const page = await open("list&queued");
    const table = page.getByRole("table", { name: "Waiting" });
    await table.getByRole("button", { name: "Cancel" }).first().click();
    await page.getByText("It has not begun: nothing was measured, and nothing is left.").waitFor();
    await page.getByRole("button", { name: "Cancel the benchmark" }).click();
    await table.waitFor({ state: "detached" });
    await page.close();
    const viewer = await open("list&queued&viewer");
    const seen = viewer.getByRole("table", { name: "Waiting" });
    await seen.waitFor();
    expect(await seen.getByRole("button").count()).toBe(0);
    await viewer.close();
  });

  it("say so on their own page", async () => {
    const page = await open("waiting&queued");
    await page.getByText("This benchmark waits its turn").waitFor();
    await page.getByText("It begins in about 22 min. Before it: Before the upgrade.").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    await page.close();
  });
});
