import { expect, test } from "vitest";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { pageText } from "../../support/page-text.ts";
import { PageVisitor, type VisitedPage } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { ACCOUNT_PAGES, AUTHORIZE, atConsent } from "./support/account-pages.ts";
import { PROVIDER_HOST } from "./support/scripted-provider.ts";

const world = useWorld(ACCOUNT_PAGES);
const PUBLIC_ORIGIN = "https://desk.example";
const describing = (description: object) => ({ "X-Test-Description": JSON.stringify(description) });
const PROVIDER = describing({ signIn: { kind: "redirect", host: PROVIDER_HOST } });
const DEMONSTRATION = describing({ demonstration: true });

type State = (language: string) => Promise<VisitedPage>;
const open =
  (path: string, headers?: Record<string, string>): State =>
  (language) =>
    new PageVisitor(world.origin, headers).open(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
const signedIn =
  (login: string, headers?: Record<string, string>): State =>
  async (language) => {
    const visitor = new PageVisitor(world.origin, headers);
    return visitor.signIn(await visitor.open(`${AUTHORIZE}?client_id=atlas&lang=${language}`), login);
  };
const consent =
  (login: string, query = "client_id=atlas", headers?: Record<string, string>): State =>
  async (language) =>
    (await atConsent(world.origin, login, `${query}&lang=${language}`, headers)).page;

const STATES: Record<string, State> = {
  "sign-in": open("/sign-in"),
  "sign-in for an application": open(`${AUTHORIZE}?client_id=atlas`, DEMONSTRATION),
  "sign-in for one that registered itself": open(`${AUTHORIZE}?client_id=self`),
  "sign-in at the provider": open(`${AUTHORIZE}?client_id=atlas`, PROVIDER),
  "sign-in, signed out of the provider": open("/sign-in?signed_out=1", PROVIDER),
  "sign-in, nobody knows where": open("/sign-in", { "X-Test-Description": "unread" }),
  "sign-in begun elsewhere": open("/sign-in/returned?code=1", PROVIDER),
  "second step": signedIn("totp"),
  "no account": signedIn("owner", { "X-Test-Billing": "no-accounts" }),
  "several accounts": signedIn("owner"),
  consent: consent("owner", "client_id=atlas&scope=account:read%20domains:write", DEMONSTRATION),
  "consent for one that registered itself": consent("nocard", "client_id=self"),
  "consent for a program on this device": consent("nocard", "client_id=scheme"),
  "consent that may mean the catalogue": consent("nocard", "client_id=atlas&redirect_uri=http://127.0.0.1:33418/cb"),
  "consent of a contact": consent("contact"),
  "consent with zones": consent("nocard", "client_id=atlas", { "X-Test-Zones": "true" }),
  "consent that only reads": consent("nocard", "client_id=atlas", describing({ acts: false })),
  "question that is closed": open(`${AUTHORIZE}?pending=none`),
  "unknown application": open(`${AUTHORIZE}?client_id=nobody`),
  "too many from a network": open(`${AUTHORIZE}?client_id=busy`),
};

test.each(LANGUAGES)("the pages from sign-in to consent, as committed, in %s", async (language) => {
  await world.billing.prepare("UPDATE logins SET totp_last_step = NULL").run();
  const texts: string[] = [];
  for (const [title, state] of Object.entries(STATES)) {
    const text = pageText((await state(language)).html);
    texts.push(`## ${title}\n\n${text.replaceAll(world.origin, PUBLIC_ORIGIN)}`);
  }
  await expect(texts.join("\n")).toMatchFileSnapshot(`texts/pages.${language}.txt`);
});
