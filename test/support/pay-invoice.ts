import { PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";

/**
 * The customer goes where an answer sent them, signs in and pays; the page that says so.
 * @throws where the page has nothing to pay
 */
export async function payInvoice(
  origin: string,
  url: string,
  credentials: { email: string; password: string },
): Promise<VisitedPage> {
  const visitor = new PageVisitor(origin);
  const invoice = await visitor.submit(await visitor.open(url), "password", credentials);
  const form = new RegExp(`<form[^>]*action="${invoice.url.pathname}[^"]*"[^>]*>(.*?)</form>`, "s").exec(invoice.html);
  const [, name, value] = /type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form?.[1] ?? "") ?? [];
  if (!name || !value) throw new Error(`nothing to pay at ${invoice.url}: ${textOf(invoice.html)}`);
  return visitor.post(invoice.url, [[name, value]]);
}
