import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./mark-production.fixture.tsx", import.meta.url));

describe("the mark of a production cluster, in Chromium", () => {
  it("is set and taken away by an administrator", async () => {
    const page = await open("role=admin");
    const mark = page.getByRole("switch", { name: "Production cluster" });
    await mark.click();
    await page.getByRole("switch", { name: "Production cluster", checked: true }).waitFor();
    await mark.click();
    await page.getByRole("switch", { name: "Production cluster", checked: false }).waitFor();
    expect((await askedOf(page)).map((line) => line.slice(line.indexOf("{")))).toEqual([
      '{"isProduction":true}',
      '{"isProduction":false}',
    ]);
    await page.close();
  });

  it("is seen by everybody once it is set, and changed by nobody else", async () => {
    const page = await open("role=viewer&marked");
    const mark = page.getByRole("switch", { name: "Production cluster", checked: true });
    await mark.waitFor();
    expect(await mark.isDisabled()).toBe(true);
    await page.close();
  });
});
