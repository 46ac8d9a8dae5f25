import type { JsonSchema } from "../../shared/api/definition/json-schema.ts";
import { isJsonObject } from "../../shared/platform/json.ts";
import type { Impact, SurfaceChange } from "./surface-change.ts";

/** The members of a tool that clients go by (MCP, `Tool`). */
export interface PublishedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: Record<string, unknown>;
}

/** The differences of two lists of tools. */
export function toolChanges(base: readonly PublishedTool[], revision: readonly PublishedTool[]): SurfaceChange[] {
  const now = new Map(revision.map((tool) => [tool.name, tool]));
  const before = new Set(base.map(({ name }) => name));
  return [
    ...base.flatMap((tool) => {
      const changed = now.get(tool.name);
      return changed ? changesOf(tool, changed) : change("major", tool.name, "tool removed");
    }),
    ...revision.filter(({ name }) => !before.has(name)).map(({ name }) => change("minor", name, "tool added")),
  ];
}

/** Hints of which this value lets a host call without asking; the other one takes that back. */
const UNASKED: Record<string, boolean> = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

function changesOf(base: PublishedTool, now: PublishedTool): SurfaceChange[] {
  const { name } = base;
  const hints = Object.entries(UNASKED).flatMap(([hint, unasked]) => {
    const [before, after] = [base.annotations?.[hint], now.annotations?.[hint]];
    return before === after ? [] : change(before === unasked ? "major" : "minor", name, `\`${hint}\` is ${after}`);
  });
  const wording = (["title", "description"] as const)
    .filter((member) => base[member] !== now[member])
    .map((member) => ({ ...change("patch", name, `\`${member}\` changed`), isWording: true }));
  return [
    ...schemaChanges(name, "arguments", base.inputSchema, now.inputSchema),
    ...schemaChanges(name, "answer", base.outputSchema ?? {}, now.outputSchema ?? {}),
    ...hints,
    ...wording,
  ];
}

interface Member {
  isRequired: boolean;
  type: string;
  description: unknown;
  /** Bounds and values. */
  rest: string;
}

/**
 * Members that came, went, or are of another type. Of bounds and values only that they changed: an operation's OpenAPI
 * document has the same schema, whose comparison tells what breaks.
 */
function schemaChanges(
  subject: string,
  whole: "arguments" | "answer",
  base: JsonSchema,
  now: JsonSchema,
): SurfaceChange[] {
  const [before, after] = [membersOf(base), membersOf(now)];
  const isSent = whole === "arguments";
  const said = (impact: Impact, at: string, text: string) =>
    change(impact, subject, `${whole}${at && ` \`${at}\``}: ${text}`);
  const added = [...after].filter(([at]) => !before.has(at));
  return [
    ...[...before].flatMap(([at, member]): SurfaceChange[] => {
      const other = after.get(at);
      if (!other) return [said("major", at, "removed")];
      const isNarrower = other.isRequired === isSent;
      return [
        ...(member.type === other.type ? [] : [said("major", at, `type: ${other.type} for ${member.type}`)]),
        ...(member.isRequired === other.isRequired
          ? []
          : [said(isNarrower ? "major" : "minor", at, other.isRequired ? "required" : "no longer required")]),
        ...(member.rest === other.rest ? [] : [said("minor", at, "values changed")]),
        ...(member.description === other.description
          ? []
          : [{ ...said("patch", at, "described anew"), isWording: true }]),
      ];
    }),
    ...added.map(([at, { isRequired }]) =>
      isSent && isRequired ? said("major", at, "added, and required") : said("minor", at, "added"),
    ),
  ];
}

/** Every member of a schema by its place, such as `invoice.taxes[].name`; the whole by the empty text. */
function membersOf(schema: JsonSchema, at = "", isRequired = true): Map<string, Member> {
  const { type, properties, required, items, anyOf, description, ...rest } = schema;
  const own: Member = { isRequired, type: JSON.stringify(type ?? "any"), description, rest: JSON.stringify(rest) };
  const members = new Map([[at, own]]);
  const add = (part: unknown, place: string, isNeeded = true) => {
    if (isJsonObject(part))
      for (const [name, member] of membersOf(part as JsonSchema, place, isNeeded)) members.set(name, member);
  };
  add(items, `${at}[]`);
  for (const [index, part] of (Array.isArray(anyOf) ? anyOf : []).entries()) add(part, `${at}|${index}`);
  const needed = Array.isArray(required) ? required : [];
  for (const [name, part] of Object.entries(isJsonObject(properties) ? properties : {}))
    add(part, at === "" ? name : `${at}.${name}`, needed.includes(name));
  return members;
}

function change(impact: Impact, subject: string, text: string): SurfaceChange {
  return { impact, subject, text };
}
