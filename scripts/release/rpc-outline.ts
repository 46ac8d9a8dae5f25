import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vitest/node";
import { PROJECT } from "../workers.ts";

/** What Workers call of each other over service bindings: the names alone, `?` behind what may be left out. */
export interface RpcOutline {
  /** Parameters by interface and method. */
  methods: Record<string, string[]>;
  /** Members of what is sent, by the name of its type; of a part without a name by the place that it is at. */
  sent: Record<string, string[]>;
  /** Members of what is answered, likewise. */
  answered: Record<string, string[]>;
}

/** The interfaces behind the bindings between Workers. */
const INTERFACES = [
  ...["BillingSystem", "CatalogueServicePort", "ZoneSystem"],
  ...["AccountOperatorPort", "CatalogueOperatorPort", "BillingOperatorPort"],
];

interface Node {
  type: string;
  [member: string]: unknown;
}

/** The outline of the sources, TypeScript by file. */
export function rpcOutline(sources: readonly string[], interfaces: readonly string[] = INTERFACES): RpcOutline {
  const declared = declarationsIn(sources);
  const outline: RpcOutline = { methods: {}, sent: {}, answered: {} };
  for (const name of interfaces) {
    for (const member of membersOf(name, declared)) {
      const method = member.type === "TSMethodSignature" ? member : functionOf(member);
      if (!method) continue;
      const place = `${name}.${nameOf(member.key)}`;
      const parameters = method.params as Node[];
      outline.methods[place] = parameters.map((each) => nameOf(each) + (each.optional ? "?" : ""));
      for (const each of parameters) addType(typeIn(each), outline.sent, `${place}(${nameOf(each)})`, declared);
      addType(typeIn(method, "returnType"), outline.answered, place, declared);
    }
  }
  return outline;
}

/** Methods and types that take something away, each with the release since which no Worker needs what they took away. */
export const CONTRACTED: Record<string, string> = {};

/**
 * What of an outline a Worker of the release before cannot do any more, or would have to send and does not, a sentence each.
 * @param contracted as {@link CONTRACTED}, of releases that there are
 */
export function rpcFaults(before: RpcOutline, now: RpcOutline, contracted: Record<string, string> = {}): string[] {
  const isNeeded = (name: string) => !name.endsWith("?");
  const methods = Object.entries(before.methods).flatMap(([subject, parameters]) => {
    const own = now.methods[subject];
    if (!own) return [{ subject, text: "is gone" }];
    const needed = own.filter((name, at) => isNeeded(name) && (parameters[at]?.endsWith("?") ?? true));
    return needed.map((name) => ({ subject, text: `now needs ${name}` }));
  });
  const sent = Object.entries(before.sent).flatMap(([subject, members]) =>
    (now.sent[subject] ?? [])
      .filter((name) => isNeeded(name) && !members.includes(name))
      .map((name) => ({ subject, text: `is sent, and now needs ${name}` })),
  );
  const answered = Object.entries(before.answered).flatMap(([subject, members]) => {
    const own = now.answered[subject] ?? members;
    const lost = members.filter((name) => isNeeded(name) && !own.includes(name));
    return lost.map((name) => ({ subject, text: `is answered, and no longer always has ${name}` }));
  });
  return [...methods, ...sent, ...answered]
    .filter(({ subject }) => contracted[subject] === undefined)
    .map(({ subject, text }) => `${subject} ${text}.`);
}

/** {@link CONTRACTED} as far as the releases are there. */
export function releasedContracted(versions: readonly string[], contracted = CONTRACTED): Record<string, string> {
  return Object.fromEntries(Object.entries(contracted).filter(([, version]) => versions.includes(version)));
}

/** The outline of the files here. */
export function presentOutline(): RpcOutline {
  const files = globSync("{shared,durable-objects}/**/*.ts", { cwd: PROJECT }).toSorted();
  return rpcOutline(files.map((file) => readFileSync(join(PROJECT, file), "utf8")));
}

