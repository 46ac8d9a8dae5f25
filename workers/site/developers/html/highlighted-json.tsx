/** A name with its colon, another text, or a number or literal of a JSON text. */
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\b/g;

/** A JSON text with its names, texts and values told apart. */
export function HighlightedJson({ children }: { children: string }) {
  const parts: (string | { text: string; kind: "name" | "text" | "value" })[] = [];
  let end = 0;
  for (const token of children.matchAll(TOKEN)) {
    const [whole, quoted = "", colon] = token;
    parts.push(children.slice(end, token.index));
    parts.push({ text: quoted || whole, kind: quoted === "" ? "value" : colon === undefined ? "text" : "name" });
    end = token.index + (quoted || whole).length;
  }
  parts.push(children.slice(end));
  return (
    <pre translate="no">
      <code>{parts.map((part) => (typeof part === "string" ? part : <span class={part.kind}>{part.text}</span>))}</code>
    </pre>
  );
}
