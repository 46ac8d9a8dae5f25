import { expect, test, vi } from "vitest";
import * as z from "zod";
import type { AnyOperation } from "../../../shared/api/definition/operation.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { peek, readInput, readTarget, type Sent } from "../../../shared/api/pipeline/read-input.ts";
import { sampleOperation } from "./support/sample-operation.ts";

const read = sampleOperation({
  http: { method: "GET", path: "/services/{id}" },
  input: z.strictObject({ id: z.int().positive(), page: z.int().optional(), note: z.string().nullable().optional() }),
});
const order = sampleOperation({
  ...{ id: "orderSample", effect: "order", http: { method: "POST", path: "/services/{id}/orders" } },
  input: z.strictObject({ id: z.int().positive(), plan: z.string(), years: z.int().nullable().optional() }),
});
const change = sampleOperation({
  ...{ effect: "change", http: { method: "PATCH", path: "/services/{id}" } },
  input: z.strictObject({ id: z.int(), on: z.boolean().optional() }),
});

/** Returns the code of the refusal and the fields that it lists. */
function refusal(operation: AnyOperation<object>, sent: Sent): [code: string, ...names: string[]] {
  try {
    readInput(operation, sent);
  } catch (thrown) {
    if (thrown instanceof OperationError) return [thrown.code, ...thrown.refused.map(({ name }) => name)];
    throw thrown;
  }
  return expect.fail("not refused");
}

test("in a change, null for an optional field means that the field is omitted", () => {
  expect(readInput(change, { arguments: { id: 5, on: null } }).input).toEqual({ id: 5 });
  expect(readInput(change, { path: { id: 5 }, body: { on: null } }).input).toEqual({ id: 5 });
  expect(refusal(change, { path: { id: 5 }, body: { off: null } })).toEqual(["invalid_body", "/off"]);
  expect(refusal(order, { path: { id: 5 }, body: { plan: null }, key: "k1" })).toEqual(["invalid_body", "/plan"]);
});

test("in a read, null for an optional field that is not nullable means that the field is omitted", () => {
  expect(readInput(read, { arguments: { id: 5, page: null } }).input).toEqual({ id: 5 });
  expect(readInput(read, { arguments: { id: 5, note: null } }).input, "null is a value there").toEqual({
    id: 5,
    note: null,
  });
  expect(refusal(read, { arguments: { id: null } })).toEqual(["invalid_parameter", "id"]);
  expect(refusal(read, { arguments: { id: 5, x: null } })).toEqual(["invalid_parameter", "x"]);
  expect(refusal(read, { arguments: JSON.parse('{"id":5,"__proto__":null}') })).toEqual([
    "invalid_parameter",
    "__proto__",
  ]);
});

test("an order checks its query first, then its key, then its body", () => {
  const wrong = { plan: 1 };
  expect(refusal(order, { path: { id: 5 }, body: wrong, key: null })).toEqual(["idempotency_key_required"]);
  expect(refusal(order, { path: { id: 5 }, body: wrong, key: "a b" })).toEqual([
    "invalid_parameter",
    "Idempotency-Key",
  ]);
  expect(refusal(order, { arguments: wrong })).toEqual(["idempotency_key_required"]);
  expect(refusal(order, { arguments: { ...wrong, idempotency_key: "a b" } })).toEqual([
    "invalid_parameter",
    "idempotency_key",
  ]);
  expect(refusal(order, { path: { id: 5 }, query: () => ({ x: "1" }), body: wrong, key: null })).toEqual([
    "invalid_parameter",
    "x",
  ]);
  expect(refusal(order, { arguments: null }), "no key without arguments").toEqual(["idempotency_key_required"]);
});

test("a read refuses a key in its arguments, and a change that is not an order ignores a key in the header", () => {
  expect(refusal(read, { arguments: { id: 5, idempotency_key: "k1" } })).toEqual([
    "invalid_parameter",
    "idempotency_key",
  ]);
  expect(readInput(change, { path: { id: 5 }, body: { on: true }, key: "k1" })).toEqual({
    input: { id: 5, on: true },
    key: null,
  });
});

test("an operation with a body refuses query parameters, and the problem states that there are none", () => {
  const sent = { path: { id: 5 }, body: {}, query: () => ({ on: "true", more: "1" }) };
  expect(refusal(change, sent)).toEqual(["invalid_parameter", "on", "more"]);
  try {
    readInput(change, sent);
  } catch (thrown) {
    expect((thrown as OperationError).detail.en).toContain("no parameter is accepted here");
  }
  expect(readInput(change, { path: { id: 5 }, body: {}, query: () => ({}) }).input).toEqual({ id: 5 });
});

test("a body that is not an object is refused as a whole, and fields that repeat the path individually", () => {
  expect(refusal(change, { path: { id: 5 }, body: [1] })).toEqual(["invalid_body", ""]);
  expect(refusal(change, { path: { id: 5 }, body: "text" })).toEqual(["invalid_body", ""]);
  expect(refusal(change, { path: { id: 5 }, body: { id: 5, on: 1 } })).toEqual(["invalid_body", "/id"]);
});