/** Interfaces and type aliases by their names, each declared once. */
function declarationsIn(sources: readonly string[]): Map<string, Node> {
  const declared = new Map<string, Node>();
  for (const source of sources) {
    const { body } = parseAst(source, { lang: "ts" }) as unknown as { body: Node[] };
    for (const statement of body) {
      const node = (statement.declaration as Node | null | undefined) ?? statement;
      if (/^TS(?:Interface|TypeAlias)Declaration$/.test(node.type)) declared.set(nameOf(node.id), node);
    }
  }
  return declared;
}

/** Those of an interface and of what it extends. */
function membersOf(name: string, declared: ReadonlyMap<string, Node>): Node[] {
  const node = declared.get(name);
  if (node?.type !== "TSInterfaceDeclaration") return [];
  const inherited = (node.extends as Node[]).flatMap(({ expression }) => membersOf(nameOf(expression), declared));
  return [...inherited, ...((node.body as Node).body as Node[])];
}

/** Adds what a type is made of, wherever it is in it; what a name of another module stands for is not looked into. */
function addType(
  type: Node | undefined,
  outline: Record<string, string[]>,
  place: string,
  declared: ReadonlyMap<string, Node>,
): void {
  if (!type) return;
  if (type.type === "TSTypeReference") {
    const name = nameOf(type.typeName);
    const declaration = declared.get(name);
    const given = ((type.typeArguments as Node | undefined)?.params as Node[] | undefined) ?? [];
    if (!PICKED.has(name))
      for (const [at, each] of given.entries()) addType(each, outline, `${place}<${at}>`, declared);
    if (!declaration || name in outline) return;
    if (declaration.type === "TSInterfaceDeclaration") addMembers(membersOf(name, declared), outline, name, declared);
    else addType(declaration.typeAnnotation as Node, outline, name, declared);
    return;
  }
  if (type.type === "TSTypeLiteral") {
    const members = type.members as Node[];
    addMembers(members, outline, place + kindOf(members), declared);
    return;
  }
  for (const part of partsOf(type)) addType(part, outline, place, declared);
}

/** Which members of a type they take cannot be told by its name. */
const PICKED = new Set(["Pick", "Omit"]);

function addMembers(
  members: readonly Node[],
  outline: Record<string, string[]>,
  place: string,
  declared: ReadonlyMap<string, Node>,
): void {
  const named = members.filter(({ type }) => type === "TSPropertySignature");
  outline[place] = named.map((member) => nameOf(member.key) + (member.optional ? "?" : "")).toSorted();
  for (const member of named) addType(typeIn(member), outline, `${place}.${nameOf(member.key)}`, declared);
}

/** What tells an alternative from the others: its members of one value, such as `{ok: true}`. */
function kindOf(members: readonly Node[]): string {
  const fixed = members.flatMap((member) => {
    const type = typeIn(member);
    const literal = type?.type === "TSLiteralType" ? (type.literal as Node) : undefined;
    return literal ? [`${nameOf(member.key)}: ${literal.value}`] : [];
  });
  return fixed.length > 0 ? `{${fixed.join(", ")}}` : "";
}

function partsOf(type: Node): Node[] {
  const parts = [type.types, type.elementTypes, type.elementType, type.typeAnnotation].flat();
  return parts.filter((part): part is Node => typeof part === "object" && part !== null);
}

function functionOf(member: Node): Node | undefined {
  const type = typeIn(member);
  return type?.type === "TSFunctionType" ? type : undefined;
}

function typeIn(node: Node, member = "typeAnnotation"): Node | undefined {
  const annotation = node[member] as Node | null | undefined;
  return annotation?.type === "TSTypeAnnotation" ? (annotation.typeAnnotation as Node) : (annotation ?? undefined);
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: unknown };
  return name ?? String(value);
}
