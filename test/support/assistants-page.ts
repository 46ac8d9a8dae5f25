import { type PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";
import { signInStep } from "./sign-in-step.ts";

const PATH = "/connected-assistants";

/** Submits a connection's form on the page of connected assistants, as the signed-in login. */
export async function actOn(
  visitor: PageVisitor,
  connection: string,
  action: "ask" | "disconnect" | "narrow",
  fields: Record<string, string | string[]> = {},
): Promise<VisitedPage> {
  const page = await visitor.open(`${PATH}?lang=en`);
  if (!page.html.includes(`value="${connection}"`)) throw new Error(`${connection} is not on the page`);
  return visitor.post(new URL(PATH, page.url), [
    ["token", formTokenOf(page)],
    ["connection", connection],
    ...Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    ["action", action],
  ]);
}

/** Returns a page's form token, which proves that the page was created for this session. */
export function formTokenOf({ html }: VisitedPage): string {
  return /name="token" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Signs a visitor in to the page of connected assistants. */
export async function signIn(visitor: PageVisitor, login: string): Promise<VisitedPage> {
  return signInStep(visitor, await visitor.open("/connected-assistants?lang=en"), login);
}

/** The choices for an API token. */
export interface TokenChoices {
  account?: number;
  name?: string;
  scope?: string[];
  operation?: string[];
  limit?: string;
  days?: string;
}

/** Creates an API token on the page, as the signed-in login. Returns the token, which the page shows only once. */
export async function createToken(visitor: PageVisitor, choices: TokenChoices = {}): Promise<string> {
  const { account = 1001, name = "Nightly report", scope = [], operation = [], limit = "all", days = "30" } = choices;
  const page = await visitor.open(`${PATH}?lang=en&new-token&account=${account}`);
  const made = await visitor.submit(page, "once", { name, scope, operation, limit, days, action: "create_token" });
  const token = /\bfdk_[0-9A-Za-z]{60}\b/.exec(made.html)?.[0];
  if (!token) throw new Error(`no token: ${made.status} ${textOf(made.html)}`);
  return token;
}
