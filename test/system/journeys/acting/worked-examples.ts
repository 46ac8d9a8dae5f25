import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { codeBlocks } from "../../pages/developers.ts";
import type { ActingSystem } from "./acting-system.ts";

const run = promisify(execFile);

/** Defines the tests that run the published examples for developers, up to the customer's payment. */
export function workedExamples(system: ActingSystem): void {
  let token: string;
  let examples: string[];
  /** The steps of the tutorial: the quote, the order, and the order status. */
  let steps: string[];

  beforeAll(async () => {
    token = await system.api.token({ scopes: ["billing:write"] });
    const blocks = async (guide: string) =>
      codeBlocks(await (await fetch(`${system.origin}/developers/${guide}?lang=en`)).text());
    examples = (await blocks("acting")).filter((block) => block.startsWith("api="));
    steps = (await blocks("act-on-an-account")).slice(1);
  });

  async function sh(command: string): Promise<string> {
    const { stdout } = await run("sh", ["-c", command], { env: { ...process.env, TOKEN: token } });
    return stdout;
  }

  test("the pages have two examples and a tutorial with three steps", () =>
    expect([examples, steps]).toMatchObject([{ length: 2 }, { length: 3 }]));

  test("the tutorial ends with an unpaid order, which the payment completes", async () => {
    const [quote = "", order = "", follow = ""] = steps;
    const said = await sh(`${quote}\n${order}\n${follow}`);
    expect(said).toMatch(/"available": true/);
    const [, id = ""] = /^order (\d+): awaiting_payment\. \S/m.exec(said) ?? [];
    const address = /"type": "pay_invoice"[^}]*"url": "([^"]+)"/.exec(said)?.[1] ?? "";
    await system.pay(address);
    const [asking] = quote.split("\n\n");
    const followed = await sh(`id=${id}\n${asking}\n${follow}`);
    expect(followed).toMatch(new RegExp(`^order ${id}: completed\\. `));
    const check = await fetch(`${system.origin}/api/v1/domains/availability?domain=free-garden.com`);
    expect(await check.json()).toMatchObject({ status: "taken" });
  });

  test("the renewal example ends with an unpaid invoice", async () => {
    const said = await sh(examples[0] as string);
    expect(said).toMatch(/"type": "pay_invoice"/);
    const [, invoice = ""] = /"url": "[^"]*?(\d+)"/.exec(said) ?? [];
    expect(said.trimEnd()).toMatch(new RegExp(`invoice ${invoice}: unpaid, \\d+(?:\\.\\d+)?$`));
  });

  test("the examples print the reason for a refusal and no empty result", async () => {
    const again = await run("sh", ["-c", `${examples[0]}`], { env: { ...process.env, TOKEN: token } });
    expect(again.stderr).toMatch(/^refused: already_requested: \S/);
    expect(again.stdout).not.toContain("null");
    const without = await run("sh", ["-c", steps.join("\n")], { env: { ...process.env, TOKEN: "none" } });
    expect(without.stderr).toMatch(/^refused: unauthorized: \S/);
    expect(without.stdout).not.toContain("null");
  });

  test("the cancellation example ends with a cancelled service that is still active", async () => {
    const said = await sh(examples[1] as string);
    expect(said).toMatch(/"done": true/);
    expect(said).toMatch(/"status": "active",\s+"cancellation": \{/);
  });
}
