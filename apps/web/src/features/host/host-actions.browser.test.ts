import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./host-actions.fixture.tsx", import.meta.url));

it.each([
  ["Upgrade agent", "Upgrade the agent on db1?", /^POST \S+\/agent\/upgrade /],
  ["Repair agent", "Repair the agent on db1?", /^POST \S+\/agent\/repair /],
])(
  "%s asks first, says what becomes of a held address, and is ordered once",
  async (action, title, order) => {
    const page = await open();
    await page.getByRole("button", { name: "Actions for db1" }).click();
    await page.getByRole("menuitem", { name: action }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByText(/A held address stays/).waitFor();
    expect(await askedOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: action }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(await askedOf(page)).toEqual([expect.stringMatching(order)]);
    await page.close();
  },
);
