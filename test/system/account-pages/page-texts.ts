import { expect, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { pageText } from "../../support/page-text.ts";
import { PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { AUTHORIZE, atConsent } from "./support/account-pages.ts";
import { PROVIDER_HOST } from "./support/scripted-provider.ts";

/** Defines the tests that compare the pages with their committed texts. */
export function pageTexts(world: World): void {
  const PUBLIC_ORIGIN = "https://desk.example";
  const describing = (description: object) => ({ "X-Test-Description": JSON.stringify(description) });
  const PROVIDER = describing({ signIn: { kind: "redirect", host: PROVIDER_HOST } });
  const DEMONSTRATION = describing({ demonstration: true });

  type State = (language: string) => Promise<{ visitor: PageVisitor; page: VisitedPage }>;
  const open =
    (path: string, headers?: Record<string, string>): State =>
    async (language) => {
      const visitor = new PageVisitor(world.origin, headers);
      return { visitor, page: await visitor.open(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`) };
    };
  const signedIn =
    (login: string, headers?: Record<string, string>): State =>
    async (language) => {
      const { visitor, page } = await open(`${AUTHORIZE}?client_id=atlas`, headers)(language);
      return { visitor, page: await visitor.signIn(page, login) };
    };
  const consent =
    (login = "nocard", query = "client_id=atlas", headers?: Record<string, string>): State =>
    (language) =>
      atConsent(world.origin, login, `${query}&lang=${language}`, headers);
  /** Returns the state after a form on the page is sent. */
  const sent =
    (state: State, form: string, fields: Record<string, string | string[]>, headers?: Record<string, string>): State =>
    async (language) => {
      const { visitor, page } = await state(language);
      return { visitor, page: await visitor.submit(page, form, fields, headers) };
    };
  const ALLOW = { limit: "all", decision: "allow" };

  const STATES: Record<string, State> = {
    "sign-in": open("/sign-in"),
    "sign-in for an application": open(`${AUTHORIZE}?client_id=atlas`, DEMONSTRATION),
    "sign-in for one that registered itself": open(`${AUTHORIZE}?client_id=self`),
    "sign-in at the provider": open(`${AUTHORIZE}?client_id=atlas`, PROVIDER),
    "sign-in, signed out of the provider": open("/sign-in?signed_out=1", PROVIDER),
    "sign-in, nobody knows where": open("/sign-in", { "X-Test-Description": "unread" }),
    "sign-in begun elsewhere": open("/sign-in/returned?code=1", PROVIDER),
    "sign-in, nothing entered": sent(open("/sign-in"), "/sign-in", { email: " ", password: "" }),
    "sign-in, wrong password": sent(open("/sign-in"), "/sign-in", {
      email: "owner@maple.example",
      password: "maple-big",
    }),
    "second step": signedIn("totp"),
    "second step, no code": sent(signedIn("totp"), "/sign-in", { code: "12" }),
    "no account": signedIn("owner", { "X-Test-Billing": "no-accounts" }),
    "several accounts": signedIn("owner"),
    "several accounts, none chosen": sent(signedIn("owner"), AUTHORIZE, {}),
    "several accounts, one of others chosen": sent(signedIn("owner"), AUTHORIZE, { account: "1003" }),
    consent: consent("owner", "client_id=atlas&scope=account:read%20domains:write", DEMONSTRATION),
    "consent for the read-only URL (also the headings in account-pages/texts/pages.*.txt)": consent(
      "nocard",
      "client_id=atlas&resource=/api/v1/account/mcp/read",
    ),
    "consent for one that registered itself": consent("nocard", "client_id=self"),
    "consent for a program on this device": consent("nocard", "client_id=scheme"),
    "consent that may mean the catalogue": consent("nocard", "client_id=atlas&redirect_uri=http://127.0.0.1:33418/cb"),
    "consent of a contact": consent("contact"),
    "consent with zones": consent("nocard", "client_id=atlas", { "X-Test-Zones": "true" }),
    "consent that only reads": consent("nocard", "client_id=atlas", describing({ acts: false })),
    "consent without a limit": sent(consent(), AUTHORIZE, { ...ALLOW, limit: [] }),
    "consent with an invalid amount (also the headings in account-pages/texts/pages.*.txt)": sent(
      consent(),
      AUTHORIZE,
      { ...ALLOW, ask: "orders", ask_amount: "a lot" },
    ),
    "consent without a decision": sent(consent(), AUTHORIZE, { ...ALLOW, decision: "" }),
    "connection that cannot be made": sent(consent(), AUTHORIZE, ALLOW, { "X-Test-Connect": "fails" }),
    "connections on hold": sent(consent(), AUTHORIZE, ALLOW, { "X-Test-Connect": "is held" }),
    "internal error (also the headings in account-pages/texts/pages.*.txt)": open(`${AUTHORIZE}?client_id=broken`),
    "question that is closed": open(`${AUTHORIZE}?pending=none`),
    "unknown application": open(`${AUTHORIZE}?client_id=nobody`),
    "too many requests from a network (also the headings in account-pages/texts/pages.*.txt)": open(
      `${AUTHORIZE}?client_id=busy`,
    ),
  };

  test.each(LANGUAGES)("the pages from sign-in to consent have their committed texts in %s", async (language) => {
    await world.billing.prepare("UPDATE logins SET totp_last_step = NULL").run();
    const texts: string[] = [];
    for (const [title, state] of Object.entries(STATES)) {
      const text = pageText((await state(language)).page.html);
      texts.push(`## ${title}\n\n${text.replaceAll(world.origin, PUBLIC_ORIGIN)}`);
    }
    await expect(texts.join("\n")).toMatchFileSnapshot(`texts/pages.${language}.txt`);
  });
}
