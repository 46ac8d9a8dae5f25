import { describe, expect, test } from "vitest";
import type { Place } from "../../../durable-objects/connection/connection-port.ts";
import { assessRefresh, type TokenReuse } from "../../../durable-objects/connection/tokens/token-reuse.ts";
import { DAY, HOUR, MINUTE, pass } from "../../support/clock.ts";
import { faults, noticesOf } from "../support/connection-world.ts";
import {
  connected,
  errorIn,
  INVALID_GRANT,
  type TestConnection,
  type Tokens,
  tokensIn,
} from "../support/test-connection.ts";

const OFFICE: Place = { country: "hash of CA", network: "hash of AS577" };
const PHONE: Place = { country: "hash of CA", network: "hash of AS812" };
const SAME_NETWORK_ABROAD: Place = { country: "hash of US", network: "hash of AS577" };
const FAR: Place = { country: "hash of RO", network: "hash of AS9009" };
const FURTHER: Place = { country: "hash of BR", network: "hash of AS262" };

describe("a used refresh token that is sent again", () => {
  const weigh = (from: Place, replacedFrom: Place | null) =>
    assessRefresh(null, { from, replacedFrom, isRepeated: false }, 1_000);

  test.each([
    ["from the same location", OFFICE],
    ["from another network in the same country", PHONE],
    ["from another country over the same network operator", SAME_NETWORK_ABROAD],
  ])("%s does not mark the connection", (_, from) => {
    expect(weigh(from, OFFICE)).toEqual({ suspectedReuse: null, needsMail: false, areTwoParties: false });
  });

  test("from another country and another network operator marks the connection, in either order of the locations", () => {
    const expectMarked = (from: Place, replacedFrom: Place) => {
      const suspectedReuse: TokenReuse = { at: 1_000, places: [replacedFrom, from], toldAt: null, since: [[], []] };
      expect(weigh(from, replacedFrom)).toEqual({ suspectedReuse, needsMail: true, areTwoParties: false });
    };
    expectMarked(FAR, OFFICE);
    expectMarked(OFFICE, FAR);
  });

  test("marks nothing if the location of its replacement is unknown", () => {
    expect(weigh(FAR, null).suspectedReuse).toBeNull();
  });
});

describe("the end of a marked connection after the e-mail to the customer", () => {
  const TOLD: TokenReuse = { at: 0, places: [OFFICE, FAR], toldAt: 1, since: [[], []] };
  const current = (from: Place) => ({ from, replacedFrom: null, isRepeated: false });
  /** Refreshes with the current token at the given hours. Returns the hour of its end, if any. */
  const hourOfEnd = (refreshes: [number, Place][], start: TokenReuse = TOLD) => {
    let suspectedReuse: TokenReuse | null = start;
    for (const [hour, from] of refreshes) {
      const verdict = assessRefresh(suspectedReuse, current(from), hour * HOUR);
      if (verdict.areTwoParties) return hour;
      ({ suspectedReuse } = verdict);
    }
    return null;
  };

  test("the connection ends after two more refreshes from each location within a day", () => {
    expect(hourOfEnd([[1, OFFICE], [2, FAR], [3, OFFICE], [4, FAR], [5, FAR]])).toBe(4); // biome-ignore format: one line each
    expect(hourOfEnd([[1, FAR], [2, FAR], [24, OFFICE], [25, OFFICE]])).toBe(25); // biome-ignore format: one line each
  });

  test("the connection stays active if one location has fewer than two refreshes, or if they are more than a day apart", () => {
    expect(hourOfEnd([1, 2, 3, 4, 5].map((hour) => [hour, OFFICE]))).toBeNull();
    expect(hourOfEnd([[1, OFFICE], [2, OFFICE], [3, OFFICE], [4, FAR]])).toBeNull(); // biome-ignore format: one line each
    expect(hourOfEnd([[1, FAR], [2, FAR], [24, OFFICE], [26, OFFICE]])).toBeNull(); // biome-ignore format: one line each
    expect(hourOfEnd([[1, PHONE], [2, PHONE], [3, FAR], [4, FAR]])).toBeNull(); // biome-ignore format: one line each
  });

  test("refreshes before the e-mail do not count", () => {
    const untold = { ...TOLD, toldAt: null };
    expect(hourOfEnd([[1, OFFICE], [2, FAR], [3, OFFICE], [4, FAR]], untold)).toBeNull(); // biome-ignore format: one line each
  });

  test("simultaneous refreshes from one location count once, and a repeated response counts for the location that received it", () => {
    const repeated = (from: Place, replacedFrom: Place) => ({ from, replacedFrom, isRepeated: true });
    expect(assessRefresh(TOLD, repeated(OFFICE, OFFICE), HOUR).suspectedReuse).toEqual(TOLD);
    expect(assessRefresh(TOLD, repeated(FAR, OFFICE), HOUR).suspectedReuse?.since).toEqual([[], [HOUR]]);
  });

  test("a third location marks the connection again without another e-mail", () => {
    const verdict = assessRefresh(TOLD, { from: FURTHER, replacedFrom: OFFICE, isRepeated: false }, HOUR);
    const suspectedReuse = { at: 0, places: [OFFICE, FURTHER], toldAt: 1, since: [[], []] };
    expect(verdict).toEqual({ suspectedReuse, needsMail: false, areTwoParties: false });
  });
});

