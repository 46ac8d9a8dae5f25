import type { Child } from "hono/jsx";

export type Fact = readonly [label: string, value: Child];

/** Labels with their values, as a description list; null is left out. */
export function Facts({ facts }: { facts: (Fact | null)[] }) {
  return (
    <dl class="parameters">
      {facts
        .filter((fact) => fact !== null)
        .map(([label, value]) => (
          <div>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
