import { expect, test } from "vitest";
import { Assigned, NEW_ID, part, raw, storedJson } from "../../workers/billing/engine/store/sql.ts";

test.each([
  ["a text is bound, whatever its content", part`a = ${"1 OR 1 = 1"}`, "a = ?", ["1 OR 1 = 1"]],
  ["raw text is inserted unchanged", part`a IN ${raw("('x')")} AND b = ${2}`, "a IN ('x') AND b = ?", [2]],
  ["a part contributes its values", part`${1} ${part`(${2} ${raw("x")} ${3})`} ${4}`, "? (? x ?) ?", [1, 2, 3, 4]],
  ["an assigned value is its expression", part`${NEW_ID.order}, ${null}`, `${NEW_ID.order.sql}, ?`, [null]],
  [
    "JSON is filled in by the database where a member is assigned",
    part`${storedJson({ id: new Assigned<number>("(SELECT 1)"), of: "x" })}`,
    "json_set(?, '$.id', (SELECT 1))",
    ['{"id":null,"of":"x"}'],
  ],
])("%s", (_, { sql, values }, text, bound) => {
  expect({ sql, values }).toEqual({ sql: text, values: bound });
});
