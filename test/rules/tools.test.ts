import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { ORDER_POLICY } from "../../shared/account-access/rate-policies.ts";
import { inlineSchema, type JsonSchema } from "../../shared/api/definition/json-schema.ts";
import { type AnyOperation, isKeyed, withOptionalTools } from "../../shared/api/definition/operation.ts";
import { describeTools, type ToolDescription } from "../../shared/api/mcp/tools.ts";
import { serverDescription as accountServer } from "../../workers/account/api/descriptions.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { serverDescription as catalogueServer } from "../../workers/catalogue/api/descriptions.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";

const operations = withOptionalTools<AnyOperation<never>>([...catalogueOperations, ...accountOperations]);
const TOOLS = operations.flatMap((operation) =>
  describeTools([operation]).map((described) => ({ name: described.name, operation, described })),
);

/**
 * The maximum length of a tool name. Hosts count the name with a prefix: `mcp__`, a server name of up to 20 characters,
 * and `__`.
 */
const MAX_NAME = 64 - "mcp__".length - 20 - "__".length;
/** The lowest limit of any host: Azure OpenAI truncates descriptions at this length. */
const MAX_DESCRIPTION = 1_024;
/** Claude Code truncates instructions at this length. */
const MAX_INSTRUCTIONS_BYTES = 2_048;
const MAX_TOKENS = 700;
/** The token limits for an optional tool that a provider enables. */
const MAX_EXTRA_TOKENS = { whole: 450, withoutOutput: 250 };
/**
 * The limits for `change_dns_records`, which contains the shape of a record twice and describes the result of an
 * invalid change.
 */
const MAX_OF_RECORDS_CHANGE = { whole: 700, withoutOutput: 580 };

