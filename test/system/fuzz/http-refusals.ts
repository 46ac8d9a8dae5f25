import { API_PATH } from "../../../shared/platform/addresses.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { type Caller, denialOf } from "./callers.ts";
import { type Check, type Schema, SchemaChecks } from "./json-schema.ts";
import type { ServedOperation, ServedParameter } from "./served-api.ts";
import type { WireRequest } from "./wire.ts";

const KEY = "idempotency-key";

/**
 * Why what is described does not let a request succeed; empty where it may. Read from the bytes that are sent, not from how they
 * were made.
 */
export class HttpRefusals {
  readonly #checks = new Map<ServedParameter, Check>();

  of(operation: ServedOperation, request: WireRequest, caller: Caller): string[] {
    const denial = denialOf(caller, operation);
    return [
      ...(denial === null ? [] : [denial]),
      ...this.#refusedQuery(operation, request),
      ...(operation.body === null ? [] : refusedBody(operation, request)),
      ...refusedKey(operation, request),
    ];
  }

  #refusedQuery({ parameters }: ServedOperation, { path }: WireRequest): string[] {
    const query = new URL(path, "http://localhost").searchParams;
    const known = parameters.filter((parameter) => parameter.in === "query");
    const names = [...query.keys()];
    return [
      ...names
        .filter((name) => !known.some((parameter) => parameter.name === name))
        .map((name) => `unknown parameter ${name}`),
      ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is repeated`),
      ...known.flatMap((parameter) => {
        const text = query.get(parameter.name);
        if (text === null) return parameter.isRequired ? [`${parameter.name} is missing`] : [];
        return this.#checkOf(parameter)(readText(text, parameter.schema)).map((error) => `${parameter.name}: ${error}`);
      }),
    ];
  }

  #checkOf(parameter: ServedParameter): Check {
    const check = this.#checks.get(parameter) ?? new SchemaChecks("parameter").of(parameter.schema);
    this.#checks.set(parameter, check);
    return check;
  }
}

/** The value that a text of a URL stands for, where its schema takes such. */
function readText(text: string, { type }: Schema): unknown {
  switch (type) {
    case "integer":
    case "number":
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" || text === "false" ? text === "true" : text;
    case "array":
      return text.split(",");
    default:
      return text;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Of what JSON leaves open (a member twice, depth) nothing is said here. */
function refusedBody({ checkBody }: ServedOperation, { body, headers }: WireRequest): string[] {
  if (body === null || body.length === 0) return checkBody?.({}) ?? [];
  const types = headers
    .filter(([name]) => name === "Content-Type")
    .map(([, value]) => value.split(";")[0]?.trim().toLowerCase());
  if (types.join() !== "application/json") return [`the body is declared as ${types.join()}`];
  try {
    return checkBody?.(JSON.parse(utf8.decode(body))) ?? [];
  } catch (error) {
    return [`the body is no JSON: ${(error as Error).message}`];
  }
}

function refusedKey({ parameters }: ServedOperation, { headers }: WireRequest): string[] {
  if (!parameters.some((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === KEY)) return [];
  const keys = headers.filter(([name]) => name.toLowerCase() === KEY).map(([, value]) => value.trim());
  if (keys.length !== 1) return [`${keys.length} idempotency keys`];
  const [key = ""] = keys;
  return key.length >= 1 && key.length <= 257 ? [] : ["an idempotency key of another length"];
}

/** The operation that a method and a path, as they are sent, are of; null where there is none. */
export function operationAt(
  operations: readonly ServedOperation[],
  method: string,
  path: string,
): ServedOperation | null {
  const segments = segmentsOf(new URL(path, "http://localhost").pathname);
  const asked = method === "HEAD" ? "GET" : method;
  const found = operations.filter(
    (operation) => operation.method === asked && matches(segmentsOf(operation.path), segments),
  );
  // A path without parameters goes first, as `/orders/domain` before `/orders/{order_id}`.
  return found.find(({ path: template }) => !template.includes("{")) ?? found[0] ?? null;
}

/**
 * The root is `/` beneath the API's address: with a final slash or without it. An escaped letter, digit or mark of a name is that
 * character (RFC 3986 §6.2.2.2).
 */
function segmentsOf(path: string): string[] {
  const plain = path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
  return (plain === `${API_PATH}/` ? API_PATH : plain).split("/");
}

function matches(template: string[], segments: string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  );
}

/** The same, for what a request could be of once its path is unescaped. */
export function isKnownPath(operations: readonly ServedOperation[], path: string): boolean {
  const segments = segmentsOf(new URL(path, "http://localhost").pathname);
  return operations.some((operation) => matches(segmentsOf(operation.path), segments));
}

/** A value as a JSON object; empty where it is none. */
export function asObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : {};
}
