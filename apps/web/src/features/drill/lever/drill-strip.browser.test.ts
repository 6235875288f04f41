import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("./drill-strip.fixture.tsx", import.meta.url));

describe("the strip of drills, in Chromium", () => {
  it("is not there while no drill runs and none is forbidden", async () => {
    const page = await open("none");
    await page.getByRole("button", { name: "page" }).waitFor();
    expect(await page.getByRole("region", { name: "Drills" }).count()).toBe(0);
    await page.close();
  });

  it("says what was done where and how long ago, and leads to the drill", async () => {
    const page = await open("running&viewer");
    await page.getByText(/A drill runs on orders: Kill mysqld on db1, 1[2-9] s ago/).waitFor();
    expect(await page.getByRole("link", { name: "Open the drill" }).getAttribute("href")).toMatch(
      /\/clusters\/.*\/drills\//,
    );
    expect(await page.getByRole("button", { name: "Stop all drills" }).count()).toBe(0);
    await page.close();
  });

  it("says aloud what runs, without the seconds that pass, and that it ended", async () => {
    const page = await open("ending");
    const aloud = page.getByRole("status");
    await aloud.filter({ hasText: /^A drill runs on orders: Kill mysqld on db1$/ }).waitFor();
    await page.getByRole("button", { name: "Stop all drills" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop all drills" }).click();
    await aloud.filter({ hasText: "No drill runs any more" }).waitFor();
    expect(await page.getByRole("region", { name: "Drills" }).count()).toBe(0);
    await page.close();
  });

  it("stops all drills with a reason once an operator means it", async () => {
    const page = await open("running");
    await page.getByRole("button", { name: "Stop all drills" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("One is stopped.").waitFor();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("The shop opens");
    expect(await askedOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop all drills" }).click();
    await expect
      .poll(() => askedOf(page))
      .toEqual(['PUT /api/v1/drill-lever {"isHeld":true,"reason":"The shop opens"}']);
    await page.close();
  });

  it("says who stopped them, when and why; only an administrator releases it", async () => {
    const page = await open("held&both");
    const strip = page.getByRole("region", { name: "Drills" });
    await strip.getByText(/All drills are stopped by alice since/).waitFor();
    await strip.getByText("Reason: The shop opens at nine.").waitFor();
    await strip.getByText("A drill on orders heals").waitFor();
    await page.getByText("An administrator releases it.").waitFor();
    expect(await page.getByRole("button", { name: "Release" }).count()).toBe(0);
    await page.close();
    const admin = await open("held&admin");
    await admin.getByRole("button", { name: "Release" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Release" }).click();
    await expect
      .poll(() => askedOf(admin))
      .toEqual(['PUT /api/v1/drill-lever {"isHeld":false,"reason":null}']);
    await admin.close();
  });

  it("says in Chinese what it says in English", async () => {
    const page = await open("running&held&zh");
    const strip = page.getByRole("region", { name: "演练" });
    await strip.getByText("orders 正在演练", { exact: false }).waitFor();
    await strip.getByText("起停止全部演练", { exact: false }).waitFor();
    await page.close();
  });
});
