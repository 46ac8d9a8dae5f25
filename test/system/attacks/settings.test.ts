import { expect, test } from "vitest";
import { setDomainAutoRenew } from "../../../workers/account/operations/set-domain-auto-renew.ts";
import { setDomainNameservers } from "../../../workers/account/operations/set-domain-nameservers.ts";
import { transferDomainOut } from "../../../workers/account/operations/transfer-domain-out.ts";
import { useWorld } from "../../support/world.ts";

const world = useWorld();
const { api } = world;
const domain = "studio-ana.ca";
const [ONE, OTHER] = [{ limit: "all" }, { limit: `domain:${domain}` }];

test("99 changes of nameservers within seconds, through two connections: 60, then 429 over HTTP and MCP", async () => {
  const point = (number: number, by: object) =>
    api.call(setDomainNameservers, { domain, nameservers: [`ns${number}.evil.example`, "ns.evil.example"] }, by);
  const statuses: number[] = [];
  // Few at a time: an account does one thing after the other, and one that waits too long for that is 503.
  for (let number = 0; number < 99; number += 9) {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => point(number + index, index % 2 ? ONE : OTHER)),
    );
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(39);

  const mails = (await world.mailsTo("owner@maple.example", 2)).filter(({ subject }) =>
    subject.includes("nameservers"),
  );
  expect(mails, "the first of each connection at once; the others are gathered").toHaveLength(2);
  for (const { text } of mails) expect(text).toMatch(/Before:\s+- \S+\s+- \S+/);

  const over = await point(100, ONE);
  expect(over.headers.get("RateLimit-Policy")).toContain('"settings";q=60;w=3600');
  expect(over.headers.get("RateLimit")).toContain('"settings";r=0');
  expect(over.headers.get("Retry-After")).toBe(String(over.body.retry_after));
  expect(Number(over.body.retry_after)).toBeGreaterThan(3_000);
  const tool = await api.tool(setDomainAutoRenew, { domain: "ana.dev", auto_renew: false });
  expect([tool.status, tool.value.code]).toEqual([429, "rate_limited"]);
  expect(tool.headers.get("Retry-After")).toBe(String(tool.value.retry_after));

  const order = await api.call(transferDomainOut, { domain: "ana.dev", confirm_domain: "ana.dev" });
  expect(order.status, "order-type actions have an hour of their own").not.toBe(429);
  expect(order.headers.get("RateLimit")).toContain('"orders";');
});
