import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProviderSettings } from "../../scripts/provider-settings.ts";
import { type AddonServer, hasCurl } from "./support/addon-server.ts";
import { describeUnderPhp } from "./support/use-addon.ts";

const hasPhpCurl = hasCurl();

let addon: AddonServer;
let frontDoor: Server;
/** The metadata that Frontdesk returns. */
let metadata = {};

beforeAll(() => {
  frontDoor = createServer((_, response) => response.end(JSON.stringify(metadata))).listen(0, "127.0.0.1");
});
afterAll(() => void frontDoor.close());

const page = async (query = "") => (await fetch(`${addon.url}/index.php?m=admin${query}`)).text();

const send = (form: string, fields?: Record<string, string>) => addon.press(form, fields);

/** Changes a setting of the addon in WHMCS's table. */
function setUp(name: string, value: string): void {
  addon.change(({ tables }) => {
    tables.tbladdonmodules = (tables.tbladdonmodules ?? []).map((row) =>
      row.setting === name ? { ...row, value } : row,
    );
  });
}

/** Returns the text of one row in the page's state table. */
function row(html: string, title: string): string {
  const [, found = ""] = new RegExp(`<tr><th[^>]*>${title}</th>(.*?)</tr>`, "s").exec(html) ?? [];
  return found
    .replace(/<[^>]+>/g, " ")
    .replace(/ +/g, " ")
    .trim();
}

describeUnderPhp("the addon's page under PHP", (addonOf) => {
  beforeAll(() => {
    addon = addonOf();
  });

  test("the page shows the addon's state and the problems to fix", async () => {
    addon.change((state) => {
      state.answers.GetPaymentMethods = {
        paymentmethods: { paymentmethod: [{ module: "mailin" }, { module: "<b>" }] },
      };
      state.answers.GetCurrencies = { currencies: { currency: [{ code: "CAD" }, { code: "USD" }] } };
    });
    const html = await page();
    expect(row(html, "WHMCS")).toBe("8.13.1 OK");
    expect(row(html, "PHP")).toMatch(/^\d+\.\d+.* OK$/);
    expect(row(html, "Hooks are loaded")).toBe("Yes OK");
    expect(row(html, "Administrator")).toBe("frontdesk OK");
    expect(row(html, "Clock")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC OK$/);
    expect(row(html, "Time zone")).toBe("UTC OK");
    expect(row(html, "Payment gateways")).toBe("mailin, &lt;b&gt; OK");
    expect(row(html, "Currencies")).toBe("CAD, USD OK");
    setUp("admin", "gone");
    addon.change(({ tables }) => Object.assign(tables.tblconfiguration?.[0] ?? {}, { value: "8.0.4" }));
    const wrong = await page();
    expect(row(wrong, "Administrator")).toMatch(/^None Enter the username of an active administrator.* Fix$/);
    expect(row(wrong, "WHMCS")).toBe("8.0.4 The addon needs WHMCS 8.1 or newer. Fix");
    setUp("admin", "frontdesk");
  });

  test("Frontdesk can read the settings that the page shows", async () => {
    addon.change(({ tables }) => {
      const set = (setting: string, value: string) => ({ setting, value });
      tables.tblconfiguration = [
        set("Version", "8.13.1"),
        set("SystemURL", "https://billing.maple.example/"),
        set("CompanyName", "Maple &amp; Sons"),
        set("Email", "no-reply@maple.example"),
      ];
    });
    const [settings = "", secrets = ""] = [...(await page()).matchAll(/<pre>(.*?)<\/pre>/gs)].map(([, text = ""]) =>
      text.replace(/<[^>]+>/g, "").replaceAll("&amp;", "&"),
    );
    expect(readProviderSettings(settings)).toMatchObject({
      billing: "whmcs",
      domain: "maple.example",
      settings: {
        WHMCS_URL: "https://billing.maple.example",
        BRAND_NAME: "Maple & Sons",
        MAIL_FROM: "no-reply@maple.example",
      },
    });
    expect(secrets).toBe(`FRONTDESK_BRIDGE_KEY=${await addon.key()}`);
  });

  const tested = "the page tests Frontdesk's URL and compares its clock";
  test.skipIf(!hasPhpCurl)(hasPhpCurl ? tested : `${tested} (php-curl is not installed)`, async () => {
    const address = frontDoor.address();
    const origin = typeof address === "object" && address ? `http://127.0.0.1:${address.port}` : "";
    setUp("return_to", origin);
    metadata = { issuer: "https://elsewhere.example" };
    expect(await send("test")).toContain("it is not your front desk");
    metadata = { issuer: origin };
    const html = await send("test");
    expect(html).toContain("The front desk answers.");
    expect(row(html, "Clock")).toMatch(/\(\d+ s from [^)]*\) OK$/);
    setUp("return_to", "http://127.0.0.1:1");
    expect(await send("test")).toContain("Nothing answers at this address.");
    setUp("return_to", "https://maple.example/other");
    expect(await page()).toContain("Enter the address of your front desk");
  });

  test("an administrator must confirm once whom WHMCS records with orders", async () => {
    const question = "is not known yet";
    expect(await page()).toContain("WHMCS does not run the addon&#039;s calls as the administrator");
    addon.change((state) => {
      state.answers.GetAdminDetails = { result: "success", adminid: 5 };
    });
    expect(await send("orders-noted")).toContain(question);
    const html = await send("orders-noted", { confirmed: "1" });
    expect(html).not.toContain(question);
    expect(html).toContain("WHMCS records the administrator with each order");
    setUp("orders", "");
    expect(await page()).toContain("The addon accepts no orders or changes.");
  });

  test("removal shows what will be lost, and removes everything after a confirmation", async () => {
    const own = () => Object.keys(addon.state.tables).filter((table) => table.startsWith("mod_"));
    await addon.call("find", { client: 1001, reference: "a-reference" });
    expect(await page()).toContain("Removing deletes them too (1 now)");
    await send("remove");
    expect(own()).toHaveLength(4);
    expect(await send("remove", { confirmed: "1" })).toContain("Everything was removed.");
    expect(own()).toEqual([]);
    expect(addon.state.log.at(-1)).toContain("has removed everything");
  });
});
