import { inlineSchema, type JsonSchema } from "./json-schema.ts";
import { type AnyOperation, EFFECTS } from "./operation.ts";

/** A tool as `tools/list` shows it. */
export interface ToolDescription extends JsonSchema {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** The tools of a list of operations, in its order. */
export function describeTools<Context>(operations: readonly AnyOperation<Context>[]): ToolDescription[] {
  return operations.flatMap((operation) => {
    if (operation.tool === undefined) return [];
    const hints = EFFECTS[operation.effect];
    return {
      name: operation.tool,
      title: operation.title,
      description: operation.description,
      inputSchema: inlineSchema(operation.input),
      outputSchema: inlineSchema(operation.output),
      annotations: { title: operation.title, ...hints, openWorldHint: operation.openWorld ?? hints.openWorldHint },
    };
  });
}
