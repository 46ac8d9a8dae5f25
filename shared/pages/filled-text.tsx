import type { Child } from "hono/jsx";

interface FilledTextProps {
  /** A sentence with placeholders, such as `Connect {name} to {brand}?`. */
  text: string;
  fill: Record<string, Child>;
}

/** A sentence with elements in its placeholders. Each language can have the placeholders in its own order. */
export function FilledText({ text, fill }: FilledTextProps) {
  return <>{text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? fill[part] : part))}</>;
}

/** Fills the placeholders of a sentence with plain text, for titles. */
export function filled(text: string, fill: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, place: string) => fill[place] ?? "");
}
