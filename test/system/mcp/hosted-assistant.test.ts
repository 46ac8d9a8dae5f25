import { afterEach, describe, expect, test } from "vitest";
import { get, problem } from "../../support/catalogue-api.ts";
import { calling, readAnswer, useHostedAssistant } from "./hosted-assistant.ts";

const assistant = useHostedAssistant();
afterEach(() => {
  assistant.answer = () => false;
});

const ask = async (path: string, init: RequestInit = {}) =>
  readAnswer(await fetch(new URL(path, assistant.address), init));
const call = (tool: string, input?: unknown) => ask("/call", calling(tool, input));

describe("its tools", () => {
  test("are the server's, over the newest revision, and give what HTTP answers", async () => {
    const { status, body } = await ask("/tools");
    expect(status).toBe(200);
    expect(body.servers).toMatchObject([{ id: "catalogue", state: "ready", protocol_version: "2026-07-28" }]);
    expect((body.tools as { name: string }[]).map(({ name }) => name)).toContain("get_plan");
    expect(await call("get_plan", { id: "web-start" })).toMatchObject({
      status: 200,
      body: await get("/plans/web-start"),
    });
  });

  test("a problem of a tool is the caller's, with its status", async () => {
    const { status, headers, body } = await call("list_plans", { line: "no-such-line", lang: "fr" });
    const { request_id, instance, ...expected } = await problem("/plans?line=no-such-line&lang=fr");
    expect(status).toBe(404);
    expect(headers.get("Content-Type")).toBe("application/problem+json");
    expect(body).toMatchObject(expected);
    expect(body.request_id).not.toBe(request_id);
  });

  test("one that is not there is refused before it is called", async () => {
    const before = assistant.sent.length;
    expect(await call("order_domain", {})).toMatchObject({ status: 404, body: { title: "Unknown tool" } });
    expect(assistant.sent.length).toBe(before);
  });

  test.each(["{", "[]", '{"tool":5}', '{"tool":"get_plan","arguments":[]}'])("%j is no call", async (body) => {
    expect(await ask("/call", { method: "POST", body })).toMatchObject({ status: 400 });
  });
});

describe("its advice", () => {
  interface Price {
    billing_cycle: string;
    monthly_equivalent: number;
    first_year_amount: number | null;
  }
  type Plans = { plans: { id: string; order_url: string; prices: Price[] }[] };

  test("is the smallest plan that does what is needed, within the budget", async () => {
    const query = "budget=10&currency=CAD&lang=fr&line=web-hosting&needs=ssh,sites%20web:3&extension=ca";
    const { status, body } = await ask(`/recommend?${query}`);
    const { plans } = await get<Plans>("/plans?line=web-hosting&currency=CAD&lang=fr");
    const { domains } = await get<{ domains: { register: number; renew: number }[] }>(
      "/domains/pricing?tld=ca&currency=CAD",
    );
    const plan = plans.find(({ id }) => id === "web-plus");
    const yearly = plan?.prices.find(({ billing_cycle }) => billing_cycle === "annually");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: "CAD",
      lang: "fr",
      within_budget: true,
      plan: {
        id: "web-plus",
        billing_cycle: "annually",
        monthly: yearly?.monthly_equivalent,
        order_url: plan?.order_url,
      },
      needs: [
        { need: "ssh", met: true },
        { need: "sites web:3", met: true },
      ],
      domain: { tld: ".ca", register: domains[0]?.register },
    });
    expect(body.first_year).toBeCloseTo((yearly?.first_year_amount ?? 0) + (domains[0]?.register ?? 0), 2);
    expect(body.answer).toMatch(/^Web Plus convient : .*CAD par mois/);
  });

  test("starts from the first product line when none is named, and says what is not met, or that nothing fits", async () => {
    const { status, body } = await ask("/recommend?budget=8&needs=teleport");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      currency: "USD",
      plan: { id: "web-start" },
      needs: [{ need: "teleport", met: false }],
    });
    expect(body.answer).toContain("It does not meet: teleport.");
    expect((await ask("/recommend?budget=1&line=vps")).body).toMatchObject({
      within_budget: false,
      answer: expect.stringMatching(/^Nothing fits the budget/),
    });
  });

  test.each([
    ["/recommend", 400],
    ["/recommend?budget=10&needs=sites:many", 400],
    ["/recommend?budget=10&line=no-such-line", 404],
    ["/anything", 404],
  ])("%s is refused", async (path, status) => {
    expect(await ask(path)).toMatchObject({ status, body: { title: expect.any(String), detail: expect.any(String) } });
  });
});

describe("its connection", () => {
  const discoveries = () => assistant.sent.filter(({ method }) => method === "server/discover").length;
  const evict = () => assistant.evict("public");

  test("is made once, whatever comes in together", async () => {
    await evict();
    const before = discoveries();
    const answers = await Promise.all([
      ask("/tools"),
      call("get_plan", { id: "web-start" }),
      ask("/recommend?budget=9"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await ask("/tools");
    expect(discoveries() - before).toBe(1);
  });

  test("is tried anew after the server was away", async () => {
    await evict();
    assistant.answer = (_, response) => {
      response.writeHead(503, { "Content-Type": "text/html" }).end("<h1>Down</h1>");
      return true;
    };
    const { status, headers, body } = await ask("/tools");
    expect({ status, retryAfter: headers.get("Retry-After") }).toEqual({ status: 502, retryAfter: "5" });
    expect(JSON.stringify(body)).not.toContain("Down");

    assistant.answer = () => false;
    expect(await ask("/tools")).toMatchObject({ status: 200, body: { servers: [{ state: "ready" }] } });
  });

  test("hands on a limit with when to come back", async () => {
    const limit = {
      title: "Too many requests",
      status: 429,
      detail: "Over 30 checks.",
      code: "rate_limited",
      retry_after: 42,
    };
    assistant.answer = ({ id, method }, response) => {
      if (method !== "tools/call") return false;
      const content = [{ type: "text", text: JSON.stringify(limit) }];
      response.writeHead(429, { "Content-Type": "application/json", "Retry-After": "42" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { content, isError: true } }));
      return true;
    };
    const { status, headers, body } = await call("get_plan", { id: "web-start" });
    expect({ status, body, retryAfter: headers.get("Retry-After") }).toEqual({
      status: 429,
      body: limit,
      retryAfter: "42",
    });
  });
});
