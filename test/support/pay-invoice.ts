import { PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";

interface Credentials {
  email: string;
  password: string;
}

/**
 * Follows a link to an invoice as the customer, and signs in.
 * @param origin the origin of the system, for a relative URL
 * @returns the invoice's page, and a function that presses its button to pay; `null` if the page has no such button
 */
export async function openInvoice(origin: string, url: string, { email, password }: Credentials) {
  const address = new URL(url, origin);
  const visitor = new PageVisitor(address.origin);
  const asked = await visitor.open(address);
  // The name of the field differs between the client areas.
  const name = asked.html.includes('name="username"') ? { username: email } : { email };
  const invoice = await visitor.submit(asked, "password", { ...name, password });
  const form = new RegExp(`<form[^>]*action="${invoice.url.pathname}[^"]*"[^>]*>(.*?)</form>`, "s").exec(invoice.html);
  const [, field, value = ""] = /type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form?.[1] ?? "") ?? [];
  const pay = () => visitor.post(invoice.url, field ? [[field, value]] : []);
  return { visitor, invoice, pay: form && pay };
}

/**
 * Opens an invoice as the customer and pays it, at the simulated Stripe if the page leads there. Returns the
 * confirmation page.
 * @throws if nothing is due
 */
export async function payInvoice(origin: string, url: string, credentials: Credentials): Promise<VisitedPage> {
  const { visitor, invoice, pay } = await openInvoice(origin, url, credentials);
  if (!pay) throw new Error(`nothing to pay at ${invoice.url}: ${textOf(invoice.html)}`);
  const page = await pay();
  if (!page.left) return page;
  const { left: back } = await new PageVisitor(page.left.origin).post(page.left, [["outcome", "pay"]]);
  return visitor.open(back ?? invoice.url);
}
