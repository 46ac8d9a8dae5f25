import type * as z from "zod";
import type { Text } from "../../platform/language.ts";
import type { CardName } from "../mcp/cards/cards.ts";
import type { ReportedValue } from "./call-report.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * The effect of a call on the caller's data. The MCP annotations derive from it. It also decides whether the call takes
 * a body, needs an idempotency key and counts against an hourly limit.
 * - `read`: changes nothing.
 * - `change`: sets a value. A repeated call has no further effect, so it needs no key. The hourly limit calls these
 *   operations "settings": nameservers, lock, auto-renewal, DNS records.
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

/** The policy id of an hourly limit: `orders` for `order` calls, `settings` for `change` calls. */
export type HourlyLimit = "orders" | "settings";

/**
 * Returns the hourly limit that a call counts against in addition to its credential's rate limit, or `null` for a read.
 */
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

/** Checks whether the fields outside the path are sent in the body. Otherwise they are sent in the query. */
export function takesBody({ effect }: { effect: Effect }): boolean {
  return effect !== "read";
}

export function successStatus({ effect }: { effect: Effect }): number {
  return effect === "order" ? 201 : 200;
}

export type HttpMethod = "GET" | "PATCH" | "POST" | "PUT";

/**
 * The access to an operation for a credential with a resource limit.
 * - `whole`: full access.
 * - `filtered`: access to the items within the limit.
 * - `item`: access if the call's target is within the limit.
 * - `outside`: no access.
 */
export type LimitEffect = "whole" | "filtered" | "item" | "outside";

/** The item that a call reads or changes. */
export type Target =
  /** `id` is a domain name in A-label form, or the id of the service, plan or order. */
  | { kind: "domain" | "service" | "plan" | "order"; id: string | number }
  /** A service's DNS zone. `id` is the zone's name in A-label form. */
  | { kind: "zone"; id: string; serviceId: number };

/** The names of the input fields that identify a call's target. */
export type TargetMembers =
  | { kind: Exclude<Target["kind"], "zone">; member: string }
  | { kind: "zone"; member: string; serviceMember: string };

/** Formats a target for logs, such as `domain:example.com`, `service:2101` or `zone:2101/example.com`. */
export function targetText(target: Target): string {
  return target.kind === "zone" ? `zone:${target.serviceId}/${target.id}` : `${target.kind}:${target.id}`;
}

/** The requirements for the caller's credential. Each Worker restricts this type to its own scopes and permissions. */
export interface Access {
  scope: string;
  /** The permissions that the caller must have. The system behind the operation checks all of them. */
  permissions: readonly string[];
  /** The id of the operation that the credential must allow, if it differs from the called operation. */
  requiredOperation?: string;
  limit: LimitEffect;
}

/**
 * The single definition of an operation. The HTTP route, the MCP tool and the OpenAPI description all derive from it.
 * The pipeline creates a `Context` for each call. `Needs` is the Worker's own form of {@link Access}.
 */
export interface Operation<
  Context,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Needs extends Access = Access,
> {
  /** The operation id in the OpenAPI description, in camelCase. */
  id: string;
  /** The name of the MCP tool in snake_case. Absent if the operation has no tool. */
  tool?: string;
  /** The name of a tool that exists only if the provider enables it. */
  optionalTool?: string;
  /** The card that an MCP host shows next to the tool's answer. If absent, the host shows only text. */
  card?: CardName;
  /**
   * The method and path. The path is relative to the API's base URL, and `{name}` is replaced by the input field
   * `name`.
   */
  http: { method: HttpMethod; path: string };
  /** The English title in a few words, for lists and tool pickers. */
  title: string;
  /** The French title. */
  label: Pick<Text, "fr">;
  /** A one-sentence description for people, in every language. */
  summary: Text;
  /**
   * The handwritten description for the caller, who is a person or a model. It states the result, its units, its limits
   * and price rules, and the source of each input. The server's own instructions explain how operations combine.
   */
  description: string;
  effect: Effect;
  /** The requirements for the caller's credential. If absent, anyone may call the operation. */
  access?: Needs;
  /** The input fields that identify the target, for the log and for the resource limit. */
  target?: TargetMembers;
  /**
   * Whether the call reaches systems outside the provider. Overrides the value that `effect` implies (MCP
   * `openWorldHint`).
   */
  openWorld?: boolean;
  /** Whether the call can remove existing data. Overrides the value that `effect` implies (MCP `destructiveHint`). */
  destructive?: boolean;
  /** The preview of this operation. A tool call without the field named in `without` runs the preview. */
  previewOperation?: { without: string; operation: AnyOperation<Context, Needs> };
  /** Maximum age of an answer in seconds. The answer's data can shorten it, and an answer with 0 is never reused. */
  freshFor: number;
  /** Whether each call counts against a limit. If so, no stored answer is served. */
  counted?: boolean;
  /** The operation's own problem codes, in addition to the common codes of its kind. */
  problems: ProblemCode[];
  /** A flat, strict schema of all path, query and body fields. */
  input: Input;
  /** The schema of the answer. The published schema allows unknown keys, so that later versions can add keys. */
  output: Output;
  /** The input of a call that works on the demonstration data. The documentation shows it, and the tests run it. */
  example: z.input<Input>;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output> | ReportedValue<z.input<Output>>>;
}

/** An operation with any input and output, as the pipeline and the transports use it. */
// biome-ignore lint/suspicious/noExplicitAny: `run` takes its own parsed input, which only the pipeline passes.
export type AnyOperation<Context, Needs extends Access = Access> = Operation<Context, any, any, Needs>;

/**
 * Returns a function that defines operations. It fixes a Worker's context and access types, so that TypeScript infers
 * only the schemas of each definition.
 */
export function operationsFor<Context, Needs extends Access = Access>() {
  return <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Context, Input, Output, Needs>,
  ): Operation<Context, Input, Output, Needs> => operation;
}

/** The provider's setting for the optional tools. */
export interface ExtraToolsSetting {
  EXTRA_TOOLS: string;
}

/**
 * Checks whether the optional tools are enabled.
 * @throws {Error} if the setting is neither `true` nor empty
 */
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

/** Checks whether an operation's responses have an entity tag. A request with the current tag gets status 304. */
export function isTagged({ access }: { access?: unknown }): boolean {
  return !access;
}

/** Returns an operation's action name: its tool's name or, if it has no tool, its id in snake_case. */
export function actionName(operation: { id: string; tool?: string; optionalTool?: string }): string {
  return (
    operation.tool ?? operation.optionalTool ?? operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
