import { PageVisitor, textOf, type VisitedPage } from "./page-visitor.ts";

interface Credentials {
  email: string;
  password: string;
}

/**
 * Follows a link to an invoice as the customer, and signs in.
 * @param origin the origin of the system, for a relative URL
 * @returns the visitor, the invoice's page, and `pay`, which presses the button to pay. If there is no button, `pay` is
 * `null`
 */
export async function openInvoice(origin: string, url: string, { email, password }: Credentials) {
  const address = new URL(url, origin);
  const visitor = new PageVisitor(address.origin);
  const asked = await visitor.open(address);
  // The e-mail field's name depends on the billing system.
  const name = asked.html.includes('name="username"') ? { username: email } : { email };
  const invoice = await visitor.submit(asked, "password", { ...name, password });
  const form = new RegExp(`<form[^>]*action="${invoice.url.pathname}[^"]*"[^>]*>(.*?)</form>`, "s").exec(invoice.html);
  const [, field, value = ""] = /type="hidden" name="([^"]*)" value="([^"]*)"/.exec(form?.[1] ?? "") ?? [];
  const pay = () => visitor.post(invoice.url, field ? [[field, value]] : []);
  return { visitor, invoice, pay: form && pay };
}

/**
 * Opens an invoice as the customer and pays it. If the page redirects to the simulated Stripe, the customer pays there.
 * Returns the confirmation page.
 * @throws if the invoice's page has no button to pay
 */
export async function payInvoice(origin: string, url: string, credentials: Credentials): Promise<VisitedPage> {
  const { visitor, invoice, pay } = await openInvoice(origin, url, credentials);
  if (!pay) throw new Error(`nothing to pay at ${invoice.url}: ${textOf(invoice.html)}`);
  const page = await pay();
  if (!page.left) return page;
  const { left: back } = await new PageVisitor(page.left.origin).post(page.left, [["outcome", "pay"]]);
  return visitor.open(back ?? invoice.url);
}
