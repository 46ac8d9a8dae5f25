import { expect, test } from "vitest";
import { areaElsewhere } from "../../../shared/billing-contract/area-elsewhere.ts";
import { sampleDescription } from "../../support/sample-description.ts";

const SITE = "https://desk.provider.example";
const AREA = "https://my.provider.example";
const own = sampleDescription().links;
/** The links of a client area that identifies a domain by number. */
const links = { ...own, home: "/home.php", invoice: "/invoice.php?id={id}", domain: "/domain.php?id={id}" };
const to = (path: string, pages: typeof links | null = links) =>
  areaElsewhere(new URL(`${SITE}/client-area${path}`), { site: SITE, clientArea: AREA }, pages);

test.each([
  ["/invoices/6401?lang=fr", `${AREA}/invoice.php?id=6401`],
  ["/services/2101/plan", `${AREA}/services/2101`],
  ["/tickets", `${AREA}/tickets`],
  ["/account/details", `${AREA}/account/details`],
  ["/invoices", `${AREA}/invoices`],
  ["/invoices/constructor", `${AREA}/invoices`],
  ["/domains/studio-ana.ca", `${AREA}/domains`],
  ["/account/history", `${AREA}/home.php`],
  ["", `${AREA}/home.php`],
  ["/invoice.php?id=6401", `${AREA}/invoice.php?id=6401`],
  ["/cart?plan=web-start&currency=EUR&lang=fr", `${SITE}/plans/web-start?currency=EUR&lang=fr`],
  ["/cart?domain=nina.ca&lang=fr", `${SITE}/?lang=fr&domain=nina.ca`],
])(
  "with the provider's own client area, /client-area%s redirects to the page there or to the shop",
  (path, address) => {
    expect(to(path)).toBe(address);
  },
);

test("a domain redirects to its page if the client area identifies domains by name, and without known links, an invoice redirects to the client area", () => {
  expect(to("/domains/studio-ana.ca", own)).toBe(`${AREA}/domains/studio-ana.ca`);
  expect(to("/invoices/6401", null)).toBe(AREA);
});
