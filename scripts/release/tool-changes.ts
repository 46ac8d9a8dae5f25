import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonSchema } from "../../shared/api/definition/json-schema.ts";
import { openApiChanges } from "./openapi-changes.ts";
import type { Impact, SurfaceChange } from "./surface-change.ts";

/** The fields of a tool on which clients depend (MCP, `Tool`). */
export interface PublishedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: Record<string, unknown>;
}

/** Compares two lists of tools. */
export function toolChanges(base: readonly PublishedTool[], revision: readonly PublishedTool[]): SurfaceChange[] {
  const now = new Map(revision.map((tool) => [tool.name, tool]));
  const before = new Map(base.map((tool) => [tool.name, tool]));
  const inBoth = base.filter(({ name }) => now.has(name));
  return [
    ...base.filter(({ name }) => !now.has(name)).map(({ name }) => change("major", name, "tool removed")),
    ...describedChanges(
      inBoth,
      inBoth.map(({ name }) => now.get(name) as PublishedTool),
    ),
    ...inBoth.flatMap((tool) => hintChanges(tool, now.get(tool.name) as PublishedTool)),
    ...revision.filter(({ name }) => !before.has(name)).map(({ name }) => change("minor", name, "tool added")),
  ];
}

/** Compares texts and schemas of tools by writing each tool as an operation of an OpenAPI document. */
function describedChanges(base: PublishedTool[], revision: PublishedTool[]): SurfaceChange[] {
  const folder = mkdtempSync(join(tmpdir(), "tools-"));
  const written = (name: string, tools: PublishedTool[]) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(documentOf(tools)));
    return file;
  };
  try {
    const changes = openApiChanges(written("base.json", base), written("revision.json", revision));
    return changes.map(({ subject, text, ...rest }) => ({
      ...rest,
      subject: subject?.replace("POST /", "") ?? null,
      text: text.replace(/^body/, "arguments").replace(/^answer 200/, "answer"),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function documentOf(tools: PublishedTool[]): object {
  const content = (schema: JsonSchema) => ({ content: { "application/json": { schema } } });
  const paths = tools.map(({ name, title, description, inputSchema, outputSchema = {} }) => [
    `/${name}`,
    {
      post: {
        ...{ operationId: name, summary: title, description },
        requestBody: { required: true, ...content(inputSchema) },
        responses: { "200": { description: "", ...content(outputSchema) } },
      },
    },
  ]);
  return { openapi: "3.1.0", info: { title: "Tools", version: "1" }, paths: Object.fromEntries(paths) };
}

/**
 * The hint values that let a host call a tool without asking the user. Changing a hint away from this value is a
 * breaking change.
 */
const UNASKED: Record<string, boolean> = {
  ...{ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

function hintChanges(base: PublishedTool, now: PublishedTool): SurfaceChange[] {
  return Object.entries(UNASKED).flatMap(([hint, unasked]) => {
    const [before, after] = [base.annotations?.[hint], now.annotations?.[hint]];
    return before === after
      ? []
      : [change(before === unasked ? "major" : "minor", base.name, `\`${hint}\` is ${after}`)];
  });
}

function change(impact: Impact, subject: string, text: string): SurfaceChange {
  return { impact, subject, text };
}
