import { expect, it } from "vitest";
import { askedOf, openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./host-address.fixture.tsx", import.meta.url));

it.each([
  ["new hosts", "", "address"],
  ["a new cluster", "seed", "address"],
  ["a host", "edit", "address"],
  ["its agent", "edit", "agentAddress"],
])(
  "the form of %s says under its field, while it is typed, that an address is none (%s)",
  async (_form, fragment, name) => {
    const page = await open(fragment);
    const field = page.locator(`input[name=${name}]`);
    for (const text of ["10.86.0", "10.86.0.1000", "fe80::1%eth0", "10.86.0.11/24"]) {
      await field.fill(text);
      await page.getByText("Not an address or host name.").waitFor();
      expect(await field.getAttribute("aria-invalid")).toBe("true");
    }
    for (const text of ["10.86.0.11", "fd00::11", "db1.example"]) {
      await field.fill(text);
      await page.getByText("Not an address or host name.").waitFor({ state: "detached" });
      expect(await field.getAttribute("aria-invalid")).toBeNull();
    }
    expect(await askedOf(page)).toEqual([]);
    await page.close();
  },
);

it("of several new hosts each address is judged for itself", async () => {
  const page = await open();
  await page.getByRole("button", { name: "Another host" }).click();
  const [first, second] = [
    page.locator("input[name=address]").nth(0),
    page.locator("input[name=address]").nth(1),
  ];
  await first.fill("10.86.0.11");
  await second.fill("10.86.0");
  await page.getByText("Not an address or host name.").waitFor();
  expect(await page.getByText("Not an address or host name.").count()).toBe(1);
  expect([await first.getAttribute("aria-invalid"), await second.getAttribute("aria-invalid")]).toEqual([
    null,
    "true",
  ]);
  await page.close();
});