describe("a copied connection", () => {
  /**
   * Creates a connection whose application refreshes its token. Then a copy of the used token is sent from another
   * location.
   */
  async function copied(): Promise<{ connection: TestConnection; own: Tokens; copy: Tokens }> {
    const [connection, first] = await connected();
    const own = await connection.refreshedFrom(OFFICE, first.refresh_token);
    pass(2 * MINUTE);
    const copy = await connection.refreshedFrom(FAR, first.refresh_token);
    expect(copy.refresh_token).toBe(own.refresh_token);
    return { connection, own, copy };
  }

  test("is marked but stays active, and the customer gets one e-mail", async () => {
    const { connection, own } = await copied();
    expect(await connection.told(2)).toContainEqual(["marked", null]);
    const summary = await connection.summary();
    expect(summary?.end).toBeNull();
    expect(Date.parse(summary?.markedAt ?? "")).toBeGreaterThan(0);
    const next = await connection.refreshedFrom(OFFICE, own.refresh_token);
    pass(2 * MINUTE);
    await connection.refreshFrom(FAR, own.refresh_token);
    expect((await connection.told(2)).filter(([what]) => what === "marked")).toHaveLength(1);
    expect(await connection.outcome(next.access_token)).toBe("admitted");
  });

  test("ends for both parties if both keep using it, and the customer gets the reason", async () => {
    const { connection, own } = await copied();
    await connection.told(2);
    let { refresh_token } = own;
    for (let round = 0; round < 2; round++) {
      await connection.evict();
      pass(50 * MINUTE);
      const next = await connection.refreshedFrom(OFFICE, refresh_token);
      pass(2 * MINUTE);
      const theirs = await connection.refreshFrom(FAR, refresh_token);
      if (round === 0) {
        expect(await connection.outcome(tokensIn(theirs).access_token)).toBe("admitted");
        ({ refresh_token } = next);
        continue;
      }
      expect(errorIn(theirs)).toEqual(INVALID_GRANT);
      expect(await connection.outcome(next.access_token)).toBe("refused");
      expect(errorIn(await connection.refreshFrom(OFFICE, next.refresh_token))).toEqual(INVALID_GRANT);
    }
    expect(await connection.endReason()).toBe("used_in_two_places");
    expect(await connection.told(4)).toContainEqual(["ended", "used_in_two_places"]);
    expect(await connection.stored()).toMatchObject({ oauth: 0, refreshes: 0 });
  });

  const noMails = (noticesFail: boolean) => {
    faults.noticesFail = noticesFail;
  };
  const marksTold = async ({ id }: TestConnection) => noticesOf(id).filter(([what]) => what === "marked").length;

  test("causes one e-mail, which the alarm retries if it failed", async () => {
    noMails(true);
    const { connection } = await copied();
    noMails(false);
    await connection.evict();
    expect(await connection.alarmAt()).toBeLessThanOrEqual(Date.now() + MINUTE);
    expect(await marksTold(connection)).toBe(0);
    await connection.runAlarm();
    await expect.poll(() => marksTold(connection)).toBe(1);
    await connection.runAlarm();
    await connection.runAlarm();
    expect(await marksTold(connection)).toBe(1);
    expect(await connection.alarmAt()).toBeGreaterThan(Date.now() + DAY);
  });

  test("stays active after five failed e-mails, and its next use from another location sends the e-mail", async () => {
    noMails(true);
    const { connection, own } = await copied();
    for (let attempt = 0; attempt < 5; attempt++) await connection.runAlarm();
    await expect
      .poll(async () => {
        await connection.runAlarm();
        return ((await connection.alarmAt()) ?? 0) > Date.now() + DAY;
      })
      .toBe(true);
    noMails(false);
    await connection.runAlarm();
    expect(await marksTold(connection)).toBe(0);
    let { refresh_token } = own;
    for (let round = 0; round < 3; round++) {
      pass(50 * MINUTE);
      const next = await connection.refreshedFrom(OFFICE, refresh_token);
      pass(2 * MINUTE);
      expect((await connection.summary())?.end, `round ${round}`).toBeNull();
      await connection.refreshFrom(FAR, refresh_token);
      await expect.poll(() => marksTold(connection)).toBe(1);
      ({ refresh_token } = next);
    }
    expect(await connection.endReason()).toBe("used_in_two_places");
  });

  test("is not marked if either location is unknown", async () => {
    const [connection, first] = await connected();
    await connection.refreshFrom(OFFICE, first.refresh_token);
    await connection.refreshFrom(null, first.refresh_token);
    const [other, tokens] = await connected();
    await other.refreshFrom(null, tokens.refresh_token);
    await other.refreshFrom(FAR, tokens.refresh_token);
    for (const one of [connection, other]) expect((await one.summary())?.markedAt).toBeNull();
  });

  test("stores no readable hash of its network while it is unmarked", async () => {
    const [connection, first] = await connected();
    await connection.refreshFrom(OFFICE, first.refresh_token);
    expect(await connection.storedText()).not.toContain(OFFICE.network);
  });
});
