import { beforeAll, expect, test } from "vitest";
import { CALLS, CATALOGUE_CALLS, type Call, send } from "./calls.ts";
import type { Cell } from "./cells.ts";
import { LIMITS } from "./limits.ts";
import { CHECKS_OF_CONNECTION, type MatrixSystem } from "./matrix-system.ts";
import { exampleOf, harmless } from "./probes.ts";
import { TOO_MANY } from "./windows.ts";

const UNAUTHORIZED = { status: 401, code: "unauthorized" };

/** The catalogue's tools beside the account's: open to every connection, and to nobody else. */
export function catalogueTools(system: MatrixSystem): void {
  const { cells } = system;

  let loginId = 0;
  beforeAll(async () => {
    loginId = await system.addLogin([]);
  });
  const unchanged = system.watch();
  test.each(CATALOGUE_CALLS)(
    "$name: within every limit, without a scope, by a login without a permission",
    async (call) => {
      const choices = [...LIMITS.map((limit) => ({ limit })), { scopes: [] }, { loginId }];
      const open = choices.map(async (one): Promise<Cell> => {
        return { call, name: JSON.stringify(one), token: await system.token(one), ...harmlessTool(call) };
      });
      await cells.expectAll("catalogue tool", await Promise.all(open));
      await cells.expectAll(
        "invalid credential",
        [null, "none-of-ours"].map((token) => {
          return { call, name: `the token ${token}`, token, input: exampleOf(call), expected: UNAUTHORIZED };
        }),
      );
    },
  );

  test("the domain checks of a connection are counted together, as quotes over both transports and as checks", async () => {
    const { access_token: token } = await system.connect();
    const calls = [...CALLS, ...CATALOGUE_CALLS].filter(({ row }) => COUNTED.includes(row.id));
    expect(calls.map(({ name }) => name)).toEqual([
      "quoteDomainOrder over http",
      "quoteDomainOrder over mcp",
      "checkDomain over mcp",
    ]);
    for (let check = 1; check <= CHECKS_OF_CONNECTION; check++) {
      const call = calls[check % calls.length] as Call;
      const { status, headers } = await send(system.world.origin, call, { input: exampleOf(call), token });
      const left = /"checks";r=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1];
      expect([status, left], call.name).toEqual([200, String(CHECKS_OF_CONNECTION - check)]);
    }
    const over = calls.map(
      (call): Cell => ({ call, name: "one more", token, input: exampleOf(call), expected: TOO_MANY }),
    );
    await cells.expectAll("domain checks", over);
    const { access_token: other } = await system.connect();
    const allowed = calls.map((call): Cell => {
      return { call, name: "another connection", token: other, input: exampleOf(call), expected: DONE };
    });
    await cells.expectAll("domain checks", allowed);
  });
  test("no row changes when tools of the catalogue are called", unchanged);
}

const DONE = { status: 200, code: null };
/** The operations that ask a registry for whoever reads. */
const COUNTED = ["quoteDomainOrder", "checkDomain"];

/** A call that is answered, and counts no check: a name that is not sold is refused before that. */
function harmlessTool(call: Call): Pick<Cell, "input" | "expected"> {
  if (call.row.id !== "checkDomain") return harmless(call);
  return { input: { ...exampleOf(call), domain: "free-matrix.zz" }, expected: { status: 404, code: "not_found" } };
}
