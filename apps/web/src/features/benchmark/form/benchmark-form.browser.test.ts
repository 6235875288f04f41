import type { Locator, Page } from "@playwright/test";
import { formatMessage, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { askedOf, openInChromium } from "../../../testing/chromium.fixture";

const open = openInChromium(new URL("../benchmark-pages.fixture.tsx", import.meta.url));

/** What was sent to the call whose path ends so. */
async function sentTo(page: Page, end: string): Promise<Record<string, unknown>> {
  const [line = ""] = (await askedOf(page)).filter((one) => one.split(" ")[1]?.endsWith(end));
  return JSON.parse(line.slice(line.indexOf("{")));
}

/** The reasons at the field that holds this control. */
function reasonsAt(control: Locator): Locator {
  return control.locator("xpath=ancestor::div[@aria-live or .//*[@aria-live]][1]").locator("[aria-live] p");
}

describe("the form of a benchmark, in Chromium", () => {
  it("opens with the primary against the VIP and the host that can start the load, and sends just that", async () => {
    const page = await open("new");
    await page.getByText("About 7 min").waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(2);
    expect(await page.getByRole("checkbox").count()).toBe(4);
    expect(await page.locator("input[name=name]").inputValue()).toBe("Direct · VIP · oltp_read_write");
    await page.getByText("no member, host operator on").waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({
      workload: { script: "oltp_read_write", tables: 4, tableSize: 10_000, options: {} },
      arms: [
        { name: "Direct", endpoints: [{ kind: "member" }] },
        { name: "VIP", endpoints: [{ kind: "vip" }] },
      ],
      threads: [16],
      blocks: 6,
      runSeconds: 30,
      warmupSeconds: 5,
    });
    await page.close();
  });

  it("says how long it takes while the numbers are typed", async () => {
    const page = await open("new");
    await page.getByRole("textbox", { name: "Threads" }).fill("16, 64");
    await page.getByText("About 15 min").waitFor();
    await page.getByText("24 runs of 30 s, each after 5 s of warm-up").waitFor();
    await page.getByRole("textbox", { name: "Blocks" }).fill("");
    await page.getByText("Fill in the numbers to see how long it takes.").waitFor();
    await page.close();
  });

  it("says what each way to prepare a run costs in time, counts it, and sends what was chosen", async () => {
    const page = await open("new");
    const levels = page.getByRole("radiogroup", { name: "Before each run" });
    await levels.getByText("No time.").waitFor();
    expect(await levels.getByRole("radio", { checked: true }).count()).toBe(1);
    await levels.getByText("About 4 s more for each run.").waitFor();
    await levels.getByRole("radio", { name: /^Restart the servers/ }).click();
    // 12 runs of 37 s, each with 58 s before it.
    await page.getByText("About 19 min").waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({ hygiene: "restart_servers" });
    await page.close();
  });

  it("offers no restart and no drop of caches of a production cluster, and says why", async () => {
    const page = await open("new&production");
    const levels = page.getByRole("radiogroup", { name: "Before each run" });
    await page.getByText("This cluster is marked as production").waitFor();
    for (const name of [/^Restart the servers/, /^Restart and drop caches/])
      expect(await levels.getByRole("radio", { name }).isDisabled()).toBe(true);
    expect(await levels.getByRole("radio", { name: /^Fresh tables/ }).isDisabled()).toBe(false);
    await page.close();
  });

  it("asks nobody about a form that is wrong, and tells each reason at its field and in a list that leads there", async () => {
    const page = await open("new");
    const threads = page.getByRole("textbox", { name: "Threads" });
    await threads.fill("16, 16");
    await page.getByRole("textbox", { name: "Blocks" }).fill("");
    await page.getByText("Extra options of sysbench").first().click();
    await page.getByRole("textbox", { name: "Extra options" }).fill("nonsense");
    await page.getByRole("button", { name: "Check" }).click();
    const list = page.getByRole("alert");
    await list.getByText("Something is missing or wrong").waitFor();
    expect(await list.getByRole("link").allTextContents()).toEqual([
      "Threads: The same number of threads stands there twice.",
      "Blocks: At least 1.",
      "Extra options of sysbench: Write it as name=value: nonsense",
    ]);
    expect(await reasonsAt(threads).allTextContents()).toEqual([
      "The same number of threads stands there twice.",
    ]);
    expect(await askedOf(page)).toEqual([]);
    await list.getByRole("link").first().click();
    await threads.and(page.locator(":focus")).waitFor();
    await threads.fill("16");
    await expect.poll(() => reasonsAt(threads).count()).toBe(0);
    await page.close();
  });

  it("shows what only the API knows at the arm that it is about", async () => {
    const page = await open("new&refused");
    await page.getByRole("button", { name: "Check" }).click();
    const name = page.getByRole("textbox", { name: "Name of the arm 10.86.0.100:3306" });
    await expect
      .poll(() => reasonsAt(name).allTextContents())
      .toEqual(["This cluster has no such endpoint."]);
    const other = page.getByRole("textbox", { name: "Name of the arm 10.86.0.11:3306" });
    expect(await reasonsAt(other).count()).toBe(0);
    await page.close();
  });

  it("takes an address of one's own and another baseline", async () => {
    const page = await open("new");
    await page.getByRole("button", { name: "Add an address" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("10.86.0.50");
    await page.getByRole("textbox", { name: "Port" }).fill("6446");
    await page.getByRole("button", { name: "Set as baseline" }).first().click();
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({
      arms: [
        { name: "VIP" },
        { name: "Direct" },
        { name: "Custom", endpoints: [{ kind: "custom", address: "10.86.0.50", port: 6446 }] },
      ],
    });
    await page.close();
  });

  it("lets connections of an arm take further addresses in turn: ways of the cluster, and typed ones", async () => {
    const page = await open("new");
    const add = page.getByRole("button", { name: "Further address", exact: true });
    await expect.poll(() => add.count()).toBe(2);
    await add.first().click();
    const way = page.getByRole("combobox", { name: "Further address of Direct" });
    expect(await way.textContent()).toContain("db2");
    await add.first().click();
    await way.last().click();
    await page.getByRole("option", { name: "an address of your own" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("10.86.0.50");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({
      arms: [
        {
          name: "Direct",
          endpoints: [
            { kind: "member" },
            { kind: "member" },
            { kind: "custom", address: "10.86.0.50", port: 3306 },
          ],
        },
        { name: "VIP", endpoints: [{ kind: "vip" }] },
      ],
    });
    await page.getByRole("button", { name: "Remove this address of Direct" }).first().click();
    await expect.poll(() => way.count()).toBe(1);
    await page.getByRole("radio", { name: "mysqlslap" }).click();
    await expect.poll(() => add.count()).toBe(0);
    await page.close();
  });

  it("takes mysqlslap with its queries, and then no warm-up", async () => {
    const page = await open("new");
    await page.getByRole("radio", { name: "mysqlslap" }).click();
    expect(await page.getByRole("textbox", { name: "Seconds of warm-up" }).count()).toBe(0);
    await page.getByRole("textbox", { name: "Seconds per run, at most" }).waitFor();
    await page.getByText("At most 6 min").waitFor();
    await page.getByRole("radio", { name: /^Your own/ }).click();
    await page.getByRole("textbox", { name: "Query" }).fill("/etc/passwd");
    await page.getByRole("button", { name: "Check" }).click();
    const list = page.getByRole("alert");
    await list.getByText("Something is missing or wrong").waitFor();
    expect(await list.getByRole("link").allTextContents()).toEqual([
      "Query: Write SQL that begins with a word, such as insert into t1 set a='x'.",
    ]);
    await page.getByRole("textbox", { name: "Query" }).fill("insert into t1 set a='x'");
    await page
      .getByRole("textbox", { name: "Tables" })
      .fill("create table t1 (id serial primary key, a text)");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({
      workload: { tool: "mysqlslap", sql: { kind: "given" }, queries: 10_000, iterations: 3 },
      warmupSeconds: 0,
    });
    await page.close();
  });

  it("takes a program of one's own argument by argument, and tells what is wrong with one at its field", async () => {
    const page = await open("new");
    await page.getByRole("radio", { name: "Own command" }).click();
    await page.getByRole("textbox", { name: "Program" }).fill("/bin/bash");
    const run = page.getByRole("textbox", { name: "Arguments", exact: true });
    await run.fill("run\n-p{password}");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("alert").getByText("Something is missing or wrong").waitFor();
    expect(await reasonsAt(run).allTextContents()).toEqual([
      "A password never stands on a command line. The program reads it from an option file or from its environment.",
    ]);
    expect(await askedOf(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Program" }).fill("tpcc");
    await run.fill("run\n-H\n{host}\n--time\n{seconds}s");
    await page.getByRole("textbox", { name: "Variable" }).fill("TPCC_PASSWORD");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("All checks passed").waitFor();
    expect(await sentTo(page, "/benchmarks/check")).toMatchObject({
      name: "Direct · VIP · tpcc",
      workload: {
        ...{
          tool: "custom",
          program: "tpcc",
          parser: "go-tpc",
          run: ["run", "-H", "{host}", "--time", "{seconds}s"],
        },
        password: { kind: "environment", variable: "TPCC_PASSWORD" },
      },
    });
    await page.close();
  });

  it("starts with an administrator and the cluster's name, and leads to the benchmark's own page", async () => {
    const page = await open("new");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Start the benchmark" }).click();
    await expect
      .poll(() => reasonsAt(page.getByLabel("User")).allTextContents())
      .toEqual(["This is required."]);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByLabel("User").fill("root");
    await page.getByLabel("Password").fill("secret of root");
    await page.getByRole("button", { name: "Start the benchmark" }).click();
    const dialog = page.getByRole("dialog", { name: "Put orders under load?" });
    await dialog.getByText("Fill 4 tables with 10000 rows each").waitFor();
    const start = dialog.getByRole("button", { name: "Start the benchmark" });
    expect(await start.isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type /).fill("orders");
    await start.click();
    const went = page.locator('output[aria-label="went"]');
    await expect.poll(() => went.textContent()).toMatch(/\/benchmarks\/\S+400$/);
    expect(await sentTo(page, "/benchmarks")).toMatchObject({
      confirm: "orders",
      administrator: { user: "root", password: "secret of root" },
      threads: [16],
    });
    await page.close();
  });

  it("starts nothing while a check fails, and a changed form is to be checked again", async () => {
    const page = await open("new&failing&zh");
    await page.getByRole("button", { name: "检查" }).click();
    await page
      .getByText(
        formatMessage(message("check.benchmark_tool.title", { host: "app1", tool: "sysbench" }), "zh"),
      )
      .waitFor();
    const start = page.getByRole("button", { name: "开始基准测试" });
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "区组数" }).fill("8");
    await start.waitFor({ state: "detached" });
    await page.getByText("约 10分钟").waitFor();
    await page.close();
  });
});
