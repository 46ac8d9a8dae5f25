import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { STATE } from "../../scripts/workers.ts";
import type { SentMail } from "./read-outbox.ts";

/** The command that opens a URL in the desktop's browser. */
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: "open", win32: "explorer" };

/**
 * Writes a page that shows the e-mails as their recipients see them, newest first. Prints the page's URL, and opens it
 * if there is a browser.
 */
export function openMails(mails: SentMail[]): void {
  const file = join(STATE, "outbox.html");
  mkdirSync(STATE, { recursive: true });
  writeFileSync(file, mailsPage(mails), { mode: 0o600 });
  const address = pathToFileURL(file).href;
  console.log(address);
  const opener = spawn(OPENERS[process.platform] ?? "xdg-open", [address], { stdio: "ignore", detached: true });
  opener.on("error", () => undefined);
  opener.unref();
}

function mailsPage(mails: SentMail[]): string {
  const shown = mails.toReversed().map(({ from, to, subject, html, text, sentAt }) => {
    const heads = { From: from, To: to.join(", "), Sent: sentAt, Subject: subject };
    const lines = Object.entries(heads).map(([name, value]) => `${name}: ${escaped(value)}`);
    return `<section><p>${lines.join("<br>")}</p>
<iframe sandbox="allow-popups" title="${escaped(subject)}" srcdoc="${escaped(html)}"></iframe>
<details><summary>Text</summary><pre>${escaped(text)}</pre></details></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Outbox</title>
<style>:root { color-scheme: light dark } body { font: 14px/1.5 system-ui; max-width: 720px; margin: 24px auto } iframe { width: 100%; height: 600px; border: 1px solid } section { margin-bottom: 48px }</style>
<h1>Outbox</h1>${shown.join("\n")}</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
