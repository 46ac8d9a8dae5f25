import { beforeAll, expect, test } from "vitest";
import { everyRow } from "../../support/every-row.ts";
import type { Area, Screen } from "./support/area.ts";

/** Forms that order or change something, each with its path and input. */
const FORMS: [what: string, path: string, filled: Record<string, string>][] = [
  ["nameservers", "/domains/studio-ana.ca", { nameservers: "ns1.evil.example\nns2.evil.example" }],
  ["lock", "/domains/studio-ana.ca/lock", { lock: "off" }],
  ["automatic renewal", "/domains/studio-ana.ca/auto-renew", { "auto-renew": "off" }],
  ["renewal", "/domains/studio-ana.ca/renew", {}],
  ["transfer away", "/domains/studio-ana.ca/transfer", {}],
  ["change of plan", "/services/2101/plan?plan=web-pro", {}],
  ["cancellation", "/services/2103/cancel?when=immediately", {}],
  ["DNS records", "/services/2101/dns?zone=studio-ana.ca", { confirmed: "1" }],
  ["payment", "/invoices/6110", {}],
  ["cart", "/cart?plan=web-start", { terms: "2026-09-01" }],
  ["saved card", "/account/payment-methods", { card: "remove" }],
  ["details", "/account/details", { city: "Elsewhere" }],
];
/** Forms that change the login. Every login has them. */
const OF_LOGIN: typeof FORMS = [
  ["password", "/account/password", { "present-password": "maple-owner", password: "a long enough password" }],
  ["e-mail address", "/account/email", { "present-password": "maple-owner", email: "owner@evil.example" }],
  ["second step", "/account/second-step", { "second-step": "on" }],
  ["sessions", "/account/sessions", {}],
];
/** Returns the path of the same form for an item of another account. */
const foreign = (path: string) =>
  path
    .replace(/210[13]/, "2401")
    .replace("studio-ana.ca", "second-step.com")
    .replace("6110", "6401");

function hiddenIn({ html }: Screen): [name: string, value: string][] {
  const fields = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return [...fields].map(([, name = "", value = ""]) => [name, value]);
}

/** Defines the tests that the client area accepts only forms that its page made for this session and login. */
export function forms(area: Area): void {
  const standing = async () => [
    await everyRow(area.world.billing),
    await area.registrar("locked", { name: "studio-ana.ca" }),
    await area.registrar("nameservers", { name: "studio-ana.ca" }),
    area.world.cpanel.zones,
  ];
  let contact: Screen;
  let before: unknown[];
  beforeAll(async () => {
    contact = await area.signIn("contact");
    await area.as("owner", "/account");
    await area.registrar("hold", { name: "studio-ana.ca" });
    await area.run("DELETE FROM account_login_permissions WHERE login_id = 12 AND permission <> 'domains'");
    before = structuredClone(await standing());
  });

  test.each([...FORMS, ...OF_LOGIN])(
    "the form for %s is refused from another site or without this session's token",
    async (_, path, filled) => {
      const form = await area.as("owner", path);
      const [action = ""] = path.split("?");
      const fields = [...hiddenIn(form).filter(([name]) => name !== "token"), ...Object.entries(filled)];
      const sent = [
        ...["cross-site", "same-site"].map((site) => form.submit(action, filled, { "Sec-Fetch-Site": site })),
        form.post(path, ...fields),
        form.post(path, contact.token, ...fields),
      ];
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    },
  );

  test.each(FORMS)(
    "the form for %s is refused for another account and for a contact without the permission",
    async (_, path, filled) => {
      const form = await area.as("owner", path);
      const fields = [...hiddenIn(form).filter(([name]) => name !== "token"), ...Object.entries(filled)];
      expect((await contact.post(path, contact.token, ...fields)).status).toBe(403);
      const theirs = foreign(path);
      if (theirs !== path) {
        expect((await form.open(theirs)).status).toBe(404);
        expect((await form.post(theirs, form.token, ...fields)).status).toBe(404);
      }
    },
  );

  test("the refused forms changed no row, no zone and nothing at the registrar", async () => {
    expect(await standing()).toEqual(before);
  });
}
