import type * as z from "zod";
import type { Text } from "../../platform/language.ts";
import type { CardName } from "../mcp/cards/cards.ts";
import type { ReportedValue } from "./call-report.ts";
import type { ProblemCode } from "./problems.ts";

/**
 * What a call does to the caller's data. From it follow the MCP annotations, and whether the call takes a body, needs an
 * idempotency key and counts against an hourly limit.
 * - `read`: changes nothing.
 * - `change`: sets a value, so repeating it changes nothing more and it needs no key. These operations are the "settings" of
 *   the hourly limit of that name: nameservers, lock, auto-renewal, DNS records.
 * - `order`: needs an idempotency key and is done at most once under it: orders, renewals, plan changes, cancellations and
 *   transfers away.
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

/** The id of an hourly limit's policy: of `order` calls, or of `change` calls (settings). */
export type HourlyLimit = "orders" | "settings";

/** The hourly limit that a call counts against, besides its credential's rate; null for a read. */
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

/** Whether the members that are not in the path come in the body; else in the query. */
export function takesBody({ effect }: { effect: Effect }): boolean {
  return effect !== "read";
}

export function successStatus({ effect }: { effect: Effect }): number {
  return effect === "order" ? 201 : 200;
}

export type HttpMethod = "GET" | "PATCH" | "POST" | "PUT";

/**
 * What a credential with a resource limit may do with an operation: all of it (`whole`), get the items within the limit
 * (`filtered`), call it for a target within the limit (`item`), or nothing (`outside`).
 */
export type LimitEffect = "whole" | "filtered" | "item" | "outside";

/** The one item that a call reads or changes. */
export type Target =
  /** `id`: a name in A-label form, or an id. */
  | { kind: "domain" | "service" | "plan" | "order"; id: string | number }
  /** A DNS zone of a service; `id`: its name in A-label form. */
  | { kind: "zone"; id: string; serviceId: number };

/** The input members that name a call's target. */
export type TargetMembers =
  | { kind: Exclude<Target["kind"], "zone">; member: string }
  | { kind: "zone"; member: string; serviceMember: string };

/** A target as logs have it: `domain:example.com`, `service:2101`, `zone:2101/example.com`. */
export function targetText(target: Target): string {
  return target.kind === "zone" ? `zone:${target.serviceId}/${target.id}` : `${target.kind}:${target.id}`;
}

/** What an operation needs of its caller's credential. A Worker restricts it to its own scopes and permissions. */
export interface Access {
  scope: string;
  /** All of them, checked by whatever the operation asks. */
  permissions: readonly string[];
  /** The id of the operation that the credential must allow, where that is not the called one. */
  requiredOperation?: string;
  limit: LimitEffect;
}

/**
 * One operation, defined once. HTTP route, MCP tool and OpenAPI description all come from this object.
 * `Context` is what the operation can use, created for each call; `Needs` is the Worker's own form of {@link Access}.
 */
export interface Operation<
  Context,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Needs extends Access = Access,
> {
  /** The operation id of the OpenAPI description, camelCase. */
  id: string;
  /** The MCP tool's name, snake_case; absent where there is no tool. */
  tool?: string;
  /** The name of a tool that there is only where a provider switches it on. */
  optionalTool?: string;
  /** What a host shows next to the tool's answer; absent: only the answer's text. */
  card?: CardName;
  /** The path is relative to the API's address; `{name}` is a member of `input`. */
  http: { method: HttpMethod; path: string };
  /** A few words, for lists and tool pickers. */
  title: string;
  /** The same for people who read another language than the title's. */
  label: Pick<Text, "fr">;
  /** One sentence for people, in every language. */
  summary: Text;
  /**
   * Written by hand for its caller, person or model: what it gives, in which units, its limits and price rules, where
   * its inputs come from. Facts alone, no instructions: how operations go together is said once, by the server.
   */
  description: string;
  effect: Effect;
  /** Absent: anyone may call it. */
  access?: Needs;
  /** What names a call's target: for the log, and to compare with a resource limit. */
  target?: TargetMembers;
  /** Given where it differs from what `effect` implies: the call reaches beyond the provider's own data. */
  openWorld?: boolean;
  /** Given where it differs from what `effect` implies: it can remove what is there (MCP, `destructiveHint`). */
  destructive?: boolean;
  /** A call of the tool without the member `without` runs `operation`, which shows what this one would do. */
  previewOperation?: { without: string; operation: AnyOperation<Context, Needs> };
  /** How long an answer may be used at most, in seconds; data that it is made from can end it earlier. 0: never. */
  freshFor: number;
  /** Each call counts against a limit, so no stored answer is served. */
  counted?: boolean;
  /** Codes it can give besides those every operation can give. */
  problems: ProblemCode[];
  /** Flat and strict: path, query and body members together. */
  input: Input;
  /** Published open, so that a key can be added. */
  output: Output;
  /** A call that works on the demonstration data; documents and tests run it. */
  example: z.input<Input>;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output> | ReportedValue<z.input<Output>>>;
}

/** An operation whose own schemas no longer matter: what the pipeline and the transports work with. */
// biome-ignore lint/suspicious/noExplicitAny: `run` takes its own parsed input, which only the pipeline passes.
export type AnyOperation<Context, Needs extends Access = Access> = Operation<Context, any, any, Needs>;

/** Fixes a Worker's context and access once, so that each definition infers only its own schemas. */
export function operationsFor<Context, Needs extends Access = Access>() {
  return <Input extends z.ZodObject, Output extends z.ZodObject>(
    operation: Operation<Context, Input, Output, Needs>,
  ): Operation<Context, Input, Output, Needs> => operation;
}

/** Whether a provider offers the optional tools. */
export interface ExtraToolsSetting {
  EXTRA_TOOLS: string;
}

/** @throws {Error} naming the setting where it is neither `true` nor empty */
export function hasExtraTools({ EXTRA_TOOLS }: ExtraToolsSetting): boolean {
  if (EXTRA_TOOLS !== "true" && EXTRA_TOOLS !== "")
    throw new Error(`EXTRA_TOOLS must be true or empty: ${EXTRA_TOOLS}`);
  return EXTRA_TOOLS === "true";
}

/** Operations whose optional tools are switched on. */
export function withOptionalTools<Defined extends Pick<AnyOperation<never>, "tool" | "optionalTool">>(
  operations: readonly Defined[],
): Defined[] {
  return operations.map((operation) =>
    operation.optionalTool === undefined ? operation : { ...operation, tool: operation.optionalTool },
  );
}

/** The codes an operation can give: those it declares, and those every operation of its kind can give. */
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

/** What every operation that needs a credential can give. */
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

/** Whether an answer may be stored and served again without running the operation. */
export function mayBeStored({ freshFor, counted }: { freshFor: number; counted?: boolean }): boolean {
  return freshFor > 0 && !counted;
}

/** Whether answers have an entity tag, so that a caller with a current one gets 304. */
export function isTagged({ access }: { access?: unknown }): boolean {
  return !access;
}

/** The action name of an operation: its tool's name where it has one, else its id in snake_case. */
export function actionName(operation: { id: string; tool?: string; optionalTool?: string }): string {
  return (
    operation.tool ?? operation.optionalTool ?? operation.id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  );
}

export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}
