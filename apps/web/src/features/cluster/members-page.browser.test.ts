import { expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./members-page.fixture.tsx", import.meta.url));

/** Where each column begins, and how wide it is. */
async function placesOf(fragment: string, queue: string): Promise<readonly string[]> {
  const page = await open(fragment, { isStyled: true });
  await page.getByRole("cell", { name: queue, exact: true }).first().waitFor();
  const places = await page
    .getByRole("columnheader")
    .evaluateAll((cells) =>
      cells.map((cell) => `${cell.textContent} ${cell.getBoundingClientRect().x} ${cell.clientWidth}`),
    );
  await page.close();
  return places;
}

it("the columns of the members stand where they are, whatever queue and lag say", async () => {
  const calm = await placesOf("", "3");
  expect(calm.length).toBeGreaterThan(7);
  expect(await placesOf("busy", "12345")).toEqual(calm);
});
