/** Texts by key as PHP's `unserialize` reads an array of them, `a:1:{s:4:"Name";s:5:"value";}`; null for anything else. */
export function readSerialized(serialized: Uint8Array): Record<string, string> | null {
  const bytes = Buffer.from(serialized);
  const head = /^a:(\d+):\{/.exec(bytes.toString("latin1"));
  if (!head) return null;
  let at = head[0].length;
  /** One value, and its bytes behind it. */
  const scalar = (): string | null => {
    const rest = bytes.toString("latin1", at);
    const number = /^[ib]:(-?\d+);/.exec(rest);
    if (number) {
      at += number[0].length;
      return number[1] ?? "";
    }
    const text = /^s:(\d+):"/.exec(rest);
    if (!text) return null;
    const start = at + text[0].length;
    const end = start + Number(text[1]);
    if (bytes.toString("latin1", end, end + 2) !== '";') return null;
    at = end + 2;
    return bytes.toString("utf8", start, end);
  };
  const entries: [string, string][] = [];
  for (let count = Number(head[1]); count > 0; count--) {
    const [key, value] = [scalar(), scalar()];
    if (key === null || value === null) return null;
    entries.push([key, value]);
  }
  return bytes.toString("latin1", at) === "}" ? Object.fromEntries(entries) : null;
}
