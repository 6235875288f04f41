import { DrillFaultKind } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { openInChromium } from "../../testing/chromium.fixture";

const open = openInChromium(new URL("./drill-pages.fixture.tsx", import.meta.url));

describe("a new drill, in Chromium", () => {
  it("says what the fault does and how it heals, proposes the VIP, and tells all that is missing before it asks", async () => {
    const page = await open("new");
    await page.getByText("SIGKILL to the process that listens", { exact: false }).waitFor();
    const vip = page.getByRole("checkbox", { name: /^VIP/ });
    expect(await vip.isChecked()).toBe(true);
    await vip.click();
    await page.getByRole("textbox", { name: /Writes are back/ }).fill("fast");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Choose an endpoint.").waitFor();
    await page.getByText("Type a number of seconds", { exact: false }).waitFor();
    expect(await page.getByLabel("sent", { exact: true }).textContent()).toBe("");
    await page.close();
  });

  it("is ordered with what was chosen once somebody has typed the cluster's name, and its page is shown", async () => {
    const page = await open("new");
    await page.getByText("is started again at once", { exact: false }).click();
    expect(await page.getByRole("textbox", { name: /Writes are back/ }).inputValue()).toBe("12.5");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Start the drill" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Kill mysqld on db1?").waitFor();
    const confirm = dialog.getByRole("button", { name: "Start the drill" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("orders");
    await confirm.click();
    await expect
      .poll(() => page.getByLabel("sent", { exact: true }).textContent())
      .toContain("went /clusters/");
    const sent = await page.getByLabel("sent", { exact: true }).textContent();
    expect(sent).toContain('"restarts":true');
    expect(sent).toContain('"objectiveMs":12500');
    expect(sent).toContain('"confirm":"orders"');
    await page.close();
  });

  it("offers the secondaries for reads, chooses none of them, and asks for those that were chosen", async () => {
    const page = await open("new");
    const reads = page.getByRole("group", { name: "Endpoints for reads" }).getByRole("checkbox");
    await expect.poll(() => reads.count()).toBe(2);
    expect(await page.getByRole("checkbox", { name: /^Secondary/, checked: true }).count()).toBe(0);
    await page.getByRole("checkbox", { name: /^Secondary db3 10\.86\.0\.\d+:3306/ }).click();
    await page.getByRole("button", { name: "Check" }).click();
    await expect
      .poll(() => page.getByLabel("sent", { exact: true }).textContent())
      .toMatch(/"readEndpoints":\[\{"address":"10\.86\.0\.\d+","port":3306\}\]/);
    await page.close();
  });

  it("has every fault, each with what it does and what is left to choose of it", async () => {
    const page = await open("new");
    const faults = page.getByRole("radiogroup", { name: "Faults" }).getByRole("radio");
    await expect.poll(() => faults.count()).toBe(DrillFaultKind.options.length);
    await page.getByText("Freeze mysqld").first().click();
    await page.getByText("SIGSTOP to the process", { exact: false }).waitFor();
    expect(await page.getByRole("radiogroup").count()).toBe(1);
    await page.getByText("CPU pressure").first().click();
    const load = page.getByRole("combobox", { name: "Busy processes for each processor" });
    expect(await load.textContent()).toContain("2");
    await load.click();
    await page.getByRole("option", { name: "8" }).click();
    await expect.poll(() => load.textContent()).toContain("8");
    await page.getByText("Cut one way").first().click();
    await page.getByText("Frames from the secondary to the primary").click();
    const secondary = page.getByRole("combobox", { name: "Secondary" });
    expect(await secondary.textContent()).toContain("The console chooses");
    await secondary.click();
    await page.getByRole("option").nth(1).click();
    await page.getByRole("button", { name: "Check" }).click();
    await expect
      .poll(() => page.getByLabel("sent", { exact: true }).textContent())
      .toMatch(/"kind":"cut_one_way","memberId":"[^"]+","drops":"from_secondary"/);
    await page.close();
  });

  it("kills the program of a proxy that was chosen, and says where the cluster has no such proxy", async () => {
    const page = await open("new");
    await page.getByText("Kill a proxy").first().click();
    const proxy = page.getByRole("combobox", { name: "Proxy" });
    expect(await proxy.textContent()).toContain("The console chooses");
    await page.getByRole("radio", { name: /^Keepalived/ }).click();
    await page.getByText("no proxy with this program", { exact: false }).waitFor();
    await page.getByRole("radio", { name: "is started again at once" }).click();
    await page.getByRole("button", { name: "Check" }).click();
    await expect
      .poll(() => page.getByLabel("sent", { exact: true }).textContent())
      .toContain('"kind":"kill_proxy","proxyId":null,"program":"keepalived","restarts":true');
    await page.close();
  });

  it("shows what the predicted outage is made of", async () => {
    const page = await open("new");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Predicted outage").waitFor();
    await page.getByText("10.3 s to 26.6 s").waitFor();
    await page.getByText("before it expels the member", { exact: false }).waitFor();
    await page.close();
  });

  it("shows that of each proxy of which it is known, named by its endpoint", async () => {
    const page = await open("new&proxy");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("heading", { name: "Predicted outage through 10.77.0.21:6446" }).waitFor();
    await page.getByText("For how long writes through this proxy stop", { exact: false }).waitFor();
    await page.close();
  });

  it("cannot be started where a check fails, which is told with its remedy", async () => {
    const page = await open("new&failing");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("Not ONLINE: db3.", { exact: false }).first().waitFor();
    expect(await page.getByRole("button", { name: "Start the drill" }).isDisabled()).toBe(true);
    await page.close();
  });

  it("says that drills are not allowed; an administrator allows them there, an operator cannot", async () => {
    const operator = await open("new&forbidden");
    await operator.getByText("Drills are not allowed for this cluster").waitFor();
    expect(await operator.getByRole("switch").count()).toBe(0);
    await operator.close();
    const page = await open("new&forbidden&admin");
    await page.getByRole("switch", { name: /Allow failover drills/ }).click();
    await expect
      .poll(() => page.getByLabel("sent", { exact: true }).textContent())
      .toContain('{"allowsDrills":true}');
    await page.close();
  });
});

describe("the page of a drill, in Chromium", () => {
  it("shows while it runs what is done and what is seen so far, and is stopped only when somebody means it", async () => {
    const page = await open("running");
    await page
      .getByText("6.0 s since the fault", { exact: false })
      .or(page.getByText("6 s since the fault", { exact: false }))
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByRole("heading", { name: "The group now" }).waitFor();
    await page.getByRole("listitem").getByText("PRIMARY", { exact: true }).waitFor();
    expect(await page.getByText("First write", { exact: true }).count()).toBeLessThanOrEqual(1);
    await page.getByRole("button", { name: "Stop and heal" }).click();
    expect(await page.getByLabel("sent", { exact: true }).textContent()).toBe("");
    await page.getByRole("dialog").getByRole("button", { name: "Stop and heal" }).click();
    await expect.poll(() => page.getByLabel("sent", { exact: true }).textContent()).toContain("POST cancel");
    await page.close();
  });

  it("has the verdict first, then each way's gaps with their error, the lanes of one clock, and each phase predicted and measured", async () => {
    const page = await open("passed");
    await page.getByText("Passed. None of", { exact: false }).waitFor();
    const figures = page.getByRole("table", { name: "What clients met" });
    expect(await figures.locator("tbody tr").count()).toBe(2);
    expect(await figures.locator("tbody tr").first().textContent()).toMatch(
      /11\.\d\d s \(up to 0\.\d\d s shorter\)/,
    );
    const first = page.getByRole("table", { name: "First answers after the fault" });
    expect(await first.locator("tbody tr").first().textContent()).toMatch(
      /First login after11\.\d\d ± 0\.\d\d s.*First write after11\.\d\d ± 0\.0\d s/,
    );
    for (const group of [
      "The group as each server sees it",
      "super_read_only",
      "Kernel that holds 10.77.0.100",
    ])
      await page.getByRole("heading", { name: group }).waitFor();
    const writes = page.getByRole("list", { name: "VIP, Writes" }).getByRole("img");
    await writes.first().hover();
    await page.getByText(/^Writes, .* s – .* s: \d+ acknowledged, db1/).waitFor();
    const phases = page.getByRole("table", { name: "Phases" });
    const expelled = phases.getByRole("row", { name: /Expelled/ });
    expect(await expelled.textContent()).toMatch(/10\.00 to 25\.60 s.*± /);
    await page.close();
  });

  it("has the bars of each lane in reach of the tab key and the arrow keys, and reads the one that has the focus", async () => {
    const page = await open("passed");
    const bars = page.getByRole("list", { name: "VIP, Writes" }).getByRole("img");
    await expect.poll(() => bars.count()).toBeGreaterThan(2);
    const stops = page.getByRole("list", { name: "VIP, Writes" }).locator('[role=img][tabindex="0"]');
    expect(await stops.count()).toBe(1);
    await stops.focus();
    await page.getByText(/^Writes, .* acknowledged, db1/).waitFor();
    await page.keyboard.press("End");
    await page.getByText(/^Writes, .* acknowledged, db2/).waitFor();
    await page.keyboard.press("Tab");
    await page.getByText(/^Reads, .* acknowledged, db1/).waitFor();
    await page.close();
  });

  it("shows each mark with its error at the foot of the timeline", async () => {
    const page = await open("passed");
    const marks = page.getByRole("list", { name: "Phases" }).getByRole("listitem");
    await expect.poll(() => marks.count()).toBeGreaterThan(4);
    expect(await marks.last().textContent()).toMatch(/Fault made 0\.00 ± \d/);
    await page.close();
  });

  it("keeps versions, settings and the group before and after folded up until somebody wants them", async () => {
    const page = await open("passed");
    const after = page.getByRole("table", { name: /^After, / });
    await page.getByText("Show versions, settings and the group").waitFor();
    expect(await after.isVisible()).toBe(false);
    await page.getByText("Show versions, settings and the group").click();
    expect(await after.getByRole("row", { name: /^db2/ }).textContent()).toBe(
      "db2ONLINEPRIMARYOFF10.77.0.100",
    );
    const before = page.getByRole("table", { name: "Before, -0.04 s" });
    expect(await before.getByRole("row", { name: /^db1/ }).textContent()).toContain("PRIMARY");
    await page.getByText("group_replication_member_expel_timeout", { exact: true }).waitFor();
    await page.close();
  });

  it("has what clients met that only read: lag and gaps with their error, who answered, and lanes of their own", async () => {
    const page = await open("passed&reads");
    const rows = page.getByRole("table", { name: "Clients that only read" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(2);
    const [vip = "", member = ""] = await rows.allTextContents();
    expect(vip).toMatch(/^10\.77\.0\.101:3306.*Highest lag0\.\d\d s \(up to 0\.\d\d s more\)/);
    expect(vip).toMatch(
      /Read gap1\.50 s \(up to 0\.\d\d s shorter\).*db1: 20 reads, 8 logins.*ECONNREFUSED × 14/,
    );
    expect(member).toMatch(/^db3 10\.77\.0\.13:3306.*Highest lag1\.\d\d s \(up to 0\.\d\d s more\)/);
    const lane = page.getByRole("list", { name: "10.77.0.101:3306, only read, Reads" }).getByRole("img");
    expect(await lane.count()).toBe(3);
    await page.getByRole("heading", { name: "Kernel that holds 10.77.0.101" }).waitFor();
    await page.getByText("10.77.0.101:3306, 10.77.0.13:3306", { exact: true }).waitFor();
    await page.close();
    const without = await open("passed");
    await without.getByRole("table", { name: "What clients met" }).waitFor();
    expect(await without.getByText("only read").count()).toBe(0);
    await without.close();
  });

  it("has a lane for each host of a proxy, with where it led", async () => {
    const page = await open("passed");
    const lane = page.getByRole("list", { name: "Where proxies lead, asked each second, app1:6446" });
    await expect
      .poll(() => lane.getByRole("img").allTextContents())
      .toEqual(["Leads to db1", "Reaches no member: the connection was refused", "Leads to db2"]);
    await page.close();
  });

  it("has the lines of the servers' error logs as ticks on the same clock, and in a table that is folded up", async () => {
    const page = await open("passed");
    const ticks = page.getByRole("list", { name: /^Error logs.*, db2$/ }).getByRole("img");
    await expect.poll(() => ticks.count()).toBe(2);
    await ticks.first().focus();
    await page.getByText(/^db2, 5.2 s – 5.2 s: Warning MY-011493: db1 has become unreachable/).waitFor();
    const table = page.getByRole("table", { name: "Lines of the error logs" });
    expect(await table.isVisible()).toBe(false);
    await page.getByText("Show 3 lines").click();
    expect(await table.locator("tbody tr").allTextContents()).toEqual([
      "5.24 ± 0.00 sdb2WarningMY-011493db1 has become unreachable.",
      "10.87 ± 0.00 sdb2SystemMY-011503Membership changed to db2.",
      "16.90 ± 0.00 sdb1ErrorMY-011505Member <b>was</b> removed.",
    ]);
    await page.close();
    const early = await open("running");
    await early.getByText("db1: not read.", { exact: false }).waitFor();
    await early.close();
  });

  it("is taken away as a report, as CSV and as JSON", async () => {
    const page = await open("passed");
    await page.getByRole("button", { name: "Export" }).click();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items).toEqual(["Report (HTML, to print or keep)", "All samples (CSV)", "All samples (JSON)"]);
    await page.close();
  });

  it("says aloud that writes were lost, and louder still that the cluster is not healed", async () => {
    const lost = await open("failed");
    await lost.getByText("Failed. 2 of", { exact: false }).waitFor();
    await lost.close();
    const page = await open("passed&unhealed");
    const repair = page.getByRole("alert").filter({ hasText: "The cluster is not as it was before" });
    await repair.getByText("db1 is not as it was before:", { exact: false }).waitFor();
    const hrefOf = (name: string): Promise<string | null> =>
      repair.getByRole("link", { name }).getAttribute("href");
    expect([await hrefOf("db1"), await hrefOf("Topology")]).toEqual([
      expect.stringMatching(/\/hosts\/[^/]+$/),
      expect.stringMatching(/\/clusters\/[^/]+$/),
    ]);
    await page.getByText("Not healed", { exact: true }).first().waitFor();
    await page.close();
  });

  it("shows the steps of its operation while there is no record", async () => {
    const page = await open("waiting");
    await page.getByText("The drill begins").first().waitFor();
    await page.close();
  });

  it("says in Chinese what it says in English", async () => {
    const page = await open("passed&zh");
    for (const title of ["客户端的遭遇", "时间线", "阶段", "演练的条件"])
      await page.getByRole("heading", { name: title }).waitFor();
    await page.getByText("每台服务器所见的组").waitFor();
    await page.close();
  });
});

describe("the list of drills, in Chromium", () => {
  it("tells each verdict in a word, and above it that a cluster is not healed", async () => {
    const page = await open("list");
    const rows = page.getByRole("table").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(4);
    const words = await rows.allTextContents();
    expect(words.map((text) => /Passed|Failed|Broken off|Not healed/.exec(text)?.[0])).toEqual([
      "Passed",
      "Failed",
      "Broken off",
      "Not healed",
    ]);
    // The error of a drill that kept no figures of each endpoint is not known.
    expect(words[0]).toMatch(/11\.4 s \(up to \d\d(\.\d)? ms shorter\)/);
    expect(words[1]).toContain("41 sLost writes2");
    await page.close();
  });

  it("says what a drill proves where there is none, and leads an operator to a new one", async () => {
    const page = await open("empty");
    await page.getByText("A drill breaks one thing on purpose", { exact: false }).waitFor();
    expect(await page.getByRole("link", { name: "New drill" }).getAttribute("href")).toMatch(
      /\/drills\/new$/,
    );
    await page.close();
    const viewer = await open("empty&viewer");
    await viewer.getByText("No drill yet").waitFor();
    expect(await viewer.getByRole("link", { name: "New drill" }).count()).toBe(0);
    await viewer.close();
  });
});
