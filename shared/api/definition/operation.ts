import type * as z from "zod";
import type { Text } from "../../platform/language.ts";
import type { CardName } from "../mcp/cards/cards.ts";
import type { ReportedValue } from "./call-report.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * The effect of a call on the caller's data. The MCP annotations derive from it. It also decides whether the call takes
 * a body, needs an idempotency key and counts against an hourly limit.
 * - `read`: changes nothing.
 * - `change`: sets a value. Repeating the call changes nothing more, so it needs no key. These operations are the
 *   "settings" of the hourly limit: nameservers, lock, auto-renewal, DNS records.
 * - `order`: needs an idempotency key and runs at most once under it. Examples are orders, renewals, plan changes,
 *   cancellations and transfers away.
 */
export const EFFECTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  order: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
} as const;
export type Effect = keyof typeof EFFECTS;

export function isKeyed({ effect }: { effect: Effect }): boolean {
  return effect === "order";
}

/** The policy id of an hourly limit: for `order` calls, or for `change` calls (settings). */
export type HourlyLimit = "orders" | "settings";

/** Returns the hourly limit that a call counts against, in addition to its credential's rate. Null for a read. */
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

/** Checks whether the fields outside the path are in the body. Otherwise, they are in the query. */
export function takesBody({ effect }: { effect: Effect }): boolean {
  return effect !== "read";
}

export function successStatus({ effect }: { effect: Effect }): number {
  return effect === "order" ? 201 : 200;
}

export type HttpMethod = "GET" | "PATCH" | "POST" | "PUT";

/**
 * The access of a credential with a resource limit to an operation. It can be full (`whole`), or only for items
 * (`filtered`) or a target (`item`) within the limit. `outside` is no access.
 */
export type LimitEffect = "whole" | "filtered" | "item" | "outside";

/** The one item that a call reads or changes. */
export type Target =
  /** `id`: a domain name in A-label form, or an id. */
  | { kind: "domain" | "service" | "plan" | "order"; id: string | number }
  /** A service's DNS zone. `id` is the zone's name in A-label form. */
  | { kind: "zone"; id: string; serviceId: number };

/** The input fields that identify a call's target. */
export type TargetMembers =
  | { kind: Exclude<Target["kind"], "zone">; member: string }
  | { kind: "zone"; member: string; serviceMember: string };

/** Writes a target for logs: `domain:example.com`, `service:2101`, `zone:2101/example.com`. */
export function targetText(target: Target): string {
  return target.kind === "zone" ? `zone:${target.serviceId}/${target.id}` : `${target.kind}:${target.id}`;
}

/** The requirements for the caller's credential. Each Worker restricts this type to its own scopes and permissions. */
export interface Access {
  scope: string;
  /** The caller needs all of them. The system behind the operation checks them. */
  permissions: readonly string[];
  /** The id of the operation that the credential must allow, if it is not the called operation. */
  requiredOperation?: string;
  limit: LimitEffect;
}

/**
 * The single definition of an operation. The HTTP route, MCP tool and OpenAPI description all derive from it. The
 * pipeline creates a `Context` for each call. `Needs` is the Worker's own form of {@link Access}.
 */
export interface Operation<
  Context,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Needs extends Access = Access,
