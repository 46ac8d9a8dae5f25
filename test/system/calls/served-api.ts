import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import { type Check, type Schema, SchemaChecks } from "./json-schema.ts";

/** The interfaces that a running system publishes: both OpenAPI documents, and the tools of both MCP servers. */
export interface ServedApi {
  operations: ServedOperation[];
  tools: ServedTool[];
  /** Checks a problem from a path without an operation. */
  checkProblem: Check;
}

export interface ServedParameter {
  name: string;
  in: "path" | "query" | "header";
  isRequired: boolean;
  schema: Schema;
}

export interface ServedOperation {
  id: string;
  /** The HTTP method in upper case. */
  method: string;
  /** The path from the root, with `{name}` for a parameter. */
  path: string;
  parameters: ServedParameter[];
  /** The schema of the JSON body; `null` if the operation takes no body. */
  body: Schema | null;
  checkBody: Check | null;
  /** The declared responses, by status. */
  answers: Map<number, ServedAnswer>;
  /** Checks a problem document with any code. */
  checkProblem: Check;
  /** The scopes that an access token needs; `null` if anyone may call the operation. */
  scopes: string[] | null;
  /** The permissions that the login needs. */
  permissions: string[];
  /** The declared effect of a connection's limit on the operation. */
  limitedTo: string | null;
  /** The name of the operation's tool; `null` if it has none. */
  tool: string | null;
}

export interface ServedAnswer {
  contentType: string | null;
  /** Checks the body; `null` if there is no body. */
  check: Check | null;
  /** The possible problem codes; empty if the response is not a problem. */
  codes: string[];
}

export interface ServedTool {
  server: McpServerName;
  name: string;
  inputSchema: Schema;
  checkInput: Check;
  checkOutput: Check;
  /** The tool's entry in `tools/list`. */
  description: object;
}

export const MCP_PATHS = { catalogue: `${API_PATH}/mcp`, account: ACCOUNT_MCP_PATH } as const;
export type McpServerName = keyof typeof MCP_PATHS;

/** The paths of the OpenAPI documents. The first document is the catalogue's. */
const DOCUMENTS = [`${API_PATH}/openapi.json`, `${API_PATH}/account/openapi.json`];

interface Described {
  operationId: string;
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  security?: Record<string, string[]>[];
  "x-mcp-tool"?: string;
  "x-permissions"?: string[];
  "x-limited-connection"?: string;
}

interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * Reads the interfaces that a running system serves.
 * @param token an access token, for the list of account tools
 * @throws {Error} if a document is missing or has a form that this file cannot read
 */
export async function readServedApi(origin: string, token: string): Promise<ServedApi> {
  const documents = await Promise.all(DOCUMENTS.map((path) => readJson<OpenApi>(origin + path)));
  const [catalogue] = documents;
  const problem = catalogue?.components.schemas.Problem;
  const servers = Object.keys(MCP_PATHS) as McpServerName[];
  const tools = await Promise.all(servers.map((server) => readTools(origin, server, token)));
  return {
    operations: documents.flatMap((document, index) => operationsOf(document, DOCUMENTS[index] as string)),
    tools: tools.flat(),
    checkProblem: new SchemaChecks("problem", {}, true).of(problem),
  };
}

/** Returns the path of an operation from the root. @param path relative to the API path */
export function pathOf({ http: { path } }: { http: { path: string } }): string {
  return path === "/" ? API_PATH : API_PATH + path;
}

/** Returns the problem codes that an operation declares for all statuses. */
export function codesOf({ answers }: ServedOperation): string[] {
  return [...answers.values()].flatMap(({ codes }) => codes);
}

function operationsOf({ paths, components }: OpenApi, uri: string): ServedOperation[] {
  const open = new SchemaChecks(uri, components.schemas);
  const closed = new SchemaChecks(uri, components.schemas, true);
  const checkProblem = closed.of(components.schemas.Problem);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const body = described.requestBody?.content["application/json"]?.schema ?? null;
      const oauth = described.security?.find((way) => "oauth2" in way)?.oauth2;
      return {
        id: described.operationId,
        method: method.toUpperCase(),
        path: pathOf({ http: { path } }),
        parameters: (described.parameters ?? []).map((parameter) => ({
          name: parameter.name,
          in: parameter.in,
          isRequired: parameter.required === true,
          schema: parameter.schema,
        })),
        body,
        checkBody: body && open.of(body),
        answers: new Map(
          Object.entries(described.responses).map(([status, { content = {} }]) => {
            const [[contentType, answer] = []] = Object.entries(content);
            const codes = codesIn(answer?.schema);
            // A problem schema only adds its codes to the common form. `checkProblem` refuses unknown members.
            const check = answer ? (codes.length > 0 ? open : closed).of(answer.schema) : null;
            return [Number(status), { contentType: contentType ?? null, check, codes }];
          }),
        ),
        checkProblem,
        scopes: oauth ?? null,
        permissions: described["x-permissions"] ?? [],
        limitedTo: described["x-limited-connection"] ?? null,
        tool: described["x-mcp-tool"] ?? null,
      };
    }),
  );
}

/** Returns the codes that a problem schema adds to the common form of problems. */
function codesIn(schema: Schema | undefined): string[] {
  const [, own] = (schema?.allOf ?? []) as Schema[];
  return (own?.properties?.code?.enum ?? []) as string[];
}

async function readTools(origin: string, server: McpServerName, token: string): Promise<ServedTool[]> {
  const { result } = await readJson<{
    result: { tools: { name: string; inputSchema: Schema; outputSchema: Schema }[] };
  }>(origin + MCP_PATHS[server], {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return result.tools.map((description) => {
    const { name, inputSchema, outputSchema } = description;
    const uri = `${server}/${name}`;
    return {
      ...{ server, name, inputSchema, description },
      checkInput: new SchemaChecks(uri).of(inputSchema),
      checkOutput: new SchemaChecks(uri, {}, true).of(outputSchema),
    };
  });
}

async function readJson<Body>(address: string, init?: RequestInit): Promise<Body> {
  const response = await fetch(address, init);
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Body;
}
