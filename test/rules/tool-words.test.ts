import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";
import { type AnyOperation, withOptionalTools } from "../../shared/api/definition/operation.ts";
import { describeTools } from "../../shared/api/mcp/tools.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";

// Hosts that load tools on demand search them by words. A customer's request must therefore find the right tool.

/** Requests in a customer's words, each with the tool that should be found. */
const REQUESTS: [request: string, tool: string][] = [
  ["which domain names do I own?", "list_my_domains"],
  ["when does my domain expire?", "list_my_domains"],
  ["what hosting services do I have?", "list_my_services"],
  ["when is my hosting plan due next?", "list_my_services"],
  ["show my unpaid invoices", "list_my_invoices"],
  ["which invoices are overdue?", "list_my_invoices"],
  ["do I have open support tickets?", "list_my_tickets"],
  ["was my ticket answered?", "list_my_tickets"],
  ["what is my credit balance?", "get_my_account"],
  ["what e-mail address is on my account?", "get_my_account"],
  ["show my orders", "list_my_orders"],
  ["what is the status of my last order?", "list_my_orders"],
  ["what are the DNS records of my domain?", "get_dns_zone"],
  ["add an MX record", "change_dns_records"],
  ["change my credit card", "get_payment_methods_link"],
  ["I want to add a new card", "get_payment_methods_link"],
  ["replace the payment method", "get_payment_methods_link"],
  ["is example.com free?", "check_domain"],
  ["check whether this domain name is available", "check_domain"],
  ["can this name still be registered?", "check_domain"],
  ["which of these names are free?", "search_domains"],
  ["search this name under several extensions", "search_domains"],
  ["find me free names close to this one", "search_domains"],
  ["what does a .ca domain cost?", "get_domain_pricing"],
  ["prices of domain extensions", "get_domain_pricing"],
  ["what would ordering this domain name cost?", "quote_domain_order"],
  ["order the domain name for me", "order_domain"],
  ["buy this domain name", "order_domain"],
  ["transfer a name that I have elsewhere to you", "order_domain"],
  ["renew my domain for two years", "renew_domain"],
  ["turn off auto-renewal of my domain", "set_domain_auto_renew"],
  ["let the domain renew automatically", "set_domain_auto_renew"],
  ["change the nameservers of my domain", "set_domain_nameservers"],
  ["point my domain to Cloudflare's nameservers", "set_domain_nameservers"],
  ["lock my domain against transfers", "set_domain_lock"],
  ["unlock my domain", "set_domain_lock"],
  ["move my domain to another registrar", "transfer_domain_out"],
  ["I need the transfer code of my domain", "transfer_domain_out"],
  ["is my domain locked?", "get_domain_registrar_settings"],
  ["which nameservers does my domain have?", "get_domain_registrar_settings"],
  ["order a hosting plan", "order_plan"],
  ["buy web hosting", "order_plan"],
  ["what would that plan cost me in total, with set-up fee?", "quote_plan_order"],
  ["move my site to a bigger plan", "change_plan"],
  ["upgrade my plan", "change_plan"],
  ["what would upgrading to another plan cost?", "quote_plan_change"],
  ["cancel my hosting", "cancel_service"],
  ["end my service at the end of the period", "cancel_service"],
  ["what hosting plans are there, and their prices?", "list_plans"],
  ["compare these two plans", "compare_plans"],
  ["how much storage does this plan have?", "get_plan"],
  ["which kinds of products do you sell?", "list_product_lines"],
];

const MCPGRADE = join(PROJECT, "node_modules/.bin/mcpgrade");
/** The similarity at which two descriptions share too many words. */
const MAX_LIKENESS = 0.8;

const operations = withOptionalTools<AnyOperation<never>>([...accountOperations, ...catalogueOperations]);
const documents = describeTools(operations).map(({ name, title, description }) => ({
  name,
  words: wordsOf(`${name} ${title} ${description}`),
}));
const averageLength = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;

const ranks = REQUESTS.map(([request, tool]) => ({ request, tool, rank: ranked(request).indexOf(tool) + 1 }));

test.each([
  [1, 0.75],
  [3, 0.95],
])("a customer's request finds its tool among the first %i in at least %f of the cases", (most, share) => {
  const missed = ranks.filter(({ rank }) => rank > most);
  expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(REQUESTS.length * (1 - share));
});

test("no two tool descriptions are too similar", () => {
  const pairs = documents.flatMap((a, at) =>
    documents.slice(at + 1).map((b) => [a.name, b.name, likeness(a, b)] as const),
  );
  expect(pairs.filter(([, , alike]) => alike >= MAX_LIKENESS)).toEqual([]);
});

test.each(["account", "catalogue"])(
  "mcpgrade rates the tools of the %s server with at least 90 of 100 points",
  async (server) => {
    const list = join(PROJECT, `test/surface/tools.${server}.json`);
    const { stdout } = await promisify(execFile)(MCPGRADE, ["--snapshot", list, "--json"], { maxBuffer: 2 ** 20 });
    const { totalScore, categories } = JSON.parse(stdout);
    expect(totalScore, JSON.stringify(categories)).toBeGreaterThanOrEqual(90);
  },
);

/** Ranks the tools for a request with BM25, best match first. */
function ranked(request: string): string[] {
  const [k, b] = [1.2, 0.75];
  const asked = new Set(wordsOf(request));
  const scores = documents.map(({ name, words }) => {
    let score = 0;
    for (const word of asked) {
      const count = words.filter((one) => one === word).length;
      score += (rarity(word) * count * (k + 1)) / (count + k * (1 - b + (b * words.length) / averageLength));
    }
    return { name, score };
  });
  return scores.sort((a, b) => b.score - a.score).map(({ name }) => name);
}

function rarity(word: string): number {
  const having = documents.filter(({ words }) => words.includes(word)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

/** Returns the cosine similarity of two texts. Each word is weighted by its rarity. */
function likeness(a: { words: string[] }, b: { words: string[] }): number {
  const all = [...new Set([...a.words, ...b.words])];
  const [left, right] = [a, b].map(({ words }) =>
    all.map((word) => words.filter((one) => one === word).length * rarity(word)),
  ) as [number[], number[]];
  const dot = (x: number[], y: number[]) => x.reduce((sum, value, at) => sum + value * (y[at] as number), 0);
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right));
}

/** Returns the words of a text without their endings. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z]+/g) ?? []).map((word) => word.replace(/(?<=..)(?:ing|ed|es|s|e)$/, ""));
}
