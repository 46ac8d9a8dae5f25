import * as z from "zod";
import type { JsonSchema } from "../definition/json-schema.ts";
import { type Access, type AnyOperation, EFFECTS } from "../definition/operation.ts";
import type { GatedOperation } from "../pipeline/gate.ts";
import { KEY_ARGUMENT, peek } from "../pipeline/read-input.ts";
import { type Api, type OperationCall, type Outcome, runOperation } from "../pipeline/run-operation.ts";
import { cardUri } from "./cards/cards.ts";
import { toolInputSchema, toolOutputSchema } from "./tool-schemas.ts";

/** A tool, with its description and the function that calls it. */
export interface Tool {
  description: ToolDescription;
  /** The operation behind the tool. Absent if the tool belongs to another Worker. */
  operation?: GatedOperation;
  /** Calls the tool. The promise never rejects, because every failure becomes a problem. */
  call(call: OperationCall): Promise<Outcome>;
}

/** Returns the tools of an API, in the order of its operations. */
export function toolsOf<Context, Needs extends Access>(api: Api<Context, Needs>): Tool[] {
  return api.operations.flatMap((operation) =>
    describeTools([operation]).map((description) => ({
      description: withSentence(description, api.deprecation),
      operation,
      call: (call) => runOperation(api, operationOf(operation, call), call),
    })),
  );
}

/** Adds a sentence about the version to a tool's description. */
function withSentence(tool: ToolDescription, sentence: string | undefined): ToolDescription {
  return sentence === undefined ? tool : { ...tool, description: `${tool.description} ${sentence}` };
}

/**
 * Returns the operation that a tool call runs: the tool's own operation or its preview. The preview needs the same
 * access as the tool's own operation. It takes the same input, except for the field that selects the tool's own
 * operation.
 */
function operationOf<Context, Needs extends Access>(
  operation: AnyOperation<Context, Needs>,
  { sent }: OperationCall,
): AnyOperation<Context, Needs> {
  const { previewOperation, access, input } = operation;
  if (!previewOperation || peek(sent, previewOperation.without) !== undefined) return operation;
  const { without, operation: preview } = previewOperation;
  const { [without]: _, ...shape } = input.shape as z.ZodRawShape;
  const own = Object.keys(preview.input.shape);
  return {
    ...preview,
    ...(access && { access: { ...access, requiredOperation: operation.id } }),
    input: z.strictObject({ ...shape, [without]: z.null().optional(), [KEY_ARGUMENT]: z.string().optional() }),
    run: (context, given) =>
      preview.run(context, Object.fromEntries(Object.entries(given).filter(([name]) => own.includes(name)))),
  };
}

/** A tool in `tools/list`. */
export interface ToolDescription extends JsonSchema {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: { title: string } & Record<keyof (typeof EFFECTS)["read"], boolean>;
  /** The scopes that a call needs, for hosts that request missing scopes. Absent if the call needs no credential. */
  securitySchemes?: SecurityScheme[];
  _meta?: ToolMeta;
}

interface ToolMeta {
  /** The same schemes. They are repeated here because both official client libraries drop the top-level field. */
  securitySchemes?: SecurityScheme[];
  /** The card that shows the tool's answers (MCP Apps, SEP-1865). */
  ui?: { resourceUri: string };
}

/** A security scheme of OpenAI's Apps SDK. The SDK adds these scopes to those that it already holds. */
interface SecurityScheme {
  type: "oauth2";
  scopes: string[];
}

/** Describes the tools of a list of operations, in the same order. */
export function describeTools<Context>(operations: readonly AnyOperation<Context>[]): ToolDescription[] {
  return operations.flatMap((operation) => {
    if (operation.tool === undefined) return [];
    const hints = EFFECTS[operation.effect];
    const described: ToolDescription = {
      name: operation.tool,
      title: operation.title,
      description: operation.description,
      inputSchema: toolInputSchema(operation),
      outputSchema: toolOutputSchema(operation.output),
      annotations: {
        title: operation.title,
        ...hints,
        destructiveHint: operation.destructive ?? hints.destructiveHint,
        openWorldHint: operation.openWorld ?? hints.openWorldHint,
      },
      ...(operation.card && { _meta: { ui: { resourceUri: cardUri(operation.card) } } }),
    };
    return operation.access ? withScope(described, operation.access.scope) : described;
  });
}

/** Adds the scope that calls need to a tool's description. */
export function withScope(described: ToolDescription, scope: string): ToolDescription {
  const securitySchemes: SecurityScheme[] = [{ type: "oauth2", scopes: [scope] }];
  return { ...described, securitySchemes, _meta: { ...described._meta, securitySchemes } };
}
