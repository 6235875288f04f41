import { describe, expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./events-page.fixture.tsx", import.meta.url));

describe("the history of a cluster, in Chromium", () => {
  it("shows when each event was seen to the millisecond, by whom, and how much later it was known", async () => {
    const page = await open();
    const rows = page.getByRole("listitem");
    const taken = rows.filter({ hasText: "db2 took 10.77.0.100." });
    await taken.getByText("Seen on db2, recorded 38 ms later").waitFor();
    const time = taken.locator("time").first();
    expect(await time.getAttribute("datetime")).toBe("2026-11-22T05:00:10.402Z");
    expect(await time.innerText()).toMatch(/:00:10\.402$/);
    expect(await time.getAttribute("title")).toMatch(/2026.*10\.402.*\nSeen on db2, recorded 38 ms later$/);
    await rows
      .filter({ hasText: "The agent on app1" })
      .getByText("Last sign of life, recorded 4.9 s later")
      .waitFor();
    await rows.filter({ hasText: "Rejoin of db1" }).getByText("Seen by the console").waitFor();
    await page.close();
  });

  it("does not call an address that was let go in a crash good news, and says why it went", async () => {
    const page = await open();
    const released = page.getByRole("listitem").filter({ hasText: "db1 released 10.77.0.100." });
    await released.getByText("The MySQL server of this host does not answer.").waitFor();
    expect(await released.innerText()).toContain("Warning:");
    await page.close();
  });

  it("says the same in Chinese", async () => {
    const page = await open("zh");
    await page.getByText("在 db2 上看到，38 ms 后记录").waitFor();
    await page.getByText("db1 释放了 10.77.0.100。本机的 MySQL 服务器没有应答。").waitFor();
    await page.close();
  });
});
