import { describe, expect, test } from "vitest";
import { catalogueUrl } from "../../support/catalogue-api.ts";
import { EITHER, ERAS, earlier, exchange, newest, refused, result } from "./exchange.ts";

interface Problem {
  code: string;
  status: number;
  request_id: string;
  errors?: { parameter: string }[];
}

/** The problem in a tool's result, which holds nothing else. */
function problemOf(result: Record<string, unknown>): Problem {
  expect(result.isError).toBe(true);
  expect(result).not.toHaveProperty("structuredContent");
  expect(result.content).toEqual([{ type: "text", text: expect.any(String) }]);
  const [block] = result.content as { text: string }[];
  const problem = JSON.parse(block?.text ?? "") as Problem;
  expect(block?.text, "compact").toBe(JSON.stringify(problem));
  return problem;
}

/** Rows of a table, so that an array is a value and not a row. */
function each(...values: unknown[]): { value: unknown }[] {
  return values.map((value) => ({ value }));
}

describe.each(ERAS)("a call in $era", ({ ask }) => {
  const call = (name: string, input?: unknown) =>
    ask("tools/call", { name, ...(input !== undefined && { arguments: input }) });

  test.each([{}, undefined, null])("with the arguments %j has every default", async (input) => {
    const answer = await result(call("list_plans", input));
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toMatchObject({ currency: "USD", lang: "en" });
    expect(answer.content).toEqual([{ type: "text", text: JSON.stringify(answer.structuredContent) }]);
  });

  test("null for an optional argument is none", async () => {
    const none = { line: null, currency: null, lang: null };
    expect(await result(call("list_plans", none))).toEqual(await result(call("list_plans", {})));
    expect((await result(call("get_domain_pricing", { tld: null }))).isError ?? false).toBe(false);
  });

  test.each<[tool: string, argument: string, values: unknown[]]>([
    ["get_domain_pricing", "tld", ["com", "com,ca", [5], { 0: "com" }, [null], [], [["com"]]]],
    ["compare_plans", "plans", ["web-start,web-plus", ["web-start"], ["web-start", "web-start"], undefined]],
    ["list_plans", "line", [5, ["web-hosting"], ""]],
    ["list_plans", "currency", ["cad", "GBP"]],
    ["list_plans", "lang", ["de", true]],
    ["list_plans", "limit", [5, null]],
    ["list_plans", "toString", ["x", null]],
    ["list_plans", "constructor", ["x"]],
    ["get_plan", "id", [undefined, null, "x".repeat(101)]],
  ])("%s refuses a wrong %s by its name", async (tool, argument, values) => {
    for (const value of values) {
      const problem = problemOf(await result(call(tool, { [argument]: value })));
      expect(problem).toMatchObject({ code: "invalid_parameter", status: 400 });
      expect(problem.errors?.map(({ parameter }) => parameter)).toEqual([argument]);
    }
  });

  test("an argument called __proto__ is an unknown one", async () => {
    const { body, ...message } = call("list_plans", JSON.parse('{"__proto__": {"line": "vps"}}'));
    const text = JSON.stringify(body);
    expect(text).toContain("__proto__");
    const answer = await exchange({ ...message, body: text });
    const problem = problemOf(answer.rpc().result ?? {});
    expect(problem.errors?.map((error) => error.parameter)).toEqual(["__proto__"]);
    expect(problem.request_id).toBe(answer.header("X-Request-Id"));
  });

  test.each(each([], ["web-hosting"], "web-hosting", '{"line":"web-hosting"}', 5, true))(
    "arguments that are $value are no arguments",
    async ({ value: input }) => {
      await refused(call("list_plans", input), EITHER, -32602, 1);
    },
  );

  test.each([
    ...["no_such_tool", "LIST_PLANS", "listPlans", "list_plans ", "getStatus"],
    ...["__proto__", "constructor", "toString"],
  ])("'%s' is an unknown tool", async (tool) => {
    const message = call(tool, {});
    const name = { "Mcp-Name": `=?base64?${Buffer.from(tool).toString("base64")}?=` };
    await refused({ ...message, headers: { ...message.headers, ...name } }, 200, -32602, 1);
  });

  test.each(each(undefined, null, 5, {}, ["list_plans"]))("a tool named $value is none", async ({ value: name }) => {
    const answer = await exchange(ask("tools/call", { name, arguments: {} }));
    // 2026-07-28 may already miss the header that repeats the name.
    expect([-32602, -32020]).toContain(answer.rpc().error?.code);
  });

  test("what does not exist is a problem, not a protocol error", async () => {
    expect(problemOf(await result(call("get_plan", { id: "no-such-plan" })))).toMatchObject({ code: "not_found" });
    expect(problemOf(await result(call("get_domain_pricing", { tld: ["nope"] })))).toMatchObject({ code: "not_found" });
  });

  test("texts that come from outside are not repeated raw", async () => {
    const answer = await exchange(call("list_plans", { "<script>\u202e": 1 }));
    expect(answer.text).not.toMatch(/<script>\u202e/);
    expect(problemOf(answer.rpc().result ?? {}).code).toBe("invalid_parameter");
  });

  describe("is answered under its id", () => {
    const TRICKY = [
      ...["", " ", "0", '"', "\\", '"content":[]', '"tools":[]', '\\"content":[]', '{"content":[],"tools":[]}'],
      ...['"supported":["2026-07-28"]', '"supportedVersions":["2026-07-28"]', "$&$1$`$'$$"],
      ...["\u0000\u001f\u2028\u2029", "é 世界 🦫", "\ud800", "x".repeat(10_000)],
    ];

    test.each([0, 1, -1, 2_147_483_648, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])("%d", async (id) => {
      expect(await result(ask("tools/list", {}, { id }))).toHaveProperty("tools.0.name");
      expect(await result(ask("tools/call", { name: "list_plans", arguments: {} }, { id }))).toHaveProperty(
        "content.0",
      );
    });

    test.each(TRICKY)("%j", async (id) => {
      expect(await result(ask("tools/list", {}, { id }))).toHaveProperty("tools.0.name");
      const answer = await result(ask("tools/call", { name: "list_plans", arguments: {} }, { id }));
      expect(answer.content).toEqual([{ type: "text", text: JSON.stringify(answer.structuredContent) }]);
      expect(
        problemOf(await result(ask("tools/call", { name: "get_plan", arguments: { id: "x" } }, { id }))).code,
      ).toBe("not_found");
      await refused(ask("tools/list", { cursor: "x" }, { id }), 200, -32602, id);
    });
  });

  test.each(each(null, 1.5, true, {}, [], [1]))("the id $value is none", async ({ value: id }) => {
    await refused(ask("tools/list", {}, { id }), 400, -32600);
  });

  test.each(["9007199254740993", "1e400", "-1e400", "12345678901234567890"])(
    "the id %s, which no double holds, is echoed as it is or refused",
    async (digits) => {
      const { body, ...message } = ask("tools/list", {}, { id: "digits" });
      const answer = await exchange({ ...message, body: JSON.stringify(body).replace('"digits"', digits) });
      if (answer.status === 200) return expect(answer.text).toContain(`"id":${digits}`);
      expect(answer.rpc().error?.code).toBe(-32600);
      expect(answer.rpc().id ?? null, "another id than the one sent").toBeNull();
    },
  );
});

test("numbers are not read out of strings, nor lists out of text, as a query does", async () => {
  expect((await fetch(`${catalogueUrl()}/domains/pricing?tld=com,ca`)).status).toBe(200);
  const answer = await result(earlier("tools/call", { name: "get_domain_pricing", arguments: { tld: "com,ca" } }));
  expect(problemOf(answer).errors).toEqual([{ parameter: "tld", message: expect.any(String) }]);
});

test("tools/call needs params", async () => {
  await refused(earlier("tools/call"), EITHER, -32602, 1);
});

test("no message of an error shows how the server is made", async () => {
  for (const message of [
    earlier("tools/call", { name: 5 }),
    earlier("tools/list", { cursor: 5 }),
    earlier("initialize", {}),
    newest("tools/call", { name: "list_plans", arguments: [] }),
  ]) {
    expect((await exchange(message)).text).not.toMatch(/invalid_type|"path|at .*\.(?:js|ts):\d|node_modules/);
  }
});
