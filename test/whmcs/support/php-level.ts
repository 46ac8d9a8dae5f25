import { Engine } from "php-parser";
import { isJsonObject } from "../../../shared/platform/json.ts";

/** A node of the syntax tree. */
type Node = Record<string, unknown> & { kind: string };

/** The PHP version of the oldest supported WHMCS version. */
const VERSION = "7.4";

/** Types that later versions added. `null`, `false` and `true` are separate types since 8.2. */
const NEWER_TYPES = new Set(["mixed", "never", "static", "null", "false", "true"]);

/** Functions and classes that later PHP versions added and that the addon might use. */
const NEWER_NAMES = new Set(
  (
    "str_contains str_starts_with str_ends_with array_is_list array_find array_any array_all get_debug_type get_resource_id fdiv " +
    "json_validate mb_str_pad mb_trim enum_exists fsync preg_last_error_msg stringable weakmap valueerror " +
    "unhandledmatcherror fiber attribute unitenum backedenum sensitiveparameter override"
  ).split(" "),
);

/**
 * Returns the constructs in a PHP file that require a version newer than PHP 7.4. The list is empty if there are none.
 */
export function newerSyntax(code: string, file: string): string[] {
  const parser = new Engine({ parser: { version: VERSION } });
  let tree: { kind: string };
  try {
    tree = parser.parseCode(code, file);
  } catch (cause) {
    if (cause instanceof SyntaxError) return [cause.message];
    throw cause;
  }
  // PHP 7.4 reads an attribute as a comment, and ignores the rest of its line.
  const isAttribute = (token: string | string[]) => token[0] === "T_COMMENT" && token[1]?.startsWith("#[");
  const attributes = parser.tokenGetAll(code).some(isAttribute) ? ["an attribute"] : [];
  return [...attributes, ...nodesOf(tree).flatMap(newerIn)];
}

/** Returns newer constructs that the parser accepts for every version. */
function newerIn(node: Node): string[] {
  const is = (condition: boolean, construct: string) => (condition ? [construct] : []);
  switch (node.kind) {
    case "parameter":
      return [
        ...is(node.flags !== 0, "a promoted constructor parameter"),
        ...is(kindsIn(node.value).has("new"), "new in a default value"),
      ];
    case "uniontype":
    case "intersectiontype":
      return [`a ${node.kind.replace("type", " type")}`];
    case "typereference":
    case "name": {
      const name = String(node.name).replace(/^\\/, "").toLowerCase();
      const isNewer = node.kind === "name" ? NEWER_NAMES.has(name) : NEWER_TYPES.has(name);
      return is(isNewer, `${name} as a ${node.kind === "name" ? "name" : "type"}`);
    }
    case "property":
    case "class":
      return is(node.readonly === true || node.isReadonly === true, `a readonly ${node.kind}`);
    case "propertystatement":
    case "classconstant":
      return is(kindsIn(node).has("new"), "new in a constant expression");
    case "staticlookup": {
      const { what, offset } = node;
      const isOfObject = isNode(what) && what.kind !== "name" && isNode(offset) && offset.name === "class";
      // `A::$x` and `A::f()` have names; `A::{$x}` has an expression.
      const isDynamic = isNode(offset) && offset.kind === "literal" && isNode(offset.value);
      return [...is(isOfObject && !isKeyword(what), "::class of an object"), ...is(isDynamic, "a dynamic constant")];
    }
    case "number":
      return is(/^0o/i.test(String(node.value)), "an octal number with 0o");
    default:
      return [];
  }
}

/** Returns whether a node is `self`, `static` or `parent`, which are classes and not objects. */
function isKeyword({ kind }: Node): boolean {
  return kind === "selfreference" || kind === "staticreference" || kind === "parentreference";
}

function kindsIn(value: unknown): Set<string> {
  return new Set(nodesOf(value).map(({ kind }) => kind));
}

function nodesOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf);
  if (!isJsonObject(value)) return [];
  return [...(isNode(value) ? [value] : []), ...Object.values(value).flatMap(nodesOf)];
}

function isNode(value: unknown): value is Node {
  return isJsonObject(value) && typeof value.kind === "string";
}
