import type { Child } from "hono/jsx";

/** What is known of one thing: a label and a value each. */
export function Facts({ facts }: { facts: (readonly [label: string, value: Child])[] }) {
  return (
    <dl class="parameters">
      {facts.map(([label, value]) => (
        <div>
          <dt class="muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
