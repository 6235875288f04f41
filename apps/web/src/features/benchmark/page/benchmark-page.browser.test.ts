import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

const curves = ".recharts-line-curve";
const patience = { timeout: 120_000 };

/** How many times the curves of a block were asked for. */
async function questions(page: Page): Promise<readonly string[]> {
  const text = (await page.locator('output[aria-label="questions"]').textContent()) ?? "";
  return text.split(" ").filter((one) => one !== "");
}

/** How many points the curve of the first arm has. */
async function pointsOf(page: Page): Promise<number> {
  return ((await page.locator(curves).first().getAttribute("d")) ?? "").split("L").length;
}

/** What stands below one header of a table. */
async function columnOf(page: Page, caption: string, header: string): Promise<string[]> {
  const table = page.getByRole("table", { name: caption });
  const headers = await table.locator("thead th").allTextContents();
  const at = headers.findIndex((one) => one.startsWith(header));
  const rows = await table.locator("tbody tr").all();
  return Promise.all(
    rows.map(async (row) => (await row.locator("th, td > span:last-child").nth(at).textContent()) ?? ""),
  );
}

describe("the page of a benchmark, in Chromium", () => {
  it("names the servers and hosts as they were, and those of which one differs", async () => {
    const page = await open("finished");
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Servers and hosts" }) });
    await card.getByText("8.4.6").waitFor();
    await card.getByText("innodb_buffer_pool_size").waitFor();
    await card.getByText("db1, db2: 1 GiB; db3: 128 MiB").waitFor();
    await card.getByText("Processors of app1").waitFor();
    await page.close();
  });

  it("opens what was counted during a run, and its address says which", async () => {
    const page = await open("finished");
    await page.getByRole("button", { name: "Show what was counted in run 2", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Run 2: VIP, 16 threads" });
    await panel.getByText("SELECT `c` FROM `sbtest` WHERE `id` = ?").waitFor();
    await panel.getByText("120,000 times, 9.4 s in all, 0.0783 ms each").waitFor();
    await panel.getByText("9.11 KiB per transaction").waitFor();
    await panel.getByText("secondaries: 24,000").waitFor();
    const latency = panel.locator("section", { has: page.getByRole("heading", { name: "Latency" }) });
    expect(await latency.locator("dt").allTextContents()).toEqual([
      "Lowest latency",
      "Mean latency",
      "p50",
      "p95",
      "p99",
      "Highest latency",
    ]);
    expect(await latency.locator("dd").last().textContent()).toBe("61.4 ms");
    await panel.getByText("db1: 3,120 statements, 2.45 s, most of it as orders_app").waitFor();
    expect(await page.locator('output[aria-label="address"]').textContent()).toContain("counters=");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.close();
  });

  it("counts the queries of a run of mysqlslap, and says where nobody knows how many there were", async () => {
    for (const [kind, text] of [
      ["slap", "its warm-up included: 12,000 queries."],
      ["slap&untold", "How many queries it made is not known."],
    ] as const) {
      const page = await open(kind);
      await page.getByRole("button", { name: "Show what was counted in run 2", exact: true }).click();
      const panel = page.getByRole("dialog");
      await panel.getByText(text, { exact: false }).waitFor();
      expect(await panel.getByText("per query").count()).toBe(kind === "slap" ? 10 : 0);
      await page.close();
    }
  });

  it("says unknown where servers began to count anew, and where nothing was kept", async () => {
    for (const [kind, text] of [
      ["anew", "Unknown: a server began to count from zero again, or did not answer."],
      ["uncounted", "Unknown: the run has not ended, or it is older than this is kept."],
    ] as const) {
      const page = await open(`finished&${kind}`);
      await page.getByRole("button", { name: "Show what was counted in run 1", exact: true }).click();
      await page.getByRole("dialog").getByText(text).waitFor();
      await page.close();
    }
  });

  it("takes tags and notes from an operator, pins it, and lets a viewer only read them", async () => {
    const page = await open("finished");
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Tags and notes" }) });
    await card.getByText("No tags, and no notes.").waitFor();
    await card.getByRole("button", { name: "Edit" }).click();
    await card.getByRole("textbox", { name: "Tags" }).fill("nightly, 8.4.6，nightly");
    await card.getByRole("textbox", { name: "Notes" }).fill("Backup paused.");
    await card.getByRole("button", { name: "Save" }).click();
    // The form shows the same words: it is gone when the answer of the save is there.
    await card.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    await card.getByText("Backup paused.").waitFor();
    expect(await card.getByRole("link").allTextContents()).toEqual(["nightly", "8.4.6"]);
    await card.getByRole("button", { name: "Pin as baseline" }).click();
    await card.getByRole("button", { name: "Unpin" }).waitFor();
    await card.getByText("Baseline", { exact: true }).waitFor();
    await page.close();
    const reader = await open("finished&noted&viewer");
    await reader.getByText("Backup paused for the time of the runs.", { exact: false }).waitFor();
    expect(await reader.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await reader.close();
  });

  it("shows the steps of its operation while there is no record", async () => {
    const page = await open("waiting");
    await page.getByText("The benchmark is being prepared").waitFor();
    await page.getByText("app1 fills the tables.").waitFor();
    expect(await page.locator(curves).count()).toBe(0);
    await page.close();
  });

  it("lets the curve of the run that goes on grow, each second by a second", async () => {
    const page = await open("running&second=8");
    await page.getByText("Direct (runs now)").waitFor();
    await page.getByText("run 6 of 24").waitFor();
    await expect.poll(() => pointsOf(page), patience).toBeGreaterThan(2);
    const first = await pointsOf(page);
    await expect.poll(() => pointsOf(page), patience).toBeGreaterThan(first);
    expect(new Set(await questions(page))).toEqual(new Set(["1/16"]));
    await page.close();
  });

  it("asks nothing while nobody sees the page, and goes on when somebody does", async () => {
    const page = await open("running", { withClock: true });
    await page.getByText("Direct (runs now)").waitFor();
    const see = (state: "hidden" | "visible"): Promise<void> =>
      page.evaluate((next) => {
        Object.defineProperty(document, "visibilityState", { value: next, configurable: true });
        window.dispatchEvent(new Event("visibilitychange"));
      }, state);
    // Another block and back: what repeats the question begins anew, by the clock of the test.
    await page.evaluate(() => window.history.replaceState(null, "", "?block=0&threads=16"));
    await expect.poll(async () => (await questions(page)).at(-1)).toBe("0/16");
    await page.evaluate(() => window.history.replaceState(null, "", "?"));
    await expect.poll(async () => (await questions(page)).at(-1)).toBe("1/16");
    await see("hidden");
    const before = (await questions(page)).length;
    await page.clock.runFor(10_000);
    expect(await questions(page)).toHaveLength(before);
    await see("visible");
    await page.clock.runFor(3_000);
    await expect.poll(async () => (await questions(page)).length).toBeGreaterThan(before);
    await page.close();
  });

  it("asks once more when the run has ended, for its last seconds, and then no more", async () => {
    const page = await open("running", { withClock: true });
    await page.getByText("Direct (runs now)").waitFor();
    await page.getByText("end of the run").dispatchEvent("click");
    await page.getByText("Direct (runs now)").waitFor({ state: "detached" });
    await expect.poll(() => pointsOf(page)).toBe(35);
    const all = await questions(page);
    await page.clock.runFor(10_000);
    expect(await questions(page)).toEqual(all);
    await page.close();
  });

  it("says what is done before the next run while it is, and nothing of it while a run goes on", async () => {
    const said = "Before run 6 of 24: db2 is restarted.";
    const between = await open("between");
    await between.getByText(said).waitFor();
    await between.close();
    const running = await open("running&prepared");
    await running.getByText("Direct (runs now)").waitFor();
    expect(await running.getByText("is restarted").count()).toBe(0);
    await running.close();
  });

  it("tells how long it took to prepare each run, part by part, and for what", async () => {
    const page = await open("finished&prepared");
    await page.getByText("Restart the servers").waitFor();
    const cells = await columnOf(page, "All runs", "Before it");
    expect(cells[0]).toBe("36.1 s");
    await page
      .getByText(
        "36.1 s in the mean: delete 310 ms · restarts 27.3 s · primary 4.17 s · endpoints 95 ms · fill 4.18 s",
      )
      .waitFor();
    await page.close();
  });

  it("draws a stall down to zero and a gap not at all, and its table says which is which", async () => {
    const page = await open("finished&block=0&threads=16");
    await page.locator(curves).first().waitFor();
    // A line that was lifted begins anew: M stands once for each piece.
    const pieces = await page
      .locator(curves)
      .evaluateAll((paths) => paths.map((path) => (path.getAttribute("d") ?? "").split("M").length - 1));
    expect(pieces).toEqual([1, 2]);
    const chart = page.locator("section", { has: page.getByRole("heading", { name: "Second by second" }) });
    await chart.getByRole("button", { name: "Show table" }).click();
    const direct = await columnOf(page, "Second by second", "Direct");
    const vip = await columnOf(page, "Second by second", "VIP");
    expect(direct.slice(14, 16)).toEqual(["0", "0"]);
    expect(direct).not.toContain("–");
    expect(vip.slice(21, 24)).toEqual(["–", "–", "–"]);
    expect(vip).not.toContain("0");
    await page.close();
  });

  it("draws the lowest and highest second where a point stands for two, and says so", async () => {
    const page = await open("finished&long&block=0&threads=16");
    await page.locator(".recharts-area-area").first().waitFor();
    expect(await page.locator(".recharts-area-area").count()).toBeGreaterThan(0);
    await page.getByText(/each point is 2 s: the mean as the line/).waitFor();
    await page.close();
  });

  it("shows another figure, block and thread count, and follows the newest again when that is chosen", async () => {
    const page = await open("finished");
    await page.getByRole("combobox", { name: "Block" }).getByText("Block 2 of 6").waitFor();
    await page.getByRole("radio", { name: "Reconnects" }).click();
    await page.getByText("Reconnects per second", { exact: false }).waitFor();
    await page.getByRole("radio", { name: "p95 latency" }).click();
    await page.getByText("95th percentile of the latency in each second", { exact: false }).waitFor();
    const choose = async (what: string, option: string): Promise<void> => {
      await page.getByRole("combobox", { name: what }).click();
      await page.getByRole("option", { name: option }).click();
    };
    await choose("Block", "Block 3 of 6");
    await expect.poll(async () => (await questions(page)).at(-1)).toBe("2/64");
    await choose("Threads", "16 threads");
    await expect.poll(async () => (await questions(page)).at(-1)).toBe("2/16");
    const address = page.locator('output[aria-label="address"]');
    const inAddress = async () => new URLSearchParams((await address.textContent()) ?? "");
    expect(Object.fromEntries(await inAddress())).toMatchObject({
      metric: "latencyMs",
      block: "2",
      threads: "16",
    });
    await choose("Threads", "64 threads");
    await choose("Block", "Block 2 of 6");
    await expect.poll(async () => (await inAddress()).has("block")).toBe(false);
    await page.close();
  });

  it("draws a disturbed run beside the one that replaces it, finely dotted and called void", async () => {
    const page = await open("finished&block=1&threads=64");
    await page.getByText("Direct (void)").waitFor();
    await page.locator(curves).nth(3).waitFor();
    const dashes = await page
      .locator(curves)
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("stroke-dasharray") ?? ""));
    expect(dashes).toEqual(["", "", "1 2", "1 2"]);
    await page.close();
  });

  it("sorts its runs by their figures, tells why one counts for nothing, and what lies beyond a scale", async () => {
    const page = await open("finished");
    const table = page.getByRole("table", { name: "All runs" });
    await table.getByText("the primary was db1 and is db2").waitFor();
    await table.getByText("at least 1 min 40 sec").waitFor();
    const tps = async () =>
      (await columnOf(page, "All runs", "TPS")).map((one) => Number(one.replace(",", "")));
    await table.getByRole("button", { name: "TPS" }).click();
    const rising = await tps();
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(rising).toHaveLength(26);
    await table.getByRole("button", { name: "TPS" }).click();
    await expect.poll(tps).toEqual([...rising].reverse());
    await page.close();
  });

  it("of mysqlslap has its results in place of a curve that nobody could draw, and says why", async () => {
    const page = await open("slap");
    await page.getByText("mysqlslap tells nothing while it runs, so there is no curve.").waitFor();
    await page.getByRole("heading", { name: "Spread" }).waitFor();
    expect(await page.locator(curves).count()).toBe(0);
    // The newest block was disturbed once, and what was measured then is kept.
    expect(await columnOf(page, "Results", "Arm")).toEqual(["Direct", "VIP", "Direct (void)", "VIP (void)"]);
    expect(await columnOf(page, "Results", "Clients")).toEqual(["64", "64", "64", "64"]);
    expect(await columnOf(page, "Results", "Queries per client")).toEqual(["100", "100", "100", "100"]);
    const [seconds = ""] = await columnOf(page, "Results", "Longest");
    expect(seconds).toMatch(/^\d+(\.\d+)? s$/);
    await page.getByText("QPS against Direct").waitFor();
    const headers = await page.getByRole("table", { name: "All runs" }).locator("thead th").allTextContents();
    expect(headers).toEqual(expect.arrayContaining(["QPS", "Mean time", "Shortest", "Longest"]));
    expect(headers).not.toContain("TPS");
    await page.getByText("insert into t1 set a='fooBa'").waitFor();
    await page.getByText("6 blocks, at most 30 s per run").waitFor();
    expect(await questions(page)).toEqual([]);
    await page.close();
  });

  it("of go-tpc has each kind of transaction with its errors, and new orders per minute for each run", async () => {
    const page = await open("tpc");
    await page.getByText("go-tpc tells nothing while it runs, so there is no curve.").waitFor();
    const kinds = await columnOf(page, "Results", "Transaction");
    expect(kinds.slice(0, 5)).toEqual(["DELIVERY", "NEW_ORDER", "ORDER_STATUS", "PAYMENT", "STOCK_LEVEL"]);
    expect((await columnOf(page, "Results", "Errors")).slice(0, 2)).toEqual(["0", "3"]);
    const headers = await page.getByRole("table", { name: "All runs" }).locator("thead th").allTextContents();
    expect(headers).toEqual(expect.arrayContaining(["TPS", "tpmC", "Errors/s"]));
    await page.close();
  });

  it("is whole without its operation, which was deleted for its age", async () => {
    const page = await open("finished&gone");
    await page.getByRole("table", { name: "All runs" }).waitFor();
    expect(await page.getByRole("link", { name: "Operation" }).count()).toBe(0);
    await page.close();
  });

  it("is cancelled only when somebody means it", async () => {
    const page = await open("running");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this benchmark?" });
    await dialog.getByText("The load stops at once.", { exact: false }).waitFor();
    expect(await askedOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel the benchmark" }).click();
    await expect.poll(() => askedOf(page)).toEqual([expect.stringMatching(/^POST \S+400\/cancel/)]);
    await page.close();
  });

  it("is deleted only when somebody means it, and the list is shown then", async () => {
    const page = await open("finished&zh");
    await page.getByRole("button", { name: "删除" }).click();
    const dialog = page.getByRole("dialog", { name: "删除 Direct · VIP · oltp_read_write？" });
    await dialog.getByRole("button", { name: "删除" }).click();
    await expect.poll(() => page.locator('output[aria-label="went"]').textContent()).toMatch(/\/benchmarks$/);
    expect(await askedOf(page)).toEqual([expect.stringMatching(/^DELETE \S+\/benchmarks\/\S+400/)]);
    await page.close();
  });

  it("is paused at once, and says that the run under way ends first; who paused it, when, and how it goes on", async () => {
    const page = await open("running");
    await page.getByRole("button", { name: "Pause" }).click();
    await expect.poll(() => askedOf(page)).toEqual([expect.stringMatching(/^POST \S+400\/pause/)]);
    await page.close();
    const pausing = await open("running&paused&pausing");
    await pausing.getByText("an operator pauses this benchmark: the run under way ends first").waitFor();
    await pausing.close();
    const paused = await open("running&paused");
    await paused.getByText(/^Paused by an operator, /).waitFor();
    await paused.getByText("no other operation changes the cluster meanwhile", { exact: false }).waitFor();
    await paused.getByRole("button", { name: "Cancel", exact: true }).waitFor();
    await paused.getByRole("button", { name: "Resume" }).click();
    await expect.poll(() => askedOf(paused)).toEqual([expect.stringMatching(/^POST \S+400\/resume/)]);
    await paused.close();
  });

  it("offers a viewer nothing that changes anything", async () => {
    const page = await open("running&viewer");
    await page.getByText("Direct (runs now)").waitFor();
    expect(await page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Pause" }).count()).toBe(0);
    await page.close();
  });

  it("says in Chinese what runs, how long it still takes, and how it is measured", async () => {
    const page = await open("running&zh");
    await page.getByText("Direct（正在测量）").waitFor();
    await page.getByText("第 6 次，共 24 次").waitFor();
    await page.getByText("约剩 11分钟").waitFor();
    await page.getByText("app1 上的 sysbench 1.0.20，每秒一次", { exact: false }).waitFor();
    await page.close();
  });
});

/** Looks at the place of each chart of the hosts, from the first to the last, and at the first again. */
async function scrollHosts(page: Page): Promise<void> {
  await page.locator("[data-chart-place]").first().waitFor({ state: "attached" });
  const places = page.locator("[data-chart-place]");
  const all = await places.count();
  for (const n of [...Array(all).keys(), 0]) {
    await places.nth(n).evaluate((place) => place.scrollIntoView({ block: "center" }));
    await expect.poll(() => places.nth(n).getAttribute("data-chart-place"), patience).toBe("seen");
  }
}

/** Which figures of which run were asked of the hosts. */
async function hostQuestions(page: Page): Promise<readonly string[]> {
  const text = (await page.locator('output[aria-label="host questions"]').textContent()) ?? "";
  return text.split(" ").filter((one) => one !== "");
}

describe("latency against throughput, in Chromium", () => {
  it("has a dot for each run that counts, with its figures in the table, and a line for each arm", async () => {
    const page = await open("finished");
    await scrollHosts(page);
    const title = "Latency against throughput";
    const section = page.locator("section", { has: page.getByRole("heading", { name: title }) });
    await section.getByText("sysbench 1.0.20 on app1, without the warm-up", { exact: false }).waitFor();
    expect(await section.locator("circle").count()).toBe(24);
    expect(await section.locator(".recharts-scatter-line path").count()).toBe(2);
    await section.getByRole("button", { name: "Show table" }).click();
    expect(await columnOf(page, title, "Threads")).toEqual(
      [16, 64, 16, 64].flatMap((threads) => Array(6).fill(String(threads))),
    );
    expect((await columnOf(page, title, "p95 latency"))[0]).toBe("19.6 ms");
    await page.close();
  });

  it("is not there where the tool knows no percentiles", async () => {
    const page = await open("slap");
    await page.getByRole("heading", { name: "Spread" }).waitFor();
    expect(await page.getByRole("heading", { name: "Latency against throughput" }).count()).toBe(0);
    await page.close();
  });
});

describe("what hosts did during a run, in Chromium", () => {
  it("is asked for when it comes into view, and no sooner", async () => {
    const page = await open("finished&block=0&threads=16");
    await page.locator(curves).first().waitFor();
    const section = page.getByRole("region", { name: "Hosts" });
    await section.waitFor();
    const before = (await hostQuestions(page)).length;
    expect(before).toBeLessThan(6);
    await scrollHosts(page);
    await section.getByRole("heading", { name: "Disk reads" }).waitFor();
    const busy = section.locator("section", { has: page.getByRole("heading", { name: "Disk busy" }) });
    await busy.getByText("50%", { exact: true }).waitFor();
    await section.getByRole("heading", { name: "Waiting to be applied" }).waitFor();
    // No server of these counts what flow control holds back.
    expect(await section.getByRole("heading", { name: "Flow control" }).count()).toBe(0);
    await page.close();
  });

  it("has a line for each host, named by what it was, with a gap where it could not be asked", async () => {
    const page = await open("finished&block=0&threads=16");
    const section = page.getByRole("region", { name: "Hosts" });
    await scrollHosts(page);
    await section.getByText("app1 (load)").first().waitFor();
    await section.getByText("db1 (primary)").first().waitFor();
    await section.getByRole("button", { name: "Show table" }).first().click();
    expect((await columnOf(page, "CPU", "db3")).slice(10, 19).map((one) => one === "–")).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(await columnOf(page, "CPU", "db1 (primary)")).not.toContain("–");
    await page.close();
  });

  it("is that of the run that somebody chooses, which the address keeps", async () => {
    const page = await open("finished&block=0&threads=16");
    const section = page.getByRole("region", { name: "Hosts" });
    await scrollHosts(page);
    await expect
      .poll(async () => (await hostQuestions(page)).some((one) => one === "500/cpu"), patience)
      .toBe(true);
    await section.getByRole("radio", { name: "VIP" }).click();
    await expect
      .poll(async () => (await hostQuestions(page)).some((one) => one === "501/cpu"), patience)
      .toBe(true);
    expect(await page.locator('output[aria-label="address"]').textContent()).toContain("run=");
    await page.close();
  });

  it("says so where nobody could be asked", async () => {
    const page = await open("finished&agentless&zh");
    const section = page.getByRole("region", { name: "主机" });
    await scrollHosts(page);
    await section.getByText("没有测到数据：代理无应答，或代理版本较旧。").first().waitFor();
    await page.close();
  });

  it("comes to network bytes per transaction in the table of runs, by which they can be sorted", async () => {
    const page = await open("finished");
    const table = page.getByRole("table", { name: "All runs" });
    await table.getByText("in 3.32 KiB").first().waitFor();
    await table.getByRole("button", { name: "Primary B/tx" }).click();
    await table.getByRole("button", { name: "Secondary B/tx" }).click();
    const last = (await columnOf(page, "All runs", "Secondary B/tx")).at(-1);
    expect(last).toBe("–");
    await page.close();
  });

  it("leaves a page of ten arms of 300 s usable within a second: what is not seen is neither asked for nor drawn", async () => {
    const tries: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const page = await open("large", { isFresh: true });
      await page.locator(curves).nth(9).waitFor();
      await page.waitForFunction(() => performance.getEntriesByName("drawn").length > 0);
      // Of the ten curves on the screen, and none of those below it.
      expect((await hostQuestions(page)).length).toBeLessThanOrEqual(4);
      tries.push(await page.evaluate(() => performance.getEntriesByName("drawn")[0]?.duration ?? 1e9));
      await page.close();
    }
    const usableMs = Math.round(Math.min(...tries));
    process.stdout.write(`${JSON.stringify({ name: "benchmark-page", arms: 10, seconds: 300, usableMs })}\n`);
    // A machine that does other things at the same time says nothing of it.
    if (process.env.PRIMACY_LONG_RUN === "1") expect(usableMs).toBeLessThan(1_000);
  });
});

describe("the list of benchmarks, in Chromium", () => {
  it("says what a benchmark answers where there is none, and leads an operator to a new one", async () => {
    const page = await open("empty");
    await page.getByRole("heading", { name: "What does each way to the database cost?" }).waitFor();
    const link = page.getByRole("link", { name: "New benchmark" });
    expect(await link.getAttribute("href")).toMatch(/\/benchmarks\/new$/);
    const viewer = await open("empty&viewer&zh");
    await viewer.getByRole("heading", { name: "通往数据库的每条路径各有多大开销？" }).waitFor();
    expect(await viewer.getByRole("link").allTextContents()).toEqual(["已发表的基准测试"]);
    await page.close();
    await viewer.close();
  });

  it("tells of each how it stands, and of the one that runs at which run it is", async () => {
    const page = await open("list");
    await page.getByText("run 6 of 24").waitFor();
    expect(await columnOf(page, "Benchmarks", "State")).toEqual([
      "runningrun 6 of 24",
      "succeeded",
      "failed",
      "cancelled",
    ]);
    await page.close();
  });
});
