import { ConnectingApplication } from "../../test/support/connecting-application.ts";
import { PageVisitor, type VisitedPage } from "../../test/support/page-visitor.ts";
import type { World } from "../../test/support/world.ts";
import type { BenchCustomer } from "./customers.ts";

/** Leads to the billing system's page, from the sign-in page. */
const TO_PROVIDER = /href="(\/sign-in\/provider[^"]*)"/;

/** A browser at the sign-in page that stands before the page of connected assistants. */
export async function atSignIn(world: World): Promise<{ visitor: PageVisitor; toProvider: string }> {
  const visitor = new PageVisitor(world.origin);
  return { visitor, toProvider: toProviderFrom(await visitor.open("/connected-assistants")) };
}

function toProviderFrom({ html }: VisitedPage): string {
  const [, link] = TO_PROVIDER.exec(html) ?? [];
  if (link === undefined) throw new Error("the page does not lead to WHMCS");
  return link.replaceAll("&amp;", "&");
}

/** Signs in at WHMCS's own page; where the browser is sent back to. */
export async function comeBack(
  world: World,
  visitor: PageVisitor,
  toProvider: string,
  { email, password }: BenchCustomer,
): Promise<URL> {
  const { left } = await visitor.open(toProvider);
  if (!left) throw new Error("nobody is sent to WHMCS");
  const there = new PageVisitor(world.whmcs.url);
  const asked = await there.submit(await there.open(left), "username", { username: email, password });
  const { left: back } = await there.submit(asked, "decision", { decision: "authorize" });
  if (!back) throw new Error("nobody is sent back from WHMCS");
  return back;
}

/** The customer's browser, signed in. */
export async function signedIn(world: World, customer: BenchCustomer): Promise<PageVisitor> {
  const { visitor, toProvider } = await atSignIn(world);
  await visitor.open(await comeBack(world, visitor, toProvider, customer));
  return visitor;
}

/** The page that answers an application, in a browser that is signed in: consent, or the choice of an account. */
export async function authorizationPage(world: World, visitor: PageVisitor): Promise<VisitedPage> {
  const application = await ConnectingApplication.register(world.origin, "Bench Assistant");
  const page = await visitor.open(application.authorizationUrl());
  if (page.status !== 200) throw new Error(`no consent page: ${page.status}`);
  return page;
}
