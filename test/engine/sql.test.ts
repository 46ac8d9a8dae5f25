import { expect, test } from "vitest";
import { Assigned, NEW_ID, part, raw, storedJson } from "../../workers/billing/engine/store/sql.ts";

test.each([
  ["text is bound, whatever its content", part`a = ${"1 OR 1 = 1"}`, "a = ?", ["1 OR 1 = 1"]],
  ["raw text is inserted unchanged", part`a IN ${raw("('x')")} AND b = ${2}`, "a IN ('x') AND b = ?", [2]],
  [
    "the values of a nested part are bound in their order",
    part`${1} ${part`(${2} ${raw("x")} ${3})`} ${4}`,
    "? (? x ?) ?",
    [1, 2, 3, 4],
  ],
  [
    "an assigned value is inserted as its SQL expression",
    part`${NEW_ID.order}, ${null}`,
    `${NEW_ID.order.sql}, ?`,
    [null],
  ],
  [
    "the database fills in an assigned JSON member",
    part`${storedJson({ id: new Assigned<number>("(SELECT 1)"), of: "x" })}`,
    "json_set(?, '$.id', (SELECT 1))",
    ['{"id":null,"of":"x"}'],
  ],
])("%s", (_, { sql, values }, text, bound) => {
  expect({ sql, values }).toEqual({ sql: text, values: bound });
});
