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
  for (const fault of Object.values(words.faults)) await expectTime(findDowntime(page, fault), fault);
}

/** Expects the prediction for one fault, as it stands in brief beside a plan. */
export async function expectBriefDowntime(page: Page, fault: string): Promise<void> {
  await expectTime(page.getByRole("main").locator("dl > div").filter({ hasText: fault }), fault);
}

async function expectTime(line: Locator, fault: string): Promise<void> {
  await expect(line).toHaveText(new RegExp(`^${fault}\\s*[\\d.]+ (?:m?s|毫?秒)`));
}
