import type { JsonSchema } from "../../shared/api/definition/json-schema.ts";
import { isJsonObject } from "../../shared/platform/json.ts";
import type { SurfaceChange } from "./surface-change.ts";

/** The members of a tool that clients go by (MCP, `Tool`). */
export interface PublishedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: Record<string, unknown>;
}

/** Whether a value is what a client sends or what it is given: a narrower one breaks the former, a wider one the latter. */
type Direction = "sent" | "given";

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
    ...schemaChanges({ subject: name, direction: "sent", at: "" }, base.inputSchema, now.inputSchema),
    ...schemaChanges({ subject: name, direction: "given", at: "" }, base.outputSchema ?? {}, now.outputSchema ?? {}),
    ...hints,
    ...wording,
  ];
}

/** Where in which tool two schemas are compared. */
interface Place {
  subject: string;
  direction: Direction;
  /** The member, such as `invoice.taxes[]`; empty for the whole. */
  at: string;
}

function schemaChanges(place: Place, base: JsonSchema, now: JsonSchema): SurfaceChange[] {
  return [
    ...valueChanges(place, "type", asList(base.type), asList(now.type)),
    ...valueChanges(
      place,
      "values",
      base.const === undefined ? asList(base.enum) : [base.const],
      asList(now.enum ?? now.const),
    ),
    ...memberChanges(place, base, now),
    ...boundChanges(place, base, now),
    ...partChanges(place, base, now),
    ...(same(base.description, now.description)
      ? []
      : [{ ...said("patch", place, "described anew"), isWording: true }]),
  ];
}

/** Types or enumerated values; undefined: any. */
function valueChanges(
  place: Place,
  what: string,
  base: unknown[] | undefined,
  now: unknown[] | undefined,
): SurfaceChange[] {
  const isGained = base !== undefined && (now === undefined || now.some((value) => !base.includes(value)));
  const isLost = now !== undefined && (base === undefined || base.some((value) => !now.includes(value)));
  if (isGained && isLost) return [said("major", place, `${what}: ${shown(now)} for ${shown(base)}`)];
  if (isGained) return [said(place.direction === "given" ? "major" : "minor", place, `${what} gained: ${shown(now)}`)];
  if (isLost) return [said(place.direction === "sent" ? "major" : "minor", place, `${what} narrowed to ${shown(now)}`)];
  return [];
}

function memberChanges(place: Place, base: JsonSchema, now: JsonSchema): SurfaceChange[] {
  const [before, after] = [membersOf(base), membersOf(now)];
  const [required, stays] = [new Set(asList(base.required)), new Set(asList(now.required))];
  const inside = (name: string): Place => ({ ...place, at: place.at === "" ? name : `${place.at}.${name}` });
  const isSent = place.direction === "sent";
  return [
    ...Object.keys(before).flatMap((name) => {
      const member = after[name];
      if (!member) return said("major", inside(name), "removed");
      const isRequired = stays.has(name);
      const changes = schemaChanges(inside(name), before[name] as JsonSchema, member);
      if (required.has(name) === isRequired) return changes;
      const text = isRequired ? "required" : "no longer required";
      return [...changes, said(isRequired === isSent ? "major" : "minor", inside(name), text)];
    }),
    ...Object.keys(after)
      .filter((name) => !before[name])
      .map((name) =>
        isSent && stays.has(name)
          ? said("major", inside(name), "added, and required")
          : said("minor", inside(name), "added"),
      ),
  ];
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems"];
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"];

function boundChanges(place: Place, base: JsonSchema, now: JsonSchema): SurfaceChange[] {
  const isSent = place.direction === "sent";
  const changed = (name: string) => !same(base[name], now[name]);
  const bounds = [...LOWER, ...UPPER].filter(changed).map((name) => {
    const none = LOWER.includes(name) ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    const [before, after] = [Number(base[name] ?? none), Number(now[name] ?? none)];
    const isTightened = LOWER.includes(name) ? after > before : after < before;
    return said(isTightened === isSent ? "major" : "minor", place, `\`${name}\` is ${shown(now[name])}`);
  });
  const forms = ["pattern", "format"].filter(changed).map((name) => {
    const isDropped = isSent ? now[name] === undefined : base[name] === undefined;
    return said(isDropped ? "minor" : "major", place, `\`${name}\` is ${shown(now[name])}`);
  });
  const isDefault = isSent && changed("default") ? [said("major", place, `default is ${shown(now.default)}`)] : [];
  return [...bounds, ...forms, ...isDefault];
}

/** Items, further members, and alternatives. Alternatives that are more or fewer than before are taken for a break. */
function partChanges(place: Place, base: JsonSchema, now: JsonSchema): SurfaceChange[] {
  const items = { ...place, at: `${place.at}[]` };
  const further = isJsonObject(base.additionalProperties) && isJsonObject(now.additionalProperties);
  const isClosed =
    place.direction === "sent" && base.additionalProperties !== false && now.additionalProperties === false;
  return [
    ...(isJsonObject(base.items) || isJsonObject(now.items)
      ? schemaChanges(items, asSchema(base.items), asSchema(now.items))
      : []),
    ...(further ? schemaChanges(place, asSchema(base.additionalProperties), asSchema(now.additionalProperties)) : []),
    ...(isClosed ? [said("major", place, "no further members")] : []),
    ...["anyOf", "oneOf", "allOf"].flatMap((name) => {
      const [before, after] = [asList(base[name]) ?? [], asList(now[name]) ?? []];
      if (before.length !== after.length) return said("major", place, "alternatives changed");
      return before.flatMap((each, at) => schemaChanges(place, asSchema(each), asSchema(after[at])));
    }),
  ];
}

function membersOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return isJsonObject(properties) ? (properties as Record<string, JsonSchema>) : {};
}

function asSchema(value: unknown): JsonSchema {
  return isJsonObject(value) ? value : {};
}

function asList(value: unknown): unknown[] | undefined {
  return value === undefined || Array.isArray(value) ? value : [value];
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function shown(value: unknown): string {
  return value === undefined ? "any" : JSON.stringify(value);
}

function said(impact: SurfaceChange["impact"], { subject, direction, at }: Place, text: string): SurfaceChange {
  const whole = direction === "sent" ? "arguments" : "answer";
  return change(impact, subject, `${at === "" ? whole : `${whole} \`${at}\``}: ${text}`);
}

function change(impact: SurfaceChange["impact"], subject: string, text: string): SurfaceChange {
  return { impact, subject, text };
}
