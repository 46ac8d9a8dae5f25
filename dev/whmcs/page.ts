import type { HttpAnswer } from "./http-answer.ts";
import { withEntities as escaped } from "./spelling.ts";

export { escaped };

const STYLES = `* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; font: 1rem/1.5 system-ui, sans-serif; color: #333; background: #f4f5f7 }
a { color: #1062ad }
header, nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0.8rem max(1rem, calc(50% - 30rem)); background: #fff; font-size: 1.2rem }
nav { background: #1a4d80; font-size: 1rem } nav a { color: #fff }
main { max-width: 60rem; margin: 1.5rem auto; padding: 1rem 1.5rem 1.5rem; background: #fff; border: 1px solid #dfe3e8; overflow-x: auto }
h1 { margin: 0 0 1rem; font-size: 1.6rem; font-weight: 500 }
.tiles { display: flex; flex-wrap: wrap; gap: 1rem; margin-bottom: 1.5rem } .tiles a { padding: 1rem; border: 1px solid #dfe3e8 } .tiles b { display: block; font-size: 1.8rem }
table { width: 100%; border-collapse: collapse } th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid #e6e9ed; text-align: left; vertical-align: top }
.status { padding: 0.1rem 0.6rem; border-radius: 0.8rem; color: #fff; background: #5c636a; font-size: 0.85rem; white-space: nowrap } .good { background: #2b7a3d } .due { background: #b3411f }
label { display: block; max-width: 24rem; margin-top: 1rem } input:not([type=hidden]) { display: block; width: 100%; padding: 0.5rem; font: inherit }
button { margin-top: 1rem; padding: 0.5rem 1.5rem; font: inherit; color: #fff; background: #1a4d80; border: 0 } td button { margin: 0 }
[role="alert"] { color: #842029 }
.ribbon { margin-left: auto; padding: 0 1rem; color: #fff; background: #a3260f; font-size: 1rem; font-weight: 600 }`;

/** What the menu of a signed-in customer leads to. */
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

/** A page of the provider's WHMCS, with a ribbon that says that it is none. @param isSignedIn it has the customer's menu */
export function page(status: number, title: string, content: string, isSignedIn = false): HttpAnswer {
  const menu = (isSignedIn ? MENU : GUEST_MENU).map(([address, text]) => link(address, text)).join("");
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} - Maple Hosting</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLES}</style></head>
<body><header>${link("/clientarea.php", "Maple Hosting")}<div class="ribbon">simulated WHMCS</div></header><nav>${menu}</nav>
<main><h1>${escaped(title)}</h1>${content}</main></body></html>`;
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

/** A page of what is known of one thing. @param rows cells by their labels, as HTML */
export function facts(title: string, rows: Record<string, string>): HttpAnswer {
  return page(200, title, table([], Object.entries(rows)), true);
}

export function redirect(location: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status: 302, headers: { ...headers, Location: location }, body: "" };
}

/** @param html of the link's text */
export function link(address: string, html: string): string {
  return `<a href="${escaped(address)}">${html}</a>`;
}

/** A button. */
export function form(address: string, fields: Record<string, number>, label: string): string {
  const hidden = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<form method="post" action="${escaped(address)}">${hidden.join("")}<button type="submit">${label}</button></form>`;
}

/** Rows of a table; cells are HTML. */
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