/** Words that tell a model what to do. Directories refuse such descriptions, so descriptions only state facts. */
const STEERING: RegExp[] = [
  /\bfirst\b(?! year)(?!-year)/i,
  /\b(?:always|do not|don't|must|should|please|make sure|remember|important|before you)\b/i,
  /\b(?:tell|show|ask|give|send) (?:the customer|them)\b/i,
  /\b(?:call|use|invoke|run) (?:it|this|again|\w+_\w+)/i,
  /(?:^|[.:;] )(?:call|use|give|follow|tell|ask|send|read|repeat|check|show|report|pass|wait|confirm|say|never)\b/i,
  /\bsay so\b/i,
];

describe.each(TOOLS)("the tool $name", ({ name, operation, described }) => {
  const { description, inputSchema, outputSchema } = described;

  test("stays within the limits of hosts", () => {
    expect(name.length).toBeLessThanOrEqual(MAX_NAME);
    expect(description.length).toBeLessThanOrEqual(MAX_DESCRIPTION);
    expect(countTokens(JSON.stringify(shownToModels(described)))).toBeLessThanOrEqual(MAX_TOKENS);
  });

  test("has a title and every hint", () => {
    expect(described.title).toBe(operation.title);
    const { title, ...hints } = described.annotations;
    expect(title).toBe(operation.title);
    const isRead = operation.effect === "read";
    expect(hints).toEqual({
      readOnlyHint: isRead,
      destructiveHint: operation.destructive ?? false,
      idempotentHint: true,
      openWorldHint: operation.openWorld ?? !isRead,
    });
  });

  test("declares its required scope, for hosts that can request more scopes", () => {
    const { access } = operation;
    const securitySchemes = access && [{ type: "oauth2", scopes: [access.scope] }];
    expect(described.securitySchemes).toEqual(securitySchemes);
    expect(described._meta?.securitySchemes).toEqual(securitySchemes);
  });

  test("is described with facts, without instructions", () => {
    const texts = [description, ...descriptionsIn(inputSchema)];
    expect(texts.flatMap((text) => STEERING.flatMap((steering) => steering.exec(text)?.[0] ?? []))).toEqual([]);
  });

  test("takes arguments with a schema that every host can read", () => {
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(?:\$ref|\$defs|\$schema|anyOf|oneOf|allOf|null)"/);
  });

  test("declares every key of its answer, and the types of the top-level keys", () => {
    const full = inlineSchema(operation.output);
    expect(outputSchema).toMatchObject({ type: "object", required: full.required });
    expect(keysOf(outputSchema)).toEqual(keysOf(full));
    expect(typesIn(outputSchema)).toEqual(typesIn(full));
    expect(JSON.stringify(outputSchema)).not.toMatch(/"(?:\$ref|\$defs|\$schema|anyOf|oneOf|allOf)"/);
  });
});

test.each(TOOLS.filter(({ operation }) => operation.optionalTool))(
  "$name stays within the token limits for an optional tool",
  ({ name, described }) => {
    const most = name === "change_dns_records" ? MAX_OF_RECORDS_CHANGE : MAX_EXTRA_TOKENS;
    const { outputSchema, ...input } = shownToModels(described);
    expect(countTokens(JSON.stringify(input))).toBeLessThanOrEqual(most.withoutOutput);
    expect(countTokens(JSON.stringify({ ...input, outputSchema }))).toBeLessThanOrEqual(most.whole);
  },
);

test.each([
  ["set_domain_nameservers", "nameservers"],
  ["get_domain_pricing", "tld"],
  ["search_domains", "tld"],
  ["search_domains", "domains"],
  ["compare_plans", "plans"],
  ["order_domain", "fields"],
])("the schema of %s contains an example of %s", (tool, argument) => {
  const { inputSchema } = TOOLS.find(({ name }) => name === tool)?.described ?? {};
  expect(inputSchema).toMatchObject({ properties: { [argument]: { examples: [expect.anything()] } } });
});

test.each(TOOLS.filter(({ operation }) => isKeyed(operation)))(
  "$name states the hourly limit and the effect of an idempotency key",
  ({ described: { description, inputSchema } }) => {
    expect(description).toContain(`${ORDER_POLICY.quota} actions an hour`);
    const { idempotency_key } = (inputSchema as { properties: Record<string, JsonSchema> }).properties;
    expect(idempotency_key?.description).toMatch(/never runs twice/);
  },
);

test.each([
  ["a short name", "Maple"],
  ["a name that is too long", "🍁".repeat(150)],
])("the instructions of both servers stay within the limits of hosts for a provider with %s", async (_, brandName) => {
  const account = [true, false, null].map((acts) => {
    const { instructions } = accountServer(brandName, async () => acts);
    return typeof instructions === "string" ? instructions : instructions("a-request");
  });
  for (const text of [catalogueServer(brandName).instructions, ...(await Promise.all(account))]) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_INSTRUCTIONS_BYTES);
    expect(text).toMatch(/\.$/);
  }
});

function shownToModels({ securitySchemes: _, _meta, ...shown }: ToolDescription): Partial<ToolDescription> {
  return shown;
}

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) =>
    key === "description" && typeof part === "string" ? [part] : descriptionsIn(part),
  );
}

/** Returns the paths of all keys, such as `plans[].prices[].amount`. A nullable schema has the keys of its schema. */
function keysOf(schema: JsonSchema, path = ""): string[] {
  const { anyOf, items, properties } = schema as {
    anyOf?: JsonSchema[];
    items?: JsonSchema;
    properties?: Record<string, JsonSchema>;
  };
  return [
    ...(anyOf ?? []).flatMap((one) => keysOf(one, path)),
    ...(items ? keysOf(items, `${path}[]`) : []),
    ...Object.entries(properties ?? {}).flatMap(([key, member]) => [
      `${path}.${key}`,
      ...keysOf(member, `${path}.${key}`),
    ]),
  ];
}

/** Returns the types of each top-level field, such as `["string", "null"]`. */
function typesIn(schema: JsonSchema): Record<string, unknown> {
  const members = Object.entries(schema.properties as Record<string, { type?: string; anyOf?: { type: string }[] }>);
  return Object.fromEntries(
    members.map(([key, { type, anyOf }]) => [key, [anyOf?.map((one) => one.type) ?? type].flat()]),
  );
}
