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

it("the host operator is switched on only after what it may do was shown, and by one order", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Actions for db1" }).click();
  await page.getByRole("menuitem", { name: "Switch on host operator" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch on the host operator on db1?" });
  for (const text of [/runs as root; it is off by default/, /start and stop MySQL/, /console has signed/])
    await dialog.getByText(text).waitFor();
  await dialog.getByText(/undoes each action at its deadline, and after a reboot/).waitFor();
  expect(await askedOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Switch on host operator" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await askedOf(page)).toEqual([expect.stringMatching(/^POST \S+\/operator /)]);
  await page.close();
});

it("where it is on, it is switched off after a question, and is not offered to be switched on", async () => {
  const page = await open("running");
  await page.getByRole("button", { name: "Actions for db1" }).click();
  expect(await page.getByRole("menuitem", { name: "Switch on host operator" }).count()).toBe(0);
  await page.getByRole("menuitem", { name: "Switch off host operator" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch off the host operator on db1?" });
  await dialog.getByText(/first undoes every action that is in force/).waitFor();
  await dialog.getByRole("button", { name: "Switch off host operator" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await askedOf(page)).toEqual([expect.stringMatching(/^DELETE \S+\/operator /)]);
  await page.close();
});
