import { PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";

/**
 * The customer goes where an answer sent them, signs in and pays, at the simulated Stripe where that is led to; the page that says so.
 * @param origin of the system, for an address without one
 * @throws where the page has nothing to pay
 */
export async function payInvoice(
  origin: string,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<VisitedPage> {
  const address = new URL(url, origin);
  const visitor = new PageVisitor(address.origin);
  const asked = await visitor.open(address);
  // As each client area calls it.
  const name = asked.html.includes('name="username"') ? { username: email } : { email };
  const invoice = await visitor.submit(asked, "password", { ...name, password });
  const form = new RegExp(`<form[^>]*action="${invoice.url.pathname}[^"]*"[^>]*>(.*?)</form>`, "s").exec(invoice.html);
  if (!form) throw new Error(`nothing to pay at ${invoice.url}: ${textOf(invoice.html)}`);
  const [, field, value = ""] = /type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form[1] ?? "") ?? [];
  const page = await visitor.post(invoice.url, field ? [[field, value]] : []);
  if (!page.left) return page;
  const { left: back } = await new PageVisitor(page.left.origin).post(page.left, [["outcome", "pay"]]);
  return visitor.open(back ?? invoice.url);
}
