import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { OPERATOR_HOST, type World } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";
import { expectToFitEveryView } from "../pages/view-pages.ts";
import { OperatorClient, type ReadBody } from "./operator-client.ts";

/** Defines the tests of the search field and its pages. @param world a system with the operator console */
export function search(world: World): void {
  const operator = new OperatorClient(() => world);
  const api = new AccountClient({ scopes: EVERY_SCOPE }, () => world.origin);
  const browser = useBrowser();
  const find = async (q: string | number) => (await operator.read("find", { q })).body;

  test("one field finds e-mail addresses, numbers, domain names and ids, and each search is recorded under the customer's number", async () => {
    const token = await api.connect();
    const path = "/account/domains/studio-ana.ca/nameservers";
    const body = { nameservers: ["ns1.example.net", "ns2.example.net"] };
    const init = { method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const changed = await api.request(path, token, init);
    expect(changed.status).toBe(200);
    const visitor = new PageVisitor(world.origin);
    const own = await visitor.signIn(await visitor.open("/client-area/domains/studio-ana.ca?lang=en"), "owner");
    const asked = await visitor.submit(own, "nameservers", { nameservers: "ns3.example.net\nns4.example.net" });
    await visitor.submit(asked, "/client-area/domains/studio-ana.ca", { confirmed: "1" });
    const requestId = String(changed.headers.get("X-Request-Id"));

    expect((await find("https://studio-ana.ca./")).tables.domains).toMatchObject([{ domain: "studio-ana.ca" }]);
    const domain = await find("Studio-Ana.CA");
    expect(domain.tables.domains).toMatchObject([{ domain: "studio-ana.ca", account: 1001, status: "active" }]);
    const set = { operation: "setDomainNameservers", login: 11, outcome: "succeeded" };
    const { actions } = domain.tables;
    expect(actions).toMatchObject([
      { ...set, via: "by hand", connection: null },
      { ...set, via: "http", requestId },
    ]);
    const connection = String(actions?.[1]?.connection);
    const [{ application = "" } = {}] = (await find(connection)).tables.connection ?? [];

    expect((await find("owner@maple.example")).tables.logins).toMatchObject([{ login: 11, accounts: "1001 1002" }]);
    expect((await find(11)).notes).toEqual([expect.stringMatching(/wrong passwords is not known here/)]);
    expect((await find(11)).tables.logins).toMatchObject([{ login: 11 }]);
    expect((await find(1001)).tables.account).toMatchObject([{ account: 1001, owner: "11" }]);
    const order = { order: 6110, account: 1001 };
    expect((await find(6110)).tables.orders).toMatchObject([order]);
    expect((await find("2026-6106")).tables.invoice).toMatchObject([{ invoice: "2026-6106" }]);
    expect((await find("ana-europe.eu")).tables.orders).toMatchObject([{ order: 6202, account: 1002 }]);
    expect((await find(String(application))).tables.connections).toMatchObject([{ connection }]);
    await expect
      .poll(async () => (await find(`urn:uuid:${requestId}`)).tables.calls)
      .toContainEqual(expect.objectContaining({ operation: "setDomainNameservers", account: 1001 }));
    for (const nothing of ["nobody@maple.example", "999999", "nowhere.example", "nothing"])
      expect(await find(nothing)).toMatchObject({
        tables: {},
        notes: [expect.stringMatching(/^(Nothing was found|No account has)/)],
      });
    const hold = { store: "account:1001", because: "looking" };
    await operator.act("hold", hold);
    const [ofNumber, ofDomain] = [await find(1001), await find("studio-ana.ca")];
    await operator.act("resume", hold);
    const onHold = expect.stringMatching(/^Account 1001 is on hold/);
    expect([ofNumber, ofDomain].map(({ notes }) => notes)).toEqual([[onHold], [onHold]]);
    const reads = (await operator.read("reads", { subject: "account:1001" })).body.tables.reads;
    expect(reads?.filter(({ command }) => command === "find").length).toBeGreaterThanOrEqual(4);
  });

  test("the pages fit every screen size without scripts, and a row links to the filled-in form of its act", async () => {
    await world.accounts
      .prepare(
        "INSERT INTO stuck_actions VALUES ('embedded', 1001, 'in.view', 11, 'renewDomain', 'domain:ana.dev', 'STUCK', 'late', 1, 2, 3)",
      )
      .run();
    const page = await browser.newVisitor({ bypassCSP: true });
    const origin = `http://${OPERATOR_HOST}:${new URL(world.origin).port}`;
    try {
      const views = {
        ...{ overview: "/", found: "/find?q=owner@maple.example", account: "/account?account=1001" },
        ...{ hosts: "/hosts", held: "/held", acts: "/acts" },
      };
      for (const [name, path] of Object.entries(views)) {
        await page.goto(`${origin}${path}`);
        await expectToFitEveryView(page, `console-${name}`, "en");
        expect(await page.locator("script").count()).toBe(0);
        for (const width of [1280, 1249, 800, 390]) {
          await page.setViewportSize({ width, height: 844 });
          const tables = await page.locator(".wide").all();
          const beyond = tables.map((table) => table.evaluate((one) => one.scrollWidth - one.clientWidth));
          expect(await Promise.all(beyond), `${path} at ${width}: tables scroll sideways`).toEqual(tables.map(() => 0));
        }
      }
      await page.goto(`${origin}/`);
      expect(await page.locator(".tile.waits", { hasText: "stuck actions" }).textContent()).toContain("1");
      expect(await page.locator(".tile.ok", { hasText: "stores on hold" }).textContent()).toContain("0");
      expect(await page.locator("main time").first().getAttribute("title")).toMatch(/^\d{4}-\d\d-\d\dT/);
      await page.getByRole("link", { name: "Settle…" }).click();
      expect(await page.inputValue("#field-reference")).toBe("in.view");
      expect(await page.getByRole("heading", { name: "Stuck actions" }).count(), "what it is about").toBe(1);
      expect(await page.locator("nav .group [aria-current=page]").count(), "not under More").toBe(0);
      await page.selectOption("#field-outcome", "nothing");
      await page.fill("#field-because", "it is not there");
      await page.getByRole("button", { name: "Show what it does" }).click();
      const settle = page.getByRole("button", { name: "Settle a stuck action" });
      await settle.waitFor();
      await expectToFitEveryView(page, "console-confirm", "en");
      expect(await page.locator("main .note").textContent()).toMatch(/renewDomain of domain:ana\.dev, account 1001/);
      await settle.click();
      expect(await page.getByRole("status").textContent()).toMatch(/^Accepted\./);
      await page.getByRole("link", { name: "Back to action:1001:in.view" }).click();
      await expect.poll(() => page.title()).toMatch(/^Studio Ana Inc\., account 1001 · /);

      await page.goto(`${origin}/export?kind=login&id=11`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download the JSON" }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^export-login-11\.json$/);
      const whole = JSON.parse(await readFile(await download.path(), "utf8")) as ReadBody;
      expect(whole.tables.login).toMatchObject([{ email: "owner@maple.example" }]);
    } finally {
      await world.accounts.prepare("DELETE FROM stuck_actions").run();
    }
  });
}
