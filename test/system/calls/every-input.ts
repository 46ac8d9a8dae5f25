import { expect, test } from "vitest";
import * as z from "zod";
import { takesBody } from "../../../shared/api/definition/operation.ts";
import { PROBLEMS, type ProblemCode } from "../../../shared/api/definition/problems.ts";
import { ACCOUNT_REFUSALS, CATALOGUE_REFUSALS, type Refusal } from "../recorded/refusals.ts";
import { type Caller, NOBODY } from "./access.ts";
import type { Cell, Cells, Expected } from "./cells.ts";
import { MAX_BODY_BYTES } from "./json-body.ts";
import type { Input } from "./known-account.ts";
import { harmless, stopsAtInput } from "./probes.ts";
import type { CallSystem } from "./system.ts";
import { ACTING, exampleOf, KEYED, ownMembers, WAYS, type Way } from "./ways.ts";

/** Texts that break careless parsers. The campaign uses more of them. */
const HOSTILE = ["%ff", "\u0000", "\ud800", "__proto__"];
const DONE: Expected = { status: 200, code: null };
/** More requests than the test of one operation sends. */
const CALLS_OF_ONE = 20;

/** Refusals that the recorded refusals do not include. */
const FURTHER: Refusal[] = [
  ["quoteDomainOrder", { domain: "-" }, "invalid_parameter"],
  ["quoteDomainOrder", { domain: "www.free-quote.com" }, "invalid_parameter"],
  ["quoteDomainOrder", { domain: "free-quote.qc.ca" }, "not_offered"],
  ["quoteDomainOrder", { domain: "garbage-quote.com" }, "server_unavailable"],
  ["orderDomain", { domain: "-" }, "invalid_body"],
  ["orderDomain", { domain: "ana.dev" }, "not_available"],
  ["orderDomain", { domain: "free-order-domain.com", type: "transfer", auth_code: "code" }, "not_available"],
  ["orderPlan", { expected_price: 1.005 }, "invalid_body"],
  ["orderPlan", { plan: "web-plus", domain: "www.studio-ana.ca" }, "already_requested"],
  ["renewDomain", { domain: "studio-ana.io" }, "not_renewable"],
  ["renewDomain", { years: 10 }, "not_renewable"],
  ["changePlan", { billing_cycle: "one_time" }, "not_offered"],
  ["setDomainNameservers", { nameservers: ["ns1.elsewhere.net", "192.0.2.1"] }, "invalid_body"],
  ["setDomainLock", { domain: "ana-europe.eu", locked: true }, "not_allowed", { account: 1002 }],
  ["transferDomainOut", { domain: "studio-ana.net", confirm_domain: "studio-ana.net" }, "not_allowed"],
];

/** Invalid idempotency keys. */
const NO_KEYS: [key: string | number | null, code: string][] = [
  ...[null, "", '""'].map((key): [string | null, string] => [key, "idempotency_key_required"]),
  ...["one,two", "one two", "k".repeat(256), "cl\u00e9"].map((key): [string, string] => [key, "invalid_parameter"]),
];
/** Keys that are not text, which only JSON can express. */
const NO_KEYS_OF_TOOLS: typeof NO_KEYS = [[5, "invalid_parameter"]];

