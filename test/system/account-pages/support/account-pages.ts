import { PageVisitor, type VisitedPage } from "../../../support/page-visitor.ts";
import { withObjects } from "../../../support/product-workers.ts";
import type { WorldOptions } from "../../../support/world.ts";

/** The account pages on the real runtime, with the logins of the demonstration. */
export const ACCOUNT_PAGES: WorldOptions = {
  workers: [
    {
      name: "pages-door",
      main: "test/system/account-pages/support/pages-door.worker.ts",
      services: [
        { binding: "BILLING", service: "frontdesk-billing" },
        { binding: "CLIENT_AREA", service: "frontdesk-billing", entrypoint: "ClientArea" },
      ],
      d1_databases: [{ binding: "ACCOUNT_DB", database_name: "frontdesk-account" }],
      ...withObjects({ SESSION: "Session" }),
    },
    "billing",
  ],
};

export const AUTHORIZE = "/oauth/authorize";

/** Returns the connections that the test Worker has recorded so far. */
export async function made(origin: string): Promise<object[]> {
  return (await (await fetch(`${origin}/test/made`)).json()) as object[];
}

/** Opens an authorization request as a new visitor, signs in and continues to the consent page. */
export async function atConsent(
  origin: string,
  login = "nocard",
  query = "client_id=atlas&lang=en",
  headers: Record<string, string> = {},
): Promise<{ visitor: PageVisitor; page: VisitedPage }> {
  const visitor = new PageVisitor(origin, headers);
  let page = await visitor.signIn(await visitor.open(`${AUTHORIZE}?${query}`), login);
  if (login === "owner") page = await visitor.submit(page, AUTHORIZE, { account: "1001" });
  return { visitor, page };
}
