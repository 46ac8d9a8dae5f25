import type { Child } from "hono/jsx";

export type DescriptionItem = readonly [label: string, value: Child];

/** Labels with their values, as a description list; null is left out. */
export function DescriptionList({ items }: { items: (DescriptionItem | null)[] }) {
  return (
    <dl class="parameters">
      {items
        .filter((item) => item !== null)
        .map(([label, value]) => (
          <div>
            <dt class="muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
