import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./host-page.fixture.tsx", import.meta.url));

/** What stands beside a label in a list of facts. */
async function factOf(page: Page, label: string): Promise<string | null> {
  const row = page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
  await row.waitFor();
  return row.locator("dd").textContent();
}

it.each([
  ["", "Off"],
  ["running", "On2 actions in force"],
  ["dead", "Does not answer"],
  ["away", "On1 action in forceas last reported"],
  ["unknown", "Unknown"],
])("the page of a host says how its host operator is (%s)", async (fragment, expected) => {
  const page = await open(fragment);
  expect(await factOf(page, "Host operator")).toBe(expected);
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.close();
});

it("a host without an agent has no line about a host operator", async () => {
  const page = await open("none");
  await page.getByText("No agent").first().waitFor();
  expect(await page.getByText("Host operator", { exact: true }).count()).toBe(0);
  await page.close();
});

it.each([
  [
    "failed",
    "The host operator on db1 cannot undo an action",
    "Somebody else has changed /etc/mysql/mysql.conf.d/mysqld.cnf since. It stays as it is.",
    "Undo it by hand, as root on db1",
    "Copy",
  ],
  [
    "failed&zh",
    "db1 上的主机操作进程有 1 项操作无法撤销",
    "此后有人更改了 /etc/mysql/mysql.conf.d/mysqld.cnf，因此保持现状。",
    "手动撤销：在 db1 上以 root 身份执行",
    "复制",
  ],
])(
  "what could not be undone is told first, with its reason and the commands by hand (%s)",
  async (fragment, title, reason, where, copy) => {
    const page = await open(fragment);
    const panel = page.getByRole("alert");
    await panel.getByText(title).waitFor();
    await panel.getByText(reason).waitFor();
    await panel.getByText("/etc/mysql/mysql.conf.d/mysqld.cnf", { exact: true }).waitFor();
    expect(await panel.locator("time").getAttribute("datetime")).toBe("2026-11-22T05:00:00.000Z");
    const block = panel.getByRole("figure").filter({ hasText: where });
    expect(await block.locator("pre").textContent()).toContain(
      "cp -p /var/lib/primacy-agent/operator/backups/",
    );
    await block.getByRole("button", { name: copy }).waitFor();
    await panel
      .getByRole("figure")
      .getByText(/^\$ rm \/var\/lib\/primacy-agent\/operator\/journal\//)
      .waitFor();
    const isBefore = await panel.evaluate((alert) => {
      const facts = document.querySelector("dl");
      return (
        facts !== null && (alert.compareDocumentPosition(facts) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      );
    });
    expect(isBefore).toBe(true);
    await page.close();
  },
);

it("the list of hosts marks where a host operator is on, is silent, or could not undo something", async () => {
  const page = await open("list");
  await page.getByRole("link", { name: "db2" }).waitFor();
  const marks = await page
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map(
        (row) => row.textContent?.match(/Undo failed|Host operator silent|Host operator/)?.[0] ?? null,
      ),
    );
  expect(marks).toEqual([
    null,
    "Host operator",
    "Undo failed",
    "Host operator silent",
    "Host operator",
    null,
    null,
  ]);
  await page.close();
});
