import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { useApplicationPage } from "../../support/application-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import type { World } from "../../support/world.ts";
import { useBrowser } from "../pages/open-browser.ts";

const SECOND_STEP = "JBSWY3DPEHPK3PXP";

const LANGUAGES = [
  { language: "en", locale: "en-CA", onward: "Continue at Maple Hosting", allow: "Allow", isScripted: true },
  { language: "fr", locale: "fr-CA", onward: "Continuer chez Maple Hosting", allow: "Autoriser", isScripted: false },
];

/** A customer's way from an application to WHMCS's own page and back, in a browser with and without scripts. Returns that sign nobody in: account-pages/provider-sign-in.test.ts. */
export function signingIn(world: World): void {
  const browser = useBrowser();
  const application = useApplicationPage();

  test.each(LANGUAGES)(
    "in a browser in $language, script: $isScripted: second factor, account, consent, and back to the application",
    async ({ language, locale, onward, allow, isScripted }) => {
      const owner = world.whmcs.state.users.find(({ email }) => email === "owner@maple.example");
      Object.assign(owner ?? {}, { totpSecret: SECOND_STEP });
      const page = await browser.newVisitor({ javaScriptEnabled: isScripted, locale });
      const atlas = await ConnectingApplication.register(world.origin);
      await page.goto(atlas.authorizationUrl({ redirect_uri: application.callback }).href);
      expect(await page.getAttribute("html", "lang")).toBe(language);
      const { host } = new URL(world.whmcs.url);
      const button = page.locator("a.button");
      expect((await button.allTextContents()).map((text) => text.trim())).toEqual([onward]);
      expect(await page.locator("input:not([type=hidden])").count(), "nothing is asked for here").toBe(0);
      await button.click();

      expect(new URL(page.url()).host).toBe(host);
      await page.locator("[name=username]").fill("owner@maple.example");
      await page.locator("[name=password]").fill("maple-owner");
      await page.locator("[name=password]").press("Enter");
      await page.locator("[name=code]").fill("000000");
      await page.locator("[name=code]").press("Enter");
      await page.getByText("incorrect").waitFor();
      await page.locator("[name=code]").fill(new TOTP({ secret: SECOND_STEP }).generate());
      await page.locator("[name=code]").press("Enter");

      const account = page.getByRole("radio", { name: "Studio Ana Inc." });
      await account.check();
      expect(await page.getAttribute("html", "lang")).toBe(language);
      await account.press("Enter");
      await page.getByRole("button", { name: allow }).waitFor();
      expect(await page.locator("[name=scope]").count(), "it can only be read").toBe(0);
      await page.locator("details:has([name=limit]) > summary").click();
      await page.locator("[name=limit]").selectOption("domain:studio-ana.ca");
      await page.getByRole("button", { name: allow }).click();
      await page.getByRole("heading", { name: "Back" }).waitFor();
      const { access_token } = await atlas.exchange(new URL(page.url()), application.callback);
      const { domains } = await world.api.read<{ domains: { domain: string }[] }>("/account/domains", access_token);
      expect(domains.map(({ domain }) => domain)).toEqual(["studio-ana.ca"]);
      await page.context().close();
      Object.assign(owner ?? {}, { totpSecret: null });
    },
  );
}
