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

  it("are told before the order: for whom it will wait, and how long about, in the form and in the question", async () => {
    const page = await open("new&busy");
    await page.getByText("It will wait its turn").waitFor();
    await page.getByText("Ordered now, this one begins in about 22 min, behind:").waitFor();
    const elsewhere = page.getByRole("link", { name: "All ways at night" });
    expect(await elsewhere.getAttribute("href")).toContain("777/benchmarks/");
    await page.getByRole("link", { name: "Before the upgrade" }).waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByLabel("User").fill("root");
    await page.getByLabel("Password").fill("secret of root");
    await page.getByRole("button", { name: "Start the benchmark" }).click();
    await page
      .getByRole("dialog")
      .getByText(
        "It waits its turn, and begins in about 22 min. Before it: Before the upgrade, All ways at night.",
      )
      .waitFor();
    await page.close();
  });

  it("tell no time before the order where one before them is paused, and nothing where nobody is", async () => {
    const halted = await open("new&halted");
    await halted.getByText("this one begins once a paused benchmark is resumed, behind:").waitFor();
    await halted.close();
    const free = await open("new");
    await free.getByText("no member, host operator on").waitFor();
    expect(await free.getByText("It will wait its turn").count()).toBe(0);
    await free.close();
  });

  it("say so on their own page", async () => {
    const page = await open("waiting&queued");
    await page.getByText("This benchmark waits its turn").waitFor();
    await page.getByText("It begins in about 22 min. Before it: Before the upgrade.").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    await page.close();
  });
});
