import { beforeAll, test } from "vitest";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import { CALLS } from "./calls.ts";
import type { Cell, Expected } from "./cells.ts";
import { type MatrixSystem, PERMISSION_SETS } from "./matrix-system.ts";
import { exampleOf, harmless } from "./probes.ts";

/** A login that holds some permissions on the account, through a connection with every scope. */
interface Contact {
  held: readonly Permission[];
  token: string;
}

/** What a login may do, by what it holds: nothing, each permission alone, all but each, all. */
export function permissions(system: MatrixSystem): void {
  const contacts: Contact[] = [];
  beforeAll(async () => {
    for (const held of PERMISSION_SETS) {
      const loginId = await system.addLogin(held);
      contacts.push({ held, token: await system.token({ loginId }) });
    }
  });

  const unchanged = system.watch();
  test.each(CALLS)("$name: by what the login holds", async (call) => {
    const allowed = harmless(call);
    const cells = contacts.map(({ held, token }, index): Cell => {
      const missing = (call.access.permissions as readonly Permission[]).filter((one) => !held.includes(one));
      const name = `holding ${held.join(", ") || "nothing"}`;
      if (missing.length === 0) return { call, name, token, ...allowed };
      const input = index % 2 === 0 ? exampleOf(call) : allowed.input;
      return { call, name, token, input, expected: lacks(missing) };
    });
    await system.cells.expectAll("permission", cells);
  });
  test("no row changes when the login lacks a permission", unchanged);
}

/** Refused for one of those that are missing, which is named. */
function lacks(missing: readonly Permission[]): Expected {
  const isNamed = (detail: string) => missing.some((one) => detail.includes(`the client-area permission ${one},`));
  return {
    ...{ status: 403, code: "permission_denied" },
    also: ({ body }) => (isNamed(String(body.detail)) ? null : `"${body.detail}" does not name ${missing}`),
  };
}
