import { expect, type Locator, type Page } from "@playwright/test";
import type { Words } from "../words";

/** The line that predicts for how long a fault would stop writes. */
export function findDowntime(page: Page, fault: string): Locator {
  const heading = page.getByRole("heading", { name: fault, exact: true });
  return page.getByRole("main").getByRole("listitem").filter({ has: heading });
}

/** Expects the prediction in full: for each fault a line that begins with its time. */
export async function expectDowntimes(page: Page, words: Words): Promise<void> {
  await expect(page.getByRole("heading", { name: words.downtime, level: 2 })).toBeVisible();
  for (const fault of Object.values(words.faults))
    await expect(findDowntime(page, fault)).toHaveText(new RegExp(`^${fault}\\s*[\\d.]+ m?s`));
}
