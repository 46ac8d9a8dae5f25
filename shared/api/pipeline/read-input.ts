import type * as z from "zod";
import { isJsonObject } from "../../platform/json.ts";
import { type AnyOperation, isKeyed, pathParameters, type Target, takesBody } from "../definition/operation.ts";
import { invalidInput, OperationError } from "../definition/problems.ts";
import { refusedMembers } from "./input-errors.ts";

export const KEY_ARGUMENT = "idempotency_key";
export const KEY_HEADER = "Idempotency-Key";

/** The input of a call as sent, before validation. */
export interface Sent {
  /** The arguments of a tool call: all path, query and body fields and the idempotency key, in one object. */
  arguments?: unknown;
  path?: Record<string, unknown>;
  /**
   * Reads the query parameters.
   * @throws {OperationError} `invalid_parameter`
   */
  query?: () => Record<string, unknown>;
  /** The parsed body, if the operation takes one. */
  body?: unknown;
  /** The `Idempotency-Key` header; `null` if absent. */
  key?: string | null;
}

export interface ValidInput {
  // biome-ignore lint/suspicious/noExplicitAny: it goes only to the operation whose schema parsed it.
  input: any;
  /** The idempotency key; `null` if the operation needs none. */
  key: string | null;
}

/**
 * Validates the input of a call: first the parameters, then the idempotency key, then the body.
 * @throws {OperationError} `invalid_parameter`, `idempotency_key_required`, `invalid_body`, or `not_found` if the path
 *   cannot identify anything
 */
export function readInput<Context>(operation: AnyOperation<Context>, sent: Sent): ValidInput {
  const hasBody = takesBody(operation);
  const code = hasBody ? "invalid_body" : "invalid_parameter";
  const isTool = sent.path === undefined;
  const query = sent.query?.() ?? {};
  if (hasBody && Object.keys(query).length > 0) throw refusedQuery(query);
  const key = isKeyed(operation) ? readKey(sent) : null;
  const members = isTool
    ? toolMembers(operation, sent.arguments)
    : hasBody
      ? bodyMembers(operation, sent)
      : { ...query, ...sent.path };

  const parsed = operation.input.safeParse(members);
  if (parsed.success) return { input: parsed.data, key };
  const inPath = pathParameters(operation.http.path);
  const issues = isTool
    ? parsed.error.issues
    : parsed.error.issues.filter((issue: z.core.$ZodIssue) => !isOneOf(issue.path[0], inPath));
  if (issues.length === 0) {
    throw new OperationError("not_found", {
      en: "There is nothing with this id or name.",
      fr: "Rien ne porte cet identifiant ou ce nom.",
    });
  }
  const known = Object.keys(operation.input.shape).filter((name) => isTool || !hasBody || !isOneOf(name, inPath));
  throw invalidInput(code, refusedMembers(issues, members, known, code === "invalid_body" ? "pointer" : "parameter"));
}

/**
 * Returns the target of a call. Returns `undefined` if the call names no target, and `null` if the named target cannot
 * exist.
 */
export function readTarget<Context>(
  { target, input }: Pick<AnyOperation<Context>, "target" | "input">,
  sent: Sent,
): Target | null | undefined {
  if (!target) return undefined;
  const id = readMember(input, sent, target.member);
  if (target.kind !== "zone") return id && { kind: target.kind, id: id.value as string | number };
  const serviceId = readMember(input, sent, target.serviceMember);
  if (serviceId === undefined) return undefined;
  return id && serviceId && { kind: "zone", id: id.value as string, serviceId: serviceId.value as number };
}

/**
 * Returns the value of one field. Returns `undefined` if the field was not sent, and `null` if its value is invalid.
 */
function readMember(
  { shape }: AnyOperation<never>["input"],
  sent: Sent,
  name: string,
): { value: unknown } | null | undefined {
  const value = peek(sent, name);
  if (value === undefined) return undefined;
  const parsed = shape[name]?.safeParse(value);
  return parsed?.success ? { value: parsed.data } : null;
}