> {
  /** The operation id of the OpenAPI description, camelCase. */
  id: string;
  /** The MCP tool's name, snake_case. Absent if the operation has no tool. */
  tool?: string;
  /** The name of a tool that exists only if the provider enables it. */
  optionalTool?: string;
  /** The card that a host shows next to the tool's answer. If absent, the host shows only text. */
  card?: CardName;
  /** The method and path. The path is relative to the API's address; `{name}` is a field of `input`. */
  http: { method: HttpMethod; path: string };
  /** A few words, for lists and tool pickers. */
  title: string;
  /** The title in French. */
  label: Pick<Text, "fr">;
  /** One sentence for people, in every language. */
  summary: Text;
  /**
   * The handwritten description for the caller, a person or a model. It states the result, its units, its limits and
   * price rules, and the source of each input. The server's own instructions explain how operations combine.
   */
  description: string;
  effect: Effect;
  /** If absent, anyone may call the operation. */
  access?: Needs;
  /** The input fields that identify the target, for the log and for the resource limit. */
  target?: TargetMembers;
  /** Overrides the value that `effect` implies: the call reaches systems outside the provider. */
  openWorld?: boolean;
  /** Overrides the value that `effect` implies: the call can remove existing data (MCP, `destructiveHint`). */
  destructive?: boolean;
  /** The preview. A tool call without the field `without` runs `operation`, which shows what this one would do. */
  previewOperation?: { without: string; operation: AnyOperation<Context, Needs> };
  /** Maximum age of an answer, in seconds. The answer's data can shorten it. Zero: the answer is never reused. */
  freshFor: number;
  /** Each call counts against a limit, so no stored answer is served. */
  counted?: boolean;
  /** The operation's own problem codes, in addition to those of every operation. */
  problems: ProblemCode[];
  /** A flat and strict schema of all path, query and body fields. */
  input: Input;
  /** A schema that is published as open, so that later versions can add keys. */
  output: Output;
  /** A call that works on the demonstration data. The documents show it and the tests run it. */
  example: z.input<Input>;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output> | ReportedValue<z.input<Output>>>;
}

/** An operation of any input and output. The pipeline and the transports use this type. */
// biome-ignore lint/suspicious/noExplicitAny: `run` takes its own parsed input, which only the pipeline passes.
export type AnyOperation<Context, Needs extends Access = Access> = Operation<Context, any, any, Needs>;

/** Fixes a Worker's context and access types once, so that each definition infers only its own schemas. */
export function operationsFor<Context, Needs extends Access = Access>() {
  return <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Context, Input, Output, Needs>,
  ): Operation<Context, Input, Output, Needs> => operation;
}

/** The provider's setting for the optional tools. */
export interface ExtraToolsSetting {
  EXTRA_TOOLS: string;
}

/** Checks whether the optional tools are enabled. @throws {Error} if the setting is neither `true` nor empty */
export function hasExtraTools({ EXTRA_TOOLS }: ExtraToolsSetting): boolean {
  if (EXTRA_TOOLS !== "true" && EXTRA_TOOLS !== "")
    throw new Error(`EXTRA_TOOLS must be true or empty: ${EXTRA_TOOLS}`);
  return EXTRA_TOOLS === "true";
}

/** Returns the operations with their optional tools enabled. */
export function withOptionalTools<Defined extends Pick<AnyOperation<never>, "tool" | "optionalTool">>(
  operations: readonly Defined[],
): Defined[] {
  return operations.map((operation) =>
    operation.optionalTool === undefined ? operation : { ...operation, tool: operation.optionalTool },
  );
}

/** Returns every problem code of an operation: its own codes, and the common codes of its kind. */
export function declaredProblems<Context>(
  operation: Pick<AnyOperation<Context>, "effect" | "access" | "http" | "problems">,
): ProblemCode[] {
  const { effect, access, http, problems } = operation;
  return [
    ...new Set<ProblemCode>([
      "invalid_parameter",
      ...(effect === "read" ? [] : BODY_PROBLEMS),
      ...(effect === "order" ? KEY_PROBLEMS : []),
      ...(access ? ACCESS_PROBLEMS : []),
      ...(access && pathParameters(http.path).length > 0 ? (["not_found"] as const) : []),
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

/** The problem codes of every operation that needs a credential. */
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

/** Checks whether an answer may be stored and reused. */
export function mayBeStored({ freshFor, counted }: { freshFor: number; counted?: boolean }): boolean {
  return freshFor > 0 && !counted;
}

/** Checks whether answers have an entity tag. A caller with the current tag gets 304. */
export function isTagged({ access }: { access?: unknown }): boolean {
  return !access;
}

/** Returns the action name of an operation: its tool's name or, without a tool, its id in snake_case. */
export function actionName(operation: { id: string; tool?: string; optionalTool?: string }): string {
  return (
    operation.tool ?? operation.optionalTool ?? operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
