// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table laid out as blocks.
import type { Child } from "hono/jsx";

interface Column {
  label: string;
  /** Right-aligned, with tabular numbers. */
  amount?: boolean;
  /** On a small screen the cell takes a separate line. */
  whole?: boolean;
  /** Only screen readers read the label. */
  heard?: boolean;
}

interface DataTableProps {
  /** Columns of equal width, the same in each table of a page. */
  even?: boolean;
  /** Few columns with short values, which remain columns on a phone. */
  compact?: boolean;
  /** For screen readers only, because a heading precedes the table. */
  caption: string;
  columns: Column[];
  /** The first cell of a row is its header. */
  rows: { key: string; cells: Child[] }[];
}

/** A table that becomes one block per row on a small screen. */
export function DataTable({ caption, columns, rows, even, compact }: DataTableProps) {
  return (
    <table class={[compact ? "compact" : "stacking", even && "even"].filter(Boolean).join(" ")} role="table">
      <caption class="only-heard">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, amount, heard }) => (
            <th role="columnheader" scope="col" class={amount ? "amount" : undefined}>
              {heard ? <span class="only-heard">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells: [heading, ...cells] }) => (
          <tr role="row" key={key}>
            <th role="rowheader" scope="row">
              {heading}
            </th>
            {cells.map((cell, index) => {
              const column = columns[index + 1];
              const classes = [column?.amount && "amount", column?.whole && "whole"].filter(Boolean).join(" ");
              return (
                <td role="cell" data-label={column?.label} class={classes || undefined}>
                  {cell}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
