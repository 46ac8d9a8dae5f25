import { inlineSchema, type JsonSchema } from "./json-schema.ts";
import { type Access, type AnyOperation, EFFECTS } from "./operation.ts";
import { type Call, type Desk, type Outcome, runOperation } from "./run-operation.ts";

/** A tool: what is said of it, and what it does. */
export interface Tool {
  description: ToolDescription;
  /** The operation behind it, where a connection has to allow it. */
  operation?: { id: string; access?: Access };
  call(call: Call): Promise<Outcome>;
}

/** The tools of a desk, in the order of its operations. */
export function toolsOf<Context>(desk: Desk<Context>): Tool[] {
  return desk.operations.flatMap((operation) =>
    describeTools([operation]).map((description) => ({
      description,
      operation,
      call: (call) => runOperation(desk, operation, call),
    })),
  );
}

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
