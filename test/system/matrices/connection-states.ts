import { expect, test } from "vitest";
import { actOn, signIn } from "../../support/assistants-page.ts";
import { connectionOf } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { CALLS, ownMembers } from "./calls.ts";
import { type Cell, type Expected, expectOneAnswer, inParallel } from "./cells.ts";
import { kindOf } from "./id-kinds.ts";
import type { MatrixSystem } from "./matrix-system.ts";
import { exampleOf, stopsAtInput } from "./probes.ts";

const UNAUTHORIZED: Expected = { status: 401, code: "unauthorized" };
const LOST: Expected = { status: 403, code: "access_lost" };
const PAST = "2026-01-01T00:00:00.000Z";

/** Credentials that are none, no longer or of something else, and logins that have lost their account. */
export function connectionStates(system: MatrixSystem): void {
  const { cells } = system;

  /** What is no credential for the account, each with what it is; null: none is sent. */
  async function deadCredentials(): Promise<[name: string, token: string | null][]> {
    const { origin } = system.world;
    const application = await system.application();
    const nocard = { login: "nocard", account: 1004 };
    const [good, revoked] = await Promise.all([system.connect(), system.connect()]);
    const disconnected = await system.connect(nocard);
    const returned = await application.connectDirectly();
    await fetch(`${origin}/oauth/revoke`, {
      method: "POST",
      body: new URLSearchParams({ client_id: application.clientId, token: revoked.refresh_token }),
    });
    const visitor = new PageVisitor(origin);
    await signIn(visitor, nocard.login);
    await actOn(visitor, connectionOf(disconnected), "disconnect");
    const [live, expired] = await Promise.all([
      application.directToken({}, new Date(Date.now() + 3_600_000).toISOString()),
      application.directToken({}, PAST),
    ]);
    const swapped = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    return [
      ["no credential", null],
      ["what is no token", "none-of-ours"],
      ["a token of a forged connection", swapped(good.access_token, 2)],
      ["a token with another secret", swapped(good.access_token, good.access_token.length - 2)],
      ["a refresh token", good.refresh_token],
      ["an authorization code", returned.searchParams.get("code") ?? ""],
      ["a token that its application revoked", revoked.access_token],
      ["a token of a connection that the customer ended", disconnected.access_token],
      ["an API token that has ended", expired],
      ["an API token with another secret", swapped(live, live.length - 12)],
      ["an API token with a wrong checksum", swapped(live, live.length - 1)],
    ];
  }

  // Who loses an account is mailed that the connection has ended.
  const unchanged = system.watch(["logins", "mails"]);
  test("no call is answered without a credential that is good now", async () => {
    const dead = await deadCredentials();
    const answered = await cells.expectAll(
      "invalid credential",
      dead.flatMap(([name, token]) =>
        CALLS.map((call): Cell => ({ call, name, token, input: exampleOf(call), expected: UNAUTHORIZED })),
      ),
    );
    for (const transport of ["http", "mcp"]) {
      const over = answered.filter(({ cell }) => cell.call.transport === transport);
      expectOneAnswer(over.filter(({ cell }) => cell.token === null));
      expectOneAnswer(over.filter(({ cell }) => cell.token !== null));
    }
  });

  test("an access token stays good for its hour when it was refreshed", async () => {
    const first = await system.connect();
    const { access_token: next } = await (await system.application()).refresh(first.refresh_token);
    expect(next).not.toBe(first.access_token);
    await cells.expectAll(
      "refreshed credential",
      CALLS.map((call) => ({ call, name: "the token before", token: first.access_token, ...stopsAtInput(call) })),
    );
  });

  test("a login that has lost the account is told so by every call, and its connection ends with that", async () => {
    // Of what an own thing and another's are asked alike: which it is, is not told.
    const asked = CALLS.flatMap((call) => {
      const input = exampleOf(call);
      const [member] = ownMembers(call.operation);
      if (member === undefined) return [{ call, name: "its own", input }];
      const foreign = kindOf(call.operation, member).foreign[0];
      const theirs = { ...input, [member]: foreign, ...("confirm_domain" in input && { confirm_domain: foreign }) };
      return [
        { call, name: "its own", input },
        { call, name: "another's", input: theirs },
      ];
    });
    const logins = new Set<number>();
    const owned = await inParallel(asked, async (one) => {
      const loginId = await system.addLogin("owner");
      logins.add(loginId);
      return { ...one, token: (await system.connect({ loginId })).access_token };
    });
    await system.revoke([...logins]);
    const answered = await cells.expectAll(
      "lost access",
      owned.map((one) => ({ ...one, expected: LOST })),
    );
    for (const call of CALLS) {
      expectOneAnswer(
        answered.filter(({ cell }) => cell.call === call),
        namesIn,
      );
    }
    await cells.expectAll(
      "invalid credential",
      owned.map((one) => ({ ...one, name: "after access was lost", expected: UNAUTHORIZED })),
    );
  });
  test("no row changes without a credential that is good", unchanged);
}

function namesIn({ call, input }: Cell): string[] {
  return ownMembers(call.operation).map((member) => String(input[member]));
}