function readKey(sent: Sent): string {
  return sent.path === undefined
    ? readIdempotencyKey(peek(sent, KEY_ARGUMENT), KEY_ARGUMENT)
    : readIdempotencyKey(sent.key, KEY_HEADER);
}

/** Returns a tool's arguments without the idempotency key. */
function toolMembers<Context>(operation: AnyOperation<Context>, sent: unknown): unknown {
  if (!isJsonObject(sent)) return sent;
  const given = Object.entries(sent).filter(([name]) => !isKeyed(operation) || name !== KEY_ARGUMENT);
  return withoutNulls(operation, Object.fromEntries(given));
}

/** Removes nulls from optional fields, because models send null for an absent field. */
function withoutNulls<Context>({ input }: AnyOperation<Context>, sent: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => value !== null || !isOptional(input.shape, name)),
  );
}

/** Checks whether a field can be absent but cannot be null. */
function isOptional(shape: z.ZodRawShape, name: string): boolean {
  const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined;
  return schema?.safeParse(undefined).success === true && !schema.safeParse(null).success;
}

function bodyMembers<Context>(operation: AnyOperation<Context>, { path, body }: Sent): unknown {
  if (!isJsonObject(body)) return body;
  const misplaced = Object.keys(path ?? {}).filter((name) => Object.hasOwn(body, name));
  if (misplaced.length > 0) {
    const message = { en: "belongs in the URL only.", fr: "ne se donne que dans l’adresse." };
    throw invalidInput(
      "invalid_body",
      misplaced.map((name) => ({ name: `/${name}`, message })),
    );
  }
  return { ...withoutNulls(operation, body), ...path };
}

/** Creates the refusal of a query. An operation with a body accepts no query parameters. */
function refusedQuery(query: Record<string, unknown>): OperationError {
  const issues = [{ code: "unrecognized_keys" as const, keys: Object.keys(query), path: [], message: "" }];
  return invalidInput("invalid_parameter", refusedMembers(issues, query, [], "parameter"));
}

/**
 * Returns the value of a field as sent, from any part of the call. Returns `undefined` if the field is absent, null or
 * unreadable.
 */
export function peek({ path, arguments: args, body, query }: Sent, name: string): unknown {
  const given: Record<string, unknown> = Object.assign({}, ...[body, args, path].filter(isJsonObject));
  const value = Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
  if (value !== undefined || !query) return value;
  try {
    return query()[name];
  } catch {
    // expected: the validation of the input reports the error in the query
    return undefined;
  }
}

function isOneOf(name: PropertyKey | undefined, names: string[]): boolean {
  return typeof name === "string" && names.includes(name);
}

/** Visible ASCII characters without the comma, because a comma joins two header fields. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;
/**
 * An idempotency key as a Structured Field string (draft-ietf-httpapi-idempotency-key-header-07). The quotes are not
 * part of the key.
 */
const QUOTED = /^"(.*)"$/s;

/**
 * Reads an idempotency key.
 * @param name the name of the header or argument, for the refusal
 * @throws {OperationError} `idempotency_key_required` if the key is absent, `invalid_parameter` if it is malformed
 */
export function readIdempotencyKey(sent: unknown, name: string): string {
  const key = typeof sent === "string" ? sent.replace(QUOTED, "$1") : sent;
  if (key === undefined || key === null || key === "") {
    throw new OperationError("idempotency_key_required", {
      en: `${name} is required: a new value, such as a UUID, for each action, and the same value when you repeat the action.`,
      fr: `${name} est obligatoire : une nouvelle valeur, par exemple un UUID, pour chaque action, et la même quand l’action est répétée.`,
    });
  }
  if (typeof key === "string" && KEY.test(key)) return key;
  const message = {
    en: "must be one key of 1 to 255 visible ASCII characters, without spaces and commas, such as a UUID.",
    fr: "doit être une seule clé de 1 à 255 caractères ASCII visibles, sans espace ni virgule, par exemple un UUID.",
  };
  throw invalidInput("invalid_parameter", [{ name, message }]);
}
