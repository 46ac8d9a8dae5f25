import { expect, test } from "vitest";
import { type AccountPort, accountObjectName } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { DataSubject } from "../../../shared/operator-contract/erasure.ts";
import { SessionList } from "../../../shared/pages/sign-in/session-list.ts";
import { ActingLogins } from "../../../workers/account/actions/acting-logins.ts";
import { ConnectionIndex } from "../../../workers/account/connections/connection-index.ts";
import { dataSubjects } from "../../../workers/account/operator/data-subjects.ts";
import { now } from "../support/account-world.ts";
import { bindings } from "../support/bindings.ts";
import { type Planted, plant, rowsWith } from "./planted-rows.ts";

const db = bindings.INDEX;
const subjects = dataSubjects({
  ...{ db, now, index: new ConnectionIndex(db, "own"), billingSystem: "own" },
  actingLogins: new ActingLogins(db, "own", now),
  sessionList: new SessionList(db, {
    of: () => expect.fail("no session is read"),
    objectIdOf: (id) => id,
    byObjectId: () => ({ end: async () => undefined, isSignedIn: async () => true, setEmail: async () => undefined }),
  }),
  connectionOf: (id) => bindings.CONNECTION.getByName(id) as unknown as ConnectionPort,
  accountOf: (id) => bindings.ACCOUNT.getByName(accountObjectName("own", id)) as unknown as AccountPort,
});

const NUMBER = 4711;
/**
 * A login and an account with the same number, and a login and an account of another billing system with that number.
 */
const LOGIN: Planted = { mark: "of-the-login", billingSystem: "own", login: NUMBER, account: 9_001 };
const ACCOUNT: Planted = { mark: "of-the-account", billingSystem: "own", login: 9_002, account: NUMBER };
const OTHER: Planted = { mark: "of-another-system", billingSystem: "other", login: NUMBER, account: NUMBER };

async function erase(subject: DataSubject): Promise<void> {
  const { places } = await subjects.placesOf(subject, null);
  expect(await subjects.erase(subject, places, "request")).toEqual({ left: 0, note: "" });
}

async function exportedText(subject: DataSubject): Promise<string> {
  let text = "";
  let cursor: string | null = null;
  do {
    const page = await subjects.exportOf(subject, cursor, "request");
    text += JSON.stringify(page.tables);
    cursor = page.next;
  } while (cursor !== null);
  return text;
}

test("an export and an erasure leave out logins and accounts that only have the same number", async () => {
  const at = now() - 2 * 86_400_000;
  const [ofLogin, ofAccount, ofOther] = [await plant(LOGIN, at), await plant(ACCOUNT, at), await plant(OTHER, at)];
  const all = await Promise.all([rowsWith(LOGIN, ofLogin), rowsWith(ACCOUNT, ofAccount), rowsWith(OTHER, ofOther)]);
  const [before, beforeAccount, beforeOther] = all;
  expect(Object.keys(before).length).toBeGreaterThan(10);
  for (const kind of ["login", "account"] as const) {
    const [own, others] = kind === "login" ? [LOGIN, [ACCOUNT, OTHER]] : [ACCOUNT, [LOGIN, OTHER]];
    const text = await exportedText({ kind, id: NUMBER });
    expect(text).toContain(own.mark);
    for (const { mark } of others) expect(text).not.toContain(mark);
  }

  await erase({ kind: "login", id: NUMBER });
  expect(await rowsWith(LOGIN, ofLogin)).toEqual({});
  expect(await ofLogin.stored()).toMatchObject({ tables: [], keys: 0 });
  expect(await rowsWith(ACCOUNT, ofAccount)).toEqual(beforeAccount);

  await erase({ kind: "account", id: NUMBER });
  // A session belongs to its login only, so it remains.
  const { signed_in_sessions = [] } = beforeAccount;
  expect(await rowsWith(ACCOUNT, ofAccount)).toEqual({ signed_in_sessions });
  expect(await ofAccount.stored()).toMatchObject({ tables: [], keys: 0 });
  // Sessions of a former billing system have ended. They are deleted with those of the login that has the same number.
  const { signed_in_sessions: _, ...others } = beforeOther;
  expect(await rowsWith(OTHER, ofOther)).toEqual(others);
});
