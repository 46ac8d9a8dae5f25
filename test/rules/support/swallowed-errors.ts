import { parseAst } from "vitest/node";

interface Node {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

/** The functions that log an error. `toProblem` and `oauthError` log errors that become a 5xx status. */
const LOGGERS = ["log", "logFailure", "toProblem", "oauthError"];
const REASON = /\/\/ expected: \S/;

/**
 * Returns the lines that swallow an error. These lines neither log the error, directly or through a function of the
 * file, nor rethrow the error, directly or as a cause. They also have no `// expected: <why>` comment. In a `catch`,
 * the comment belongs in the block. For `.catch(…)`, the second function of `.then(…)` and a discarded
 * `Promise.allSettled(…)`, the comment belongs in the statement or directly above it.
 */
export function swallowedErrors(source: string): number[] {
  const program = parseAst(source, { lang: "tsx" }) as unknown as Node;
  const loggers = loggersIn(program);
  const lines: number[] = [];
  const visit = (node: Node, statement: Node) => {
    if (swallows(node, statement, loggers) && !REASON.test(placeOf(node, statement, source))) {
      lines.push(source.slice(0, node.start).split("\n").length);
    }
    for (const child of childrenOf(node)) visit(child, /Statement|Declaration$/.test(child.type) ? child : statement);
  };
  visit(program, program);
  return lines;
}

/** Returns the names of the loggers and of the functions and methods in a file that call one. */
function loggersIn(program: Node): Set<string> {
  const loggers = new Set(LOGGERS);
  const functions = descendantsOf(program).flatMap((node) => {
    const name = nameOf((node.id ?? node.key) as Node | null);
    const work = (node.type === "FunctionDeclaration" ? node : (node.init ?? node.value)) as Node | null | undefined;
    return name && work && /Function/.test(work.type) ? [{ name, work }] : [];
  });
  for (let before = 0; before < loggers.size; ) {
    before = loggers.size;
    for (const { name, work } of functions) {
      if (descendantsOf(work).some((node) => calls(node, loggers))) loggers.add(name);
    }
  }
  return loggers;
}

/** Returns whether a node calls a function with one of the names, or a method of `this` with one of them. */
function calls({ type, callee }: Node, names: Set<string>): boolean {
  if (type !== "CallExpression") return false;
  const called = callee as Node;
  const isOwn = called.type === "MemberExpression" && (called.object as Node).type === "ThisExpression";
  return names.has(nameOf(isOwn ? (called.property as Node) : called) ?? "");
}

function nameOf(node: Node | null | undefined): string | undefined {
  return node?.type === "Identifier" || node?.type === "PrivateIdentifier" ? (node.name as string) : undefined;
}

function swallows(node: Node, statement: Node, loggers: Set<string>): boolean {
  if (node.type === "CatchClause") return !isHandled(node.body as Node, node.param as Node | null, loggers);
  if (node.type !== "CallExpression") return false;
  const [first, second] = node.arguments as Node[];
  switch (methodOf(node)) {
    case "catch":
      return !isHandler(first, loggers);
    case "then":
      return second !== undefined && !isHandler(second, loggers);
    case "allSettled":
      return ((statement.expression as Node | undefined)?.argument ?? statement.expression) === node;
    default:
      return false;
  }
}

function isHandler(handler: Node | undefined, loggers: Set<string>): boolean {
  if (handler?.type !== "ArrowFunctionExpression") return false;
  return isHandled(handler.body as Node, (handler.params as Node[])[0] ?? null, loggers);
}

function isHandled(body: Node, param: Node | null, loggers: Set<string>): boolean {
  const names = (node: Node) => descendantsOf(node).some((inner) => param !== null && nameOf(inner) === nameOf(param));
  return descendantsOf(body).some((node) => (calls(node, loggers) || node.type === "ThrowStatement") && names(node));
}

/** Returns the text that must contain the reason: the block itself, or the statement with the line above it. */
function placeOf(node: Node, statement: Node, source: string): string {
  if (node.type === "CatchClause") return source.slice(node.start, node.end);
  const above = source.lastIndexOf("\n", source.lastIndexOf("\n", statement.start) - 1);
  return source.slice(Math.max(0, above), node.end);
}

function methodOf({ callee }: Node): string | undefined {
  const { type, property } = callee as Node;
  return type === "MemberExpression" ? nameOf(property as Node) : undefined;
}

function descendantsOf(node: Node): Node[] {
  return [node, ...childrenOf(node).flatMap(descendantsOf)];
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
  return Object.values(node).flat().filter(isNode);
}
