import type { Child } from "hono/jsx";

interface FilledTextProps {
  /** A sentence with places in it: `Connect {name} to your account?` */
  text: string;
  /** What stands in each place. */
  fill: Record<string, Child>;
}

/** A sentence with elements in it, so that each language orders them in its own way. */
export function FilledText({ text, fill }: FilledTextProps) {
  return <>{text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? fill[part] : part))}</>;
}

/** The same where only plain text can stand, such as a page's title. */
export function filled(text: string, fill: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, place: string) => fill[place] ?? "");
}
