// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that CSS lays out as blocks.
import type { Child } from "hono/jsx";

interface Column {
  label: string;
  /** Whether the column is right-aligned, with tabular digits. */
  amount?: boolean;
  /** Whether the cell takes a separate line on a small screen. */
  whole?: boolean;
  /** Whether only screen readers get the label. */
  heard?: boolean;
}

interface DataTableProps {
  /** Whether all columns have the same width, as in the other tables of the page. */
  even?: boolean;
  /** Whether the table keeps its columns on a phone, because they are few and their values short. */
  compact?: boolean;
  /** The caption for screen readers. It is not visible, because a heading precedes the table. */
  caption: string;
  columns: Column[];
  /** The rows. The first cell of a row is its header. */
  rows: { key: string; cells: Child[] }[];
}

/** A table whose rows become blocks on a small screen. */
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
