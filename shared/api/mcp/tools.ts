import * as z from "zod";
import type { JsonSchema } from "../definition/json-schema.ts";
import { type Access, type AnyOperation, EFFECTS } from "../definition/operation.ts";
import type { GatedOperation } from "../pipeline/gate.ts";
import { KEY_ARGUMENT, peek } from "../pipeline/read-input.ts";
import { type Api, type OperationCall, type Outcome, runOperation } from "../pipeline/run-operation.ts";
import { cardUri } from "./cards/cards.ts";
import { toolInputSchema, toolOutputSchema } from "./tool-schemas.ts";

/** A tool: its description, and what a call of it does. */
export interface Tool {
  description: ToolDescription;
  /** The operation behind it; absent for a tool of another Worker. */
  operation?: GatedOperation;
  /** Never rejects: what goes wrong is a problem. */
  call(call: OperationCall): Promise<Outcome>;
}

/** The tools of an API, in the order of its operations. */
export function toolsOf<Context, Needs extends Access>(api: Api<Context, Needs>): Tool[] {
  return api.operations.flatMap((operation) =>
    describeTools([operation]).map((description) => ({
      description: withSentence(description, api.deprecation),
      operation,
      call: (call) => runOperation(api, operationOf(operation, call), call),
    })),
  );
}

/** A tool's description that ends with a sentence about its version. */
function withSentence(tool: ToolDescription, sentence: string | undefined): ToolDescription {
  return sentence === undefined ? tool : { ...tool, description: `${tool.description} ${sentence}` };
}

/**
 * The operation that a call of a tool runs: the tool's own, or its preview. The preview needs the access of the tool's own
 * operation, and takes the same input without the member that distinguishes the two.
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

/** A tool as `tools/list` shows it. */
export interface ToolDescription extends JsonSchema {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: { title: string } & Record<keyof (typeof EFFECTS)["read"], boolean>;
  /** What a call needs, for a host that asks for more than it was given; absent where no credential is needed. */
  securitySchemes?: SecurityScheme[];
  _meta?: ToolMeta;
}

interface ToolMeta {
  /** Again what a call needs: both official client libraries drop the member of that name. */
  securitySchemes?: SecurityScheme[];
  /** The card that shows its answers (MCP Apps, SEP-1865). */
  ui?: { resourceUri: string };
}

/** As OpenAI's Apps SDK reads it, which asks for the scopes that it holds and these. */
interface SecurityScheme {
  type: "oauth2";
  scopes: string[];
}

/** The tools of a list of operations, in its order. */
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

/** A tool's description that says which scope its calls need. */
export function withScope(described: ToolDescription, scope: string): ToolDescription {
  const securitySchemes: SecurityScheme[] = [{ type: "oauth2", scopes: [scope] }];
  return { ...described, securitySchemes, _meta: { ...described._meta, securitySchemes } };
}