/** Tests each operation with its example, with missing and unknown members, and with inputs that it refuses. */
export function everyInput(system: CallSystem, cells: Cells): void {
  const callerOf = ({ needed }: Way): Caller | Promise<Caller> => (needed ? system.caller({}, CALLS_OF_ONE) : NOBODY);

  test.each(WAYS)("$name refuses unknown and missing members, and a read accepts its example", async (way) => {
    const { operation, transport } = way;
    const caller = await callerOf(way);
    const example = exampleOf(way);
    const cell = (name: string, input: Input, expected: Expected): Cell => ({ way, caller, name, input, expected });
    const asked: Cell[] = [{ ...cell("colour", {}, DONE), ...stopsAtInput(way) }];
    if (!takesBody(operation)) asked.push(cell("the example", example, DONE));
    if (takesBody(operation) && transport === "http") {
      const tooLong = { ...example, colour: "x".repeat(MAX_BODY_BYTES) };
      const otherType: Expected = { status: 415, code: "unsupported_media_type" };
      asked.push(
        { ...cell("a query", example, refusedBy("parameter", "colour")), query: [["colour", "red"]] },
        cell("too many bytes", tooLong, { status: 413, code: "payload_too_large" }),
        { ...cell("another type", example, otherType), headers: [["Content-Type", "text/plain"]] },
      );
    }
    const isInBody = takesBody(operation);
    for (const [member, schema] of Object.entries(operation.input.shape as z.ZodRawShape)) {
      if (ownMembers(operation).includes(member) && transport === "http") continue;
      const isRequired = !z.safeParse(schema, undefined).success;
      const { [member]: _, ...without } = example;
      // Without this member, the tool may return the operation's preview.
      const isPreview = operation.previewOperation !== undefined && transport === "mcp";
      if (isRequired && !isPreview) {
        asked.push(cell(`no ${member}`, without, refusedBy(isInBody ? "pointer" : "parameter", member)));
      }
    }
    if ("lang" in operation.input.shape) {
      asked.push(cell("a language", { ...example, currency: "EUR", lang: "fr" }, DONE));
      const bad: Input[] = [{ currency: "XXX" }, { currency: "eur" }, { currency: "" }, { lang: "de" }, { lang: "" }];
      for (const one of bad) {
        asked.push(cell("no value", { ...example, ...one }, refusedBy("parameter", Object.keys(one)[0] as string)));
      }
    }
    await cells.expectAll("input", asked);
  });

  test.each(WAYS)("$name handles a hostile text in any member without an internal error", async (way) => {
    const { input } = harmless(way);
    const members = Object.keys(way.operation.input.shape);
    const caller = way.needed ? await system.newCaller() : NOBODY;
    const asked = members.flatMap((member) =>
      HOSTILE.map((text): Cell => ({ way, caller, name: member, input: { ...input, [member]: text }, expected: null })),
    );
    await cells.expectAll("hostile", asked);
  });

  test.each([...CATALOGUE_REFUSALS, ...ACCOUNT_REFUSALS, ...FURTHER])(
    "%s with %j returns %s, however the operation is called",
    async (...row) => {
      const [id, sent, code, { key: _, ...choices } = {}] = row;
      const expected = { status: PROBLEMS[code as ProblemCode].status, code };
      const asked: Cell[] = [];
      for (const way of WAYS.filter(({ row: { id: own } }) => own === id)) {
        const caller = way.needed ? await system.caller(choices) : NOBODY;
        asked.push({ way, caller, name: "its own refusal", input: { ...exampleOf(way), ...sent }, expected });
      }
      await cells.expectAll("refusal", asked);
    },
  );

  test.each(KEYED)("$name refuses a missing or invalid idempotency key", async (way) => {
    const caller = await system.caller({}, CALLS_OF_ONE);
    const keys = way.transport === "mcp" ? [...NO_KEYS, ...NO_KEYS_OF_TOOLS] : NO_KEYS;
    await cells.expectAll(
      "key",
      keys.map(([key, code]) => ({
        ...{ way, caller, key, name: JSON.stringify(key).slice(0, 20) },
        ...{ input: exampleOf(way), expected: { status: 400, code } },
      })),
    );
  });

  test.each(ACTING.filter((way) => !KEYED.includes(way)))("$name takes no idempotency key", async (way) => {
    const caller = await system.caller();
    const isTool = way.transport === "mcp";
    const cell: Cell = isTool
      ? {
          way,
          caller,
          name: "a key",
          input: { ...exampleOf(way), idempotency_key: "a-key" },
          expected: { status: 400, code: "invalid_body" },
        }
      : { way, caller, name: "a malformed key", headers: [["Idempotency-Key", "one two"]], ...stopsAtInput(way) };
    await cells.expectAll("key", [cell]);
  });

  test("a read returns the same value over HTTP and as a tool of either server", async () => {
    const caller = await system.newCaller();
    const answers = new Map<string, string>();
    for (const way of WAYS.filter(({ operation, row }) => operation.effect === "read" && row.id !== "getOpenApi")) {
      const { input } = harmless(way);
      // Without a currency, the account's MCP server would use the account currency and the results would differ.
      const asked = "currency" in way.operation.input.shape ? { ...input, currency: "CAD" } : input;
      const seen = await cells.send({ way, caller: way.server === "account" ? caller : NOBODY, input: asked });
      const text = JSON.stringify(seen.value, (name, one) => (VARYING.includes(name) ? null : one));
      expect(answers.get(way.row.id) ?? text, way.name).toBe(text);
      answers.set(way.row.id, text);
    }
  });
}

/** The members that may differ between two results of the same call. */
const VARYING = ["checked_at", "confirm", "time", "entries", "request_id", "instance"];

function refusedBy(by: "parameter" | "pointer", member: string): Expected {
  const named = by === "pointer" ? `/${member}` : member;
  return {
    ...{ status: 400, code: by === "pointer" ? "invalid_body" : "invalid_parameter" },
    also: ({ value }) => {
      const errors = (value.errors ?? []) as Record<string, string>[];
      return errors.some((one) => one[by] === named) ? null : `${JSON.stringify(errors)} do not name ${named}`;
    },
  };
}
