import { createHash } from "node:crypto";
import { raw } from "hono/html";
import { expect, test } from "vitest";
import { pageResponse } from "../../../shared/pages/page-response.ts";
import { STYLESHEET_PATH, stylesheetResponse } from "../../../shared/pages/stylesheet.ts";
import { themeFrom } from "../../../shared/pages/theme.ts";
import { visitOf } from "../../../shared/pages/visit.ts";
import { SAMPLE_BRAND } from "../../support/sample-brand.ts";

const SETTINGS = {
  ...SAMPLE_BRAND,
  BRAND_NAME: "Desk",
};
const theme = themeFrom(SETTINGS);

const HERE = "https://desk.example/";
const answer = (address: string, more: Partial<Parameters<typeof pageResponse>[1]> = {}) =>
  pageResponse(raw("<html></html>"), { theme, visit: visitOf(new Request(address)), ...more });

test("a page has the strict headers", async () => {
  const response = await answer("https://desk.example/?lang=fr");
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "text/html; charset=utf-8",
    "content-language": "fr",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "strict-transport-security": "max-age=31536000",
  });
  expect(await response.text()).toMatch(/^<!DOCTYPE html><html/);
});

test("only a page with something to copy contains the script, and the page's policy contains the script's hash", async () => {
  const page = async (content: string) =>
    pageResponse(raw(`<html><body>${content}</body></html>`), { theme, visit: visitOf(new Request(HERE)) });
  const copying = await page('<code>x</code><button class="copy">Copy</button>');
  const [, script = ""] = /<script>(.*)<\/script><\/body>/.exec(await copying.text()) ?? [];
  const hash = createHash("sha256").update(script).digest("base64");
  expect(copying.headers.get("Content-Security-Policy")).toContain(`; script-src 'sha256-${hash}'; `);
  const other = await page("<p>&lt;button class=&quot;copy&quot;</p>");
  expect(await other.text()).not.toContain("<script");
  expect(other.headers.get("Content-Security-Policy")).not.toContain("script");
});

test("a page that leads to an application lets forms redirect there and stays connected to the window that opened it", async () => {
  const { headers } = await answer("https://desk.example/sign-in", { leadsToApplication: true });
  expect(headers.get("Content-Security-Policy")).not.toContain("form-action");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("unsafe-none");
  expect(headers.get("X-Frame-Options")).toBe("DENY");
});

test("HSTS is sent only over https", async () => {
  expect((await answer("http://localhost:8787/")).headers.has("Strict-Transport-Security")).toBe(false);
});

test("a cached page states the request headers that it depends on", async () => {
  const preferred = await answer("https://desk.example/", { maxAge: 300 });
  expect(preferred.headers.get("Cache-Control")).toBe("public, max-age=300");
  expect(preferred.headers.get("Vary")).toBe("Accept-Language");
  expect((await answer("https://desk.example/?lang=en", { maxAge: 300 })).headers.has("Vary")).toBe(false);
});

test("images are loaded only from the page's own origin and the logo's origin", async () => {
  const withLogo = themeFrom({ ...SETTINGS, BRAND_LOGO_URL: "https://cdn.example/logo.svg?v=1" });
  const policy = (await answer("https://desk.example/", { theme: withLogo })).headers.get("Content-Security-Policy");
  expect(policy).toContain("img-src 'self' https://cdn.example;");
});

test("the stylesheet is cached permanently only under its own name", () => {
  const { stylesheet } = theme;
  expect(stylesheet.path).toMatch(STYLESHEET_PATH);
  expect(stylesheetResponse(stylesheet, stylesheet.path).headers.get("Cache-Control")).toContain("immutable");
  const unknown = stylesheetResponse(stylesheet, "/styles-00000000.css");
  expect(unknown.headers.get("Cache-Control")).toBe("public, max-age=60");
  const other = themeFrom({ ...SETTINGS, BRAND_COLOUR: "#1a3fd6" });
  expect(other.stylesheet.path).not.toBe(stylesheet.path);
});
