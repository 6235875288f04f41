import type { Page } from "@playwright/test";
import { administrator, expect, test } from "../fixtures/story";
import { signIn } from "../pages/sign-in";
import { words } from "../words";

/** A form that is refused: where it stands, what is wrong with it, and what sends it. */
interface Refused {
  readonly form: string;
  /** `METHOD path`, as far as it is the same for all. */
  readonly call: RegExp;
  readonly fill: (page: Page) => Promise<void>;
  readonly send: (page: Page) => Promise<void>;
}

/** What an operator can set, of all that the forms are about; what is watched goes on meanwhile. */
const watched: Readonly<Record<string, readonly string[]>> = {
  "/users": ["id", "name", "role", "isDisabled"],
  "/tokens": ["id", "name", "role", "expiresAt", "revokedAt"],
  "/settings/retention": ["samplesDays", "eventsDays", "operationsDays", "auditDays"],
  "/hosts": ["id", "name", "address", "sshPort", "sshUser", "credentialKind", "agentAddress", "agentPort"],
  "/clusters": ["id", "name", "epoch"],
};

const inDialog = (name: string) => (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const press = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();

const forms: readonly Refused[] = [
  {
    form: "a user with a taken name and a short password",
    call: /^POST \S+\/users$/,
    fill: async (page) => {
      await page.goto("/settings/users");
      await press("Add user")(page);
      await page.getByLabel("Name").fill(administrator.name);
      await page.getByLabel("First password").fill("short");
    },
    send: inDialog("Add user"),
  },
  {
    form: "a token with an endless name that has expired",
    call: /^POST \S+\/tokens$/,
    fill: async (page) => {
      await page.goto("/settings/tokens");
      await press("Create token")(page);
      await page.getByLabel("Name").fill("n".repeat(300));
      await page.getByLabel("Days until it expires").fill("0");
    },
    send: inDialog("Create token"),
  },
  {
    form: "a short new password, and not the current one",
    call: /^PATCH \S+\/profile$/,
    fill: async (page) => {
      await page.goto("/settings");
      await page.getByLabel("Current password").fill("another one");
      await page.getByLabel("New password").fill("short");
    },
    send: press("Change password"),
  },
  {
    form: "records that are kept for no time, and for longer than a life",
    call: /^PUT \S+\/retention$/,
    fill: async (page) => {
      await page.goto("/settings/retention");
      await page.locator("input[name=samplesDays]").fill("0");
      await page.locator("input[name=eventsDays]").fill("999999");
    },
    send: press("Save"),
  },
  {
    form: "a connection with no address, no port and another host's name",
    call: /^PATCH \S+\/hosts\/\S+$/,
    fill: async (page) => {
      const { items } = await (await page.request.get("/api/v1/hosts")).json();
      await page.goto(`/hosts/${items[0].id}`);
      await page.getByRole("button", { name: "Actions" }).first().click();
      await page.getByRole("menuitem", { name: "Edit connection" }).click();
      await page.locator("input[name=name]").fill(items[1].name);
      await page.locator("input[name=address]").fill("not an address");
      await page.locator("input[name=agentPort]").fill("70000");
    },
    send: inDialog("Save"),
  },
  {
    form: "hosts with a taken name and a key that is none, one of which does not answer",
    call: /^POST \S+\/host-checks$/,
    fill: async (page) => {
      const { items } = await (await page.request.get("/api/v1/hosts")).json();
      await page.goto("/hosts/new");
      await page.locator("input[name=address]").fill("127.0.0.1");
      await page.locator("input[name=name]").fill(items[0].name);
      await page.locator("input[name=port]").fill("9");
      await page.getByLabel(words.en.privateKey).fill("no key");
    },
    send: press(words.en.scan),
  },
  {
    form: "a member that cannot be, on a port that cannot be",
    call: /^POST \S+\/clusters\/discover$/,
    fill: async (page) => {
      await page.goto("/clusters/new");
      await page.locator("input[name=address]").fill("not an address");
      await page.locator("input[name=port]").fill("70000");
      await page.locator("input[name=user]").fill("root");
      await page.locator("input[name=password]").fill("x");
    },
    send: press(words.en.discover),
  },
];

test("forms of people, tokens, records, hosts and clusters show all that the console has against them, at once, and change nothing", async ({
  page,
  trouble,
}) => {
  trouble.allow(/^(422|502) /);
  await signIn(page, words.en, administrator);
  const things = async (): Promise<unknown> =>
    Promise.all(
      Object.entries(watched).map(async ([path, fields]) => {
        const body = await (await page.request.get(`/api/v1${path}`)).json();
        const items: Readonly<Record<string, unknown>>[] = body.items ?? [body];
        return items.map((one) => fields.map((field) => one[field]));
      }),
    );
  const before = await things();
  for (const { form, call, fill, send } of forms)
    await test.step(form, async () => {
      await fill(page);
      const [answer] = await Promise.all([
        page.waitForResponse((one) => call.test(`${one.request().method()} ${new URL(one.url()).pathname}`)),
        send(page),
      ]);
      expect(answer.status()).toBe(422);
      const { errors } = await answer.json();
      expect(errors.length).toBeGreaterThan(1);
      for (const { message } of errors) await expect(page.getByText(message.text).first()).toBeVisible();
    });
  expect(await things()).toEqual(before);
});
