import type { HttpAnswer } from "./http-answer.ts";

const STYLES = `* { box-sizing: border-box }
body { position: relative; margin: 0; min-height: 100vh; overflow-x: hidden; font: 1rem/1.5 system-ui, sans-serif; color: #333; background: #f4f5f7 }
a { color: #1062ad; text-decoration: none } a:hover { text-decoration: underline }
header { padding: 1rem max(1rem, calc(50% - 30rem)); background: #fff; border-bottom: 1px solid #dfe3e8; font-size: 1.4rem; font-weight: 600 }
header a { color: #222 }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0.6rem max(1rem, calc(50% - 30rem)); background: #1a4d80 }
nav a { color: #fff } nav a:last-child { margin-left: auto }
main { max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem }
.card { padding: 1rem 1.5rem 1.5rem; background: #fff; border: 1px solid #dfe3e8; border-radius: 0.3rem; overflow-x: auto }
.narrow { max-width: 26rem; margin: 2.5rem auto }
h1 { margin: 0 0 1rem; font-size: 1.6rem; font-weight: 500 } h2 { margin: 1.5rem 0 0.5rem; font-size: 1.1rem }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1rem; margin-bottom: 1.5rem }
.tiles a { padding: 1rem; color: #333; background: #fff; border: 1px solid #dfe3e8; border-bottom: 3px solid #1a4d80; border-radius: 0.3rem }
.tiles b { display: block; font-size: 1.8rem }
table { width: 100%; border-collapse: collapse } th, td { padding: 0.55rem 0.75rem 0.55rem 0; border-bottom: 1px solid #e6e9ed; text-align: left; vertical-align: top }
th { font-weight: 600 } th:last-child:not(:only-child), td:last-child:not(:only-child) { text-align: right } td.label { width: 40% }
.status { padding: 0.1rem 0.6rem; border-radius: 0.8rem; color: #fff; background: #6c757d; font-size: 0.85rem; white-space: nowrap }
.status.good { background: #2b7a3d } .status.due { background: #b3411f }
label { display: block; margin-top: 1rem } input:not([type=hidden]) { display: block; width: 100%; padding: 0.5rem; font: inherit; border: 1px solid #b8c0c8; border-radius: 0.25rem }
button { margin-top: 1rem; padding: 0.5rem 1.5rem; font: inherit; color: #fff; background: #1a4d80; border: 0; border-radius: 0.25rem; cursor: pointer } td button { margin: 0 }
[role="alert"] { padding: 0.6rem 1rem; color: #842029; background: #f8d7da; border-radius: 0.25rem }
.ribbon { position: absolute; top: 2.9rem; right: -3.2rem; width: 15rem; pointer-events: none; padding: 0.2rem; transform: rotate(45deg); text-align: center; font-size: 0.85rem; font-weight: 600; color: #fff; background: #a3260f }`;

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

/** A page of the provider's WHMCS, with a ribbon that says that it is none. @param isSignedIn it has the customer's menu */
export function page(status: number, title: string, content: string, isSignedIn = false): HttpAnswer {
  const links = isSignedIn ? MENU : ([["/cart.php", "Store"] as const, ["/clientarea.php", "Login"] as const] as const);
  const menu = links.map(([address, text]) => `<a href="${escaped(address)}">${text}</a>`).join("");
  const body = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)} - Maple Hosting</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLES}</style></head>
<body><header><a href="/clientarea.php">Maple Hosting</a></header><nav>${menu}</nav>
<main>${content.includes("<h1>") ? content : `<div class="card"><h1>${escaped(title)}</h1>${content}</div>`}</main>
<div class="ribbon">simulated WHMCS</div></body></html>`;
  return { status, headers: { "Content-Type": "text/html; charset=utf-8" }, body };
}

export function redirect(location: string, headers: Record<string, string> = {}): HttpAnswer {
  return { status: 302, headers: { ...headers, Location: location }, body: "" };
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Rows of a table; cells are HTML. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  if (rows.length === 0) return "<p>No Records Found</p>";
  const head = columns.length > 0 ? `<thead>${line(columns, "th")}</thead>` : "";
  return `<table>${head}<tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table>`;
}

export function statusLabel(status: string): string {
  const looks: Record<string, string> = { Active: "good", Paid: "good", Unpaid: "due", Suspended: "due", Open: "due" };
  return `<span class="status ${looks[status] ?? ""}">${escaped(status)}</span>`;
}
