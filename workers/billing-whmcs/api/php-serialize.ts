/** A map of texts as PHP's `serialize` writes it: lengths are in bytes. */
export function phpSerialized(map: Readonly<Record<string, string>>): string {
  const text = (value: string) => `s:${new TextEncoder().encode(value).length}:"${value}";`;
  const entries = Object.entries(map);
  return `a:${entries.length}:{${entries.map(([name, value]) => text(name) + text(value)).join("")}}`;
}
