import { TOTP } from "otpauth";
import { logins } from "../../dev/seed/customers/logins.ts";
import { decode, PageVisitor, type VisitedPage } from "./page-visitor.ts";

/** Returns whether a page is a sign-in page. */
export function asksToSignIn(page: VisitedPage): boolean {
  return page.html.includes('name="email"') || providerAddress(page) !== null;
}

/**
 * Signs a customer in with any billing system: with the form on the page, or on the billing system's own page if the
 * sign-in page only has a button to that page. For a login with a second step, the form on the page leads to the form
 * for the code, and the billing system's page also gets the code.
 */
export async function signInStep(visitor: PageVisitor, page: VisitedPage, login: string): Promise<VisitedPage> {
  const address = providerAddress(page);
  if (address === null) {
    return visitor.submit(page, "email", { email: `${login}@maple.example`, password: `maple-${login}` });
  }
  const { left } = await visitor.open(address);
  if (!left) throw new Error(`${address} leads nowhere else`);
  return visitor.open(await signInAtProvider(left, login));
}

/** Returns the URL of a sign-in page's button to the billing system, or `null` if the page has a form. */
export function providerAddress({ html }: VisitedPage): string | null {
  const [, link] = /href="(\/sign-in\/provider[^"]*)"/.exec(html) ?? [];
  return link === undefined ? null : decode(link);
}

/**
 * Signs in a customer without a session on the billing system's page. Returns the URL of the redirect to the account
 * Worker.
 */
export async function signInAtProvider(address: URL, login: string): Promise<URL> {
  const email = `${login}@maple.example`;
  const browser = new PageVisitor(address.origin);
  const credentials = { username: email, password: `maple-${login}` };
  let page = await browser.submit(await browser.open(address), "username", credentials);
  const secret = logins.find((one) => one.email === email)?.totpSecret;
  if (secret) page = await browser.submit(page, "code", { code: new TOTP({ secret }).generate() });
  const { left } = page;
  if (!left) throw new Error(`stayed at ${page.url}`);
  return left;
}
