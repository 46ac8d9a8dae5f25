import { readFileSync } from "node:fs";
import type { HttpAnswer } from "./http-answer.ts";
import { withEntities } from "./spelling.ts";

/** Escapes text for HTML. */
export const escaped = withEntities;

const STYLES = readFileSync(new URL("page.css", import.meta.url), "utf8");

/** The menu for a signed-in customer. */
const MENU = [
  ["/clientarea.php", "Home"],
  ["/clientarea.php?action=services", "Services"],
  ["/clientarea.php?action=domains", "Domains"],
  ["/clientarea.php?action=invoices", "Billing"],
  ["/supporttickets.php", "Support"],
  ["/index.php?rp=/account/paymentmethods", "Payment Methods"],
  ["/index.php?rp=/account/users", "User Management"],
  ["/logout.php", "Logout"],
] as const;

const GUEST_MENU = [["/cart.php", "Store"] as const, ["/clientarea.php", "Login"] as const];

/**
 * Returns a page of the provider's WHMCS, with a ribbon that marks it as simulated.
 * @param isSignedIn whether to add the customer's menu
 */
export function page(status: number, title: string, content: string, isSignedIn = false): HttpAnswer {
  const menu = (isSignedIn ? MENU : GUEST_MENU).map(([address, text]) => link(address, text)).join("");
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} - Maple Hosting</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLES}</style></head>
<body><header>${link("/clientarea.php", "Maple Hosting")}<div class="ribbon">simulated WHMCS</div></header><nav>${menu}</nav>
<main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

export function redirect(location: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status: 302, headers: { ...headers, Location: location }, body: "" };
}

/** @param html the link's text as HTML */
export function link(address: string, html: string): string {
  return `<a href="${escaped(address)}">${html}</a>`;
}

/** Returns a form that shows only a button. */
export function form(address: string, fields: Record<string, number>, label: string): string {
  const hidden = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${escaped(address)}">${hidden.join("")}<button type="submit">${label}</button></form>`;
}

/** Returns a table. Its cells are HTML. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  if (rows.length === 0) return "<p>No Records Found</p>";
  return `<table>${line(columns, "th")}${rows.map((row) => line(row, "td")).join("")}</table>`;
}

export function statusLabel(status: string): string {
  const looks: Record<string, string> = { Active: "good", Paid: "good", Unpaid: "due", Suspended: "due", Open: "due" };
  return `<span class="status ${looks[status] ?? ""}">${escaped(status)}</span>`;
}