test("a refusal lists the parameter or the JSON pointer, and the known fields", () => {
  const detailOf = (operation: AnyOperation<object>, sent: Sent) => {
    try {
      readInput(operation, sent);
    } catch (thrown) {
      return (thrown as OperationError).detail.en;
    }
  };
  expect(refusal(read, { path: { id: 5 }, query: () => ({ page: "x", y: "1" }) })).toEqual([
    "invalid_parameter",
    "page",
    "y",
  ]);
  expect(detailOf(read, { path: { id: 5 }, query: () => ({ y: "1" }) })).toContain("Known: id, page, note");
  expect(refusal(change, { path: { id: 5 }, body: { y: 1 } })).toEqual(["invalid_body", "/y"]);
  expect(detailOf(change, { path: { id: 5 }, body: { y: 1 } }), "path parameters do not belong to the body").toContain(
    "Known: on.",
  );
  expect(detailOf(change, { arguments: { id: 5, y: 1 } }), "a tool takes all").toContain("Known: id, on.");
});

test("a refusal describes the wrong item of a list, and arguments that are not an object are refused as a whole", () => {
  const list = sampleOperation({ input: z.strictObject({ tld: z.array(z.string().max(3)) }) });
  const thrown = (sent: Sent) => {
    try {
      readInput(list, sent);
    } catch (error) {
      return (error as OperationError).refused.map(({ name, message }) => `${name} ${message.en}`);
    }
  };
  expect(thrown({ arguments: { tld: ["com", "wrong"] } })).toEqual(["tld (each item) must have at most 3 characters."]);
  for (const none of ["text", [], 5]) expect(thrown({ arguments: none })).toEqual(["the arguments must be an object."]);
});

test("an impossible path is not_found unless another part is wrong", () => {
  expect(refusal(read, { path: { id: "x" } })).toEqual(["not_found"]);
  expect(refusal(change, { path: { id: "x" }, body: {} })).toEqual(["not_found"]);
  expect(refusal(read, { path: { id: "x" }, query: () => ({ page: "x" }) })).toEqual(["invalid_parameter", "page"]);
  expect(refusal(read, { arguments: { id: "x" } }), "a tool names it").toEqual(["invalid_parameter", "id"]);
});

test("the target is read from any part of the request that has its field, and is null if its value is impossible", () => {
  const about = { input: read.input, target: { kind: "service", member: "id" } } as const;
  expect(readTarget(about, { path: { id: 5 } })).toEqual({ kind: "service", id: 5 });
  expect(readTarget(about, { arguments: { id: 5, page: "wrong" } })).toEqual({ kind: "service", id: 5 });
  expect(readTarget(about, { path: {}, body: { id: 5 } })).toEqual({ kind: "service", id: 5 });
  expect(readTarget(about, { path: {}, query: () => ({ id: 5 }) })).toEqual({ kind: "service", id: 5 });
  expect(readTarget(about, { path: { id: "x" } })).toBeNull();
  for (const id of [[5], []]) {
    expect(readTarget(about, { arguments: { id } }), "a list is no id, whatever is in it").toBeNull();
  }
  expect(readTarget(about, { path: {} })).toBeUndefined();
  expect(readTarget({ input: read.input }, { path: { id: 5 } })).toBeUndefined();
  expect(readTarget({ ...about, target: { kind: "service", member: "unknown" } }, { path: { unknown: 5 } })).toBeNull();
});

test("the target of a zone operation has a name and a service", () => {
  const input = z.strictObject({ id: z.int(), zone: z.string().min(3) });
  const about = { input, target: { kind: "zone", member: "zone", serviceMember: "id" } } as const;
  expect(readTarget(about, { path: { id: 5, zone: "a.ca" } })).toEqual({ kind: "zone", id: "a.ca", serviceId: 5 });
  expect(readTarget(about, { path: { id: "x", zone: "a.ca" } })).toBeNull();
  expect(readTarget(about, { path: { id: 5, zone: "a" } })).toBeNull();
  expect(readTarget(about, { path: { id: 5 } })).toBeUndefined();
  expect(readTarget(about, { path: { zone: "a.ca" } })).toBeUndefined();
  expect(readTarget(about, { path: { zone: "a" } })).toBeUndefined();
});

test("a field is looked up in the path, the arguments, the body and the query", () => {
  const query = vi.fn(() => ({ lang: "fr", id: 9 }));
  expect(peek({ path: { id: 5 }, query }, "id")).toBe(5);
  expect(query).not.toHaveBeenCalled();
  expect(peek({ path: {}, query }, "lang")).toBe("fr");
  expect(peek({ path: {} }, "lang")).toBeUndefined();
  expect(peek({ arguments: { lang: "fr" } }, "lang")).toBe("fr");
  expect(peek({ path: {}, body: { lang: "fr" } }, "lang")).toBe("fr");
  expect(peek({ arguments: ["a"], body: null }, "0")).toBeUndefined();
  expect(peek({ arguments: {} }, "toString"), "a built-in property was not sent").toBeUndefined();
  const refusing = () => {
    throw new OperationError("invalid_parameter", { en: "", fr: "" });
  };
  expect(peek({ path: {}, query: refusing }, "lang")).toBeUndefined();
});
