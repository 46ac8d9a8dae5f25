/** The fields of a syntax tree node that this plugin reads. */
interface Node {
  type: string;
  properties?: { type: string; key?: { name?: string } }[];
}

/** A Stryker plugin that ignores texts, because their mutants show nothing about the program. */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "wording",
    value: {
      shouldIgnore({ node }: { node: Node }): string | undefined {
        return isWording(node) ? "Wording in both languages, which people review" : undefined;
      },
    },
  },
];

/** Returns whether a node is an object with only a text in each language. */
function isWording({ type, properties = [] }: Node): boolean {
  const names = properties.map(({ key }) => key?.name);
  return type === "ObjectExpression" && names.length === 2 && names.includes("en") && names.includes("fr");
}
