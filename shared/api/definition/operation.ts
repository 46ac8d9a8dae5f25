import type * as z from "zod";
import type { Scope } from "../../account-access/scopes.ts";
import type { Permission } from "../../billing-contract/actor.ts";
import type { Text } from "../../platform/language.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * What a call does. Annotations follow from it, and whether it takes a body, needs an idempotency key, counts towards the
 * hour and is taken down before it is tried, so a definition cannot contradict itself. `change`: sets something to a value,
 * so that doing it twice is doing it once. `order`: adds something that is done at most once under one key.
 */
export const EFFECTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  order: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const;
export type Effect = keyof typeof EFFECTS;

/** Whether a call needs an idempotency key. */
export function isKeyed({ effect }: { effect: Effect }): boolean {
  return effect === "order";
}

/** What is limited by the hour: order-type actions, and settings of domains. The id of its policy. */
export type HourlyLimit = "orders" | "settings";

/** What a call counts towards by the hour, besides its connection's rate; null for a read. */
export function hourlyLimitOf({ effect }: { effect: Effect }): HourlyLimit | null {
  switch (effect) {
    case "order":
      return "orders";
    case "change":
      return "settings";
    case "read":
      return null;
  }
}

/** Whether the members that are not in the path come in a body; else they come in the query. */
export function takesBody({ effect }: { effect: Effect }): boolean {
  return effect !== "read";
}

/** The HTTP status of an answer. */
export function successStatus({ effect }: { effect: Effect }): number {
  return effect === "order" ? 201 : 200;
}

export type HttpMethod = "GET" | "POST" | "PUT";

/**
 * What a limit to one service or one domain makes of an operation: the whole of it, what is in reach, the one thing it is
 * about if that is in reach, or nothing.
 */
export type LimitEffect = "whole" | "filtered" | "item" | "outside";

/** What a call is about. */
export interface Item {
  kind: "domain" | "service" | "plan";
  /** A name in A-label form, or an id. */
  id: string | number;
}

/** What an operation on an account needs of whoever calls it. */
export interface Access {
  /** Besides `account:read`, which every connection has. */
  scope: Scope;
  /** All of them, checked by the billing system in the same call. */
  permissions: Permission[];
  /** The operation that has to have been given, where that is another one. */
  givenAs?: string;
  /** What a connection that is limited to one service or domain may do with it. */
  limit: LimitEffect;
}

/**
 * One operation, defined once. HTTP route, MCP tool and OpenAPI description all come from this object.
 * `Context` is what the operation may use; it is made anew for each call.
 */
export interface Operation<Context, Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** The operation id of the OpenAPI description, camelCase. */
  id: string;
  /** The MCP tool's name, snake_case; absent where there is no tool. */
  tool?: string;
  /** The path is relative to the API's address; `{name}` is a member of `input`. */
  http: { method: HttpMethod; path: string };
  /** A few words, for lists and tool pickers. */
  title: string;
  /** One sentence for people, in every language. */
  summary: Text;
  /** Written by hand for whoever calls it, person or model: what it gives, when to use it, what to call first. */
  description: string;
  effect: Effect;
  /** Absent: anyone may call it. */
  access?: Access;
  /** The member that says what a call is about: what the log names and a limit is compared with. */
  about?: { kind: Item["kind"]; member: string };
  /** Said where it differs from what `effect` implies: the call reaches beyond the provider's own data. */
  openWorld?: boolean;
  /** Said where it differs from what `effect` implies: it can take away what is there (MCP, `destructiveHint`). */
  destructive?: boolean;
  /** The tool's own first step: without this member a call of the tool is the other operation's. */
  firstStep?: { without: string; is: AnyOperation<Context> };
  /** How long an answer may be used at most, in seconds; data that it is made from can end it earlier. 0: never. */
  freshFor: number;
  /** Each call counts against a limit, so no answer is served without running it. */
  counted?: boolean;
  /** Codes it can give besides those every operation can give. */
  problems: ProblemCode[];
  /** Flat and strict: path, query and body members together. */
  input: Input;
  /** Published open, so that a key can be added. */
  output: Output;
  /** A call that works on the demonstration data; documents and tests run it. */
  example: z.input<Input>;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
}

/** An operation whose own schemas no longer matter: what the pipeline and the transports work with. */
// biome-ignore lint/suspicious/noExplicitAny: `run` takes its own parsed input, which only the pipeline hands it.
export type AnyOperation<Context> = Operation<Context, any, any>;

/** Fixes a Worker's context once, so that each definition infers only its own schemas. */
export function operationsFor<Context>() {
  return <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Context, Input, Output>,
  ): Operation<Context, Input, Output> => operation;
}

/** The codes an operation can give: those it says, and those every operation of its kind can give. */
export function declaredProblems(operation: {
  effect: Effect;
  access?: Access;
  http: { path: string };
  problems: ProblemCode[];
}): ProblemCode[] {
  const { effect, access, http, problems } = operation;
  return [
    ...new Set<ProblemCode>([
      "invalid_parameter",
      ...(effect === "read" ? [] : BODY_PROBLEMS),
      ...(effect === "order" ? KEY_PROBLEMS : []),
      ...(access ? ACCESS_PROBLEMS : []),
      ...(access && pathParameters(http.path).length > 0 ? NAMED_PROBLEMS : []),
      ...problems,
      "internal_error",
    ]),
  ];
}

const BODY_PROBLEMS: ProblemCode[] = ["invalid_body", "payload_too_large", "unsupported_media_type"];
const KEY_PROBLEMS: ProblemCode[] = [
  "idempotency_key_required",
  "refused",
  "idempotency_in_progress",
  "idempotency_key_reused",
];
/** What is asked for by its id or name may not be there. */
const NAMED_PROBLEMS: ProblemCode[] = ["not_found"];

/** What every operation on an account can give (specification, Errors, rule 1). */
const ACCESS_PROBLEMS: ProblemCode[] = [
  "unauthorized",
  "insufficient_scope",
  "outside_limit",
  "access_lost",
  "permission_denied",
  "rate_limited",
  "billing_unavailable",
  "server_unavailable",
];

/** Whether an answer may be given again without running the operation: it has an age, and no call of it is counted. */
export function mayBeStored({ freshFor, counted }: { freshFor: number; counted?: boolean }): boolean {
  return freshFor > 0 && !counted;
}

/** The action name of an operation: its tool's name where it has one, else its id in snake_case. */
export function actionName(operation: { id: string; tool?: string }): string {
  return operation.tool ?? operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names of the path's `{…}` parameters, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
