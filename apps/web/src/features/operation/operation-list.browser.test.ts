import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./operation-list.fixture.tsx", import.meta.url));

/** The rows of the list, each as its title and its outcome. */
async function rowsOf(page: Page): Promise<(readonly string[])[]> {
  const rows = page.getByRole("table").locator("tbody tr");
  await rows.first().waitFor();
  return Promise.all(
    (await rows.all()).map(async (row) => [
      await row.getByRole("rowheader").innerText(),
      // On a phone the column's header stands in the cell.
      (await row.getByRole("cell").first().innerText()).replace(/^(?:Outcome|结果)\s*/, ""),
    ]),
  );
}

const check = "Check 10.86.0.100 for orders";
const checks = [
  [check, "running"],
  [check, "3 failed, 2 warnings"],
  [check, "passed, 1 warning"],
  [check, "passed"],
];
const change = ["Configure 10.86.0.100 on orders", "succeeded"];

describe("the operations, in Chromium", () => {
  it("lists what changes something, and follows that alone: checks while somebody types are no rows", async () => {
    const page = await open();
    expect(await rowsOf(page)).toEqual([change]);
    expect(await page.getByText(/is running/).count()).toBe(0);
    expect(await page.getByRole("combobox", { name: "Effect" }).innerText()).toBe("Changes");
    await page.close();
  });

  it.each(["effect=looking", "kind=vip.check"])(
    "lists what only looks where the address asks for it, each with what it found and never as a mere success (%s)",
    async (fragment) => {
      const page = await open(fragment);
      expect(await rowsOf(page)).toEqual(checks);
      expect(await page.getByRole("combobox", { name: "Effect" }).innerText()).toBe("Checks and tests");
      expect(await page.getByText(/is running/).count()).toBe(0);
      await page.close();
    },
  );

  it("lists both where both are asked for", async () => {
    const page = await open("effect=all");
    expect(await rowsOf(page)).toEqual([...checks, change]);
    await page.close();
  });

  it("tells on its own page what a check found, and which check it was", async () => {
    const page = await open("one");
    await page.getByText("3 failed, 2 warnings").waitFor();
    await page.getByText("3 checks failed").waitFor();
    expect(await page.getByText("succeeded").count()).toBe(0);
    await page.close();
  });

  it("says the same in Chinese", async () => {
    const page = await open("effect=looking&zh");
    const outcomes = (await rowsOf(page)).map(([, outcome]) => outcome);
    expect(outcomes).toEqual(["进行中", "3 项失败，2 项警告", "通过，1 项警告", "通过"]);
    await page.close();
  });
});
