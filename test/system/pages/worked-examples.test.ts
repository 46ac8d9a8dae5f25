import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestHarness } from "wrangler";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { registrarVars, sandboxVars } from "../../support/checking-system.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { mailsTo } from "../../support/outbox.ts";
import { startSystem } from "../../support/workers.ts";
import { Visitor } from "../account-pages/support/visitor.ts";
import { credentials, SIGN_IN, wordsOf } from "../client-area/support/area-worker.ts";

const run = promisify(execFile);
const MAIL_FROM = "no-reply@maple.example";

let registry: SandboxRegistry;
let system: TestHarness;
let origin: string;
let token: string;
let examples: string[];

beforeAll(async () => {
  registry = await SandboxRegistry.start();
  system = await startSystem({
    "workers/catalogue/wrangler.toml": { vars: sandboxVars(registry) },
    "workers/account/wrangler.toml": { vars: { DEMONSTRATION: "true", MAIL_FROM } },
    "workers/billing/wrangler.toml": { vars: { ...registrarVars(registry), MAIL_FROM } },
  });
  origin = (await system.listen()).url.origin;
  const application = await ConnectingApplication.register(origin);
  const code = await application.connect({ login: "owner", scopes: ["billing:write"] });
  token = (await application.exchange(code)).access_token;
  const page = await (await fetch(`${origin}/developers?lang=en`)).text();
  examples = [...page.matchAll(/<pre[^>]*><code>(api=[\s\S]*?)<\/code><\/pre>/g)].map(([, text]) =>
    (text as string)
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
});
afterAll(async () => {
  await system?.close();
  await registry?.stop();
});

async function sh(command: string): Promise<string> {
  const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, TOKEN: token } });
  return stdout;
}

test("there are three", () => expect(examples).toHaveLength(3));

test("registering a name ends with a pending one, which is active and taken once the customer has paid", async () => {
  const said = await sh(examples[0] as string);
  expect(said).toMatch(/"available": true/);
  expect(said.trimEnd()).toMatch(/free-garden\.com: pending$/);
  const address = /"type": "pay_invoice"[^}]*"url": "([^"]+)"/.exec(said)?.[1] ?? "";
  expect(address).toMatch(/\/client-area\/invoices\/\d+/);

  const visitor = new Visitor(origin);
  const { pathname, search } = new URL(address);
  const invoice = await visitor.send(await visitor.open(pathname + search), SIGN_IN, credentials("owner"));
  const paid = await visitor.send(invoice, pathname, {});
  expect(wordsOf(paid)).toMatch(/the invoice is paid/);
  const [asking] = (examples[0] as string).split("\n\n");
  expect(await sh(`${asking}\n${examples[0]?.split("\n").at(-1)}`)).toBe("free-garden.com: active\n");
  const check = await fetch(`${origin}/api/v1/domains/availability?domain=free-garden.com`);
  expect(await check.json()).toMatchObject({ status: "taken" });
});

test("renewing ends with the invoice to pay", async () => {
  const said = await sh(examples[1] as string);
  expect(said).toMatch(/"type": "pay_invoice"/);
  const [, invoice = ""] = /\/client-area\/invoices\/(\d+)/.exec(said) ?? [];
  expect(said.trimEnd()).toMatch(new RegExp(`invoice ${invoice}: unpaid, \\d+(?:\\.\\d+)?$`));
});

test("what is refused says so, and nothing is made of an answer that did not come", async () => {
  const again = await run("sh", ["-c", `${examples[1]}`], { env: { ...process.env, TOKEN: token } });
  expect(again.stderr).toMatch(/^refused: already_requested: \S/);
  expect(again.stdout).not.toContain("null");
  const without = await run("sh", ["-c", `${examples[0]}`], { env: { ...process.env, TOKEN: "none" } });
  expect(without.stderr).toMatch(/^refused: unauthorized: \S/);
  expect(without.stdout).not.toContain("null");
});

test("cancelling ends with a service that says when it ends", async () => {
  const said = await sh(examples[2] as string);
  expect(said).toMatch(/"done": true/);
  expect(said).toMatch(/"status": "active",\s+"cancellation": \{/);
});

test("the outbox has the mails of both Workers", async () => {
  const subjects = (await mailsTo(system, "owner@maple.example", 2)).map(({ subject }) => subject);
  expect(subjects.some((subject) => subject.includes("Atlas Assistant"))).toBe(true);
  expect(subjects.some((subject) => subject.includes("free-garden.com"))).toBe(true);
});
