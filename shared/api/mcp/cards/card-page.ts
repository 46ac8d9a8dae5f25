/**
 * The cards' stylesheet, with the host's colours (`--color-*`) or else the browser's. It sets no page height, because
 * some hosts measure the document's natural height.
 */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: var(--color-background-primary, Canvas);
  --text: var(--color-text-primary, CanvasText);
  --muted: var(--color-text-secondary, color-mix(in srgb, CanvasText 72%, Canvas));
  --line: var(--color-border-primary, color-mix(in srgb, CanvasText 25%, Canvas));
  --sunk: var(--color-background-secondary, color-mix(in srgb, CanvasText 6%, Canvas));
}
* { box-sizing: border-box; margin: 0; }
body { padding: 1rem; background: var(--ground); color: var(--text); font: 0.9375rem/1.45 var(--font-sans, system-ui, sans-serif); overflow-wrap: anywhere; }
main > * + * { margin-top: 0.75rem; }
h1, h2 { font-size: 1.125rem; line-height: 1.3; }
small { display: block; color: var(--muted); font-size: 0.8125rem; font-weight: 400; }
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
thead th { vertical-align: bottom; }
tbody th { position: sticky; left: 0; min-width: 5rem; overflow-wrap: anywhere; background: var(--ground); font-weight: 400; color: var(--muted); }
.amount { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.button { display: inline-flex; align-items: center; min-height: 44px; padding: 0.25rem 1rem; border: 1px solid var(--line); border-radius: var(--border-radius-md, 8px); background: var(--sunk); color: var(--text); font-weight: 600; text-decoration: none; white-space: nowrap; }
tr:has(+ .note) > * { padding-bottom: 0; border: 0; }
th:last-child, td:last-child { padding-right: 0; }
table .button { padding-inline: 0.75rem; }
thead .button, .note .button { margin-top: 0.5rem; }
:focus-visible { outline: 2px solid var(--color-ring-primary, CanvasText); outline-offset: 2px; }
summary { min-height: 44px; padding-block: 0.625rem; cursor: pointer; }
`;

/**
 * The script that all cards share. It exchanges messages with the host and creates elements. Each card's own script
 * defines `WORDS` and `draw`.
 */
const SCRIPT = String.raw`
"use strict";
const root = document.documentElement;
const main = document.querySelector("main");
const pending = new Map();
let input = {};

const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const request = (method, params) =>
  new Promise((resolve, reject) => {
    const id = pending.size + 1;
    pending.set(id, { resolve, reject });
    post({ id, method, params });
  });

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params = {}, result, error } = data;
  if (method === undefined) {
    const { resolve, reject } = pending.get(id) ?? {};
    error ? reject?.(error) : resolve?.(result);
  } else if (method === "ui/notifications/tool-input") input = params.arguments ?? {};
  else if (method === "ui/notifications/tool-result") show(params);
  else if (method === "ui/notifications/host-context-changed") adapt(params);
  else if (method === "ping" || method === "ui/resource-teardown") post({ id, result: {} });
  else if (id !== undefined) post({ id, error: { code: -32601, message: "Method not found" } });
});

function adapt({ theme, styles }) {
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) if (value) root.style.setProperty(name, value);
}

function show({ structuredContent, content }) {
  const answer = structuredContent ?? parsed(content?.[0]?.text ?? "");
  root.lang = answer.lang ?? (input.lang === "fr" ? "fr" : "en");
  const isProblem = "title" in answer;
  main.replaceChildren(...(isProblem ? [el("h1", {}, answer.title), el("p", {}, answer.detail)] : draw(answer, WORDS[root.lang])));
  document.title = main.querySelector("h1").textContent;
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    if (value?.constructor === Object) return value;
  } catch {}
  return { title: text, detail: "" };
}

function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function money(amount, currency) {
  const words = new Intl.NumberFormat(root.lang === "fr" ? "fr" : "en-GB", { style: "currency", currency }).format(amount);
  return el("span", { class: "amount" }, words.replace(/\$(?=[A-Z])/, "$\u00a0"));
}

function link(text, url, label = text) {
  if (!isOpenable(url)) return "";
  const made = el("a", { class: "button", href: url, "aria-label": label }, text);
  const showAddress = () => made.nextElementSibling ?? made.after(el("small", {}, url));
  made.addEventListener("click", (event) => {
    event.preventDefault();
    request("ui/open-link", { url }).then(({ isError }) => isError && showAddress(), showAddress);
  });
  return made;
}

function isOpenable(url) {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname));
}

request("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: document.title, version: "1" },
  appCapabilities: {},
}).then(({ hostContext = {} }) => {
  adapt(hostContext);
  post({ method: "ui/notifications/initialized", params: {} });
  const tellHeight = () => post({ method: "ui/notifications/size-changed", params: { height: Math.ceil(root.getBoundingClientRect().height) } });
  new ResizeObserver(tellHeight).observe(root);
});
`;

/**
 * Builds a card: a document that draws a tool's answer inside an MCP host (MCP Apps, SEP-1865, 2026-01-26). The card
 * makes no network request and calls no tool. Its links come from the answer, and the host opens them.
 * @param script JavaScript that defines `WORDS`, the texts by language, and `draw(answer, words)`, which returns the
 *   elements
 */
export function cardPage(title: string, script: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main></main>
<script>${SCRIPT}${script}</script>
</html>
`;
}
