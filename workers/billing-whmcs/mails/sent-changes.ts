import type { DomainNotice } from "../../../shared/mail/domain-mails.ts";

/** The notices of a domain's settings at its registrar. */
export type SettingNotice = Exclude<DomainNotice, { kind: "zoneChanged" }>;

/** A change of a domain's setting that was sent, and what its owner is told once it was made. */
export interface SentChange {
  accountId: number;
  domainId: number;
  notice: SettingNotice;
}

/** A change whose outcome was not found out. */
export interface OpenChange extends SentChange {
  /** RFC 3339 */
  sentAt: string;
}

/**
 * Changes whose outcome is not known, or whose owner is not mailed yet. Whoever claims the row mails the owner and removes it after
 * that: a mail that was not sent is tried again once the claim is over.
 */
export class SentChanges {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Call it before it is sent. @param at RFC 3339 */
  async add({ accountId, domainId, notice }: SentChange, at: string): Promise<void> {
    await this.#db
      .prepare(
        `INSERT INTO sent_changes (account_id, domain_id, wanted, domain, notice, sent_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET sent_at = excluded.sent_at`,
      )
      .bind(accountId, domainId, wantedBy(notice), notice.domain, JSON.stringify(notice), at)
      .run();
  }

  /** Takes on the mail to the owner. @param until RFC 3339, like `at` @returns false where another run has it, or the row is gone */
  async claim({ accountId, domainId, notice }: SentChange, at: string, until: string): Promise<boolean> {
    const { meta } = await this.#db
      .prepare(
        `UPDATE sent_changes SET claimed_until = ?
         WHERE account_id = ? AND domain_id = ? AND wanted = ? AND coalesce(claimed_until, '') <= ?`,
      )
      .bind(until, accountId, domainId, wantedBy(notice), at)
      .run();
    return meta.changes === 1;
  }

  /** @returns false where another call has done so */
  async remove({ accountId, domainId, notice }: SentChange): Promise<boolean> {
    const { meta } = await this.#db
      .prepare("DELETE FROM sent_changes WHERE account_id = ? AND domain_id = ? AND wanted = ?")
      .bind(accountId, domainId, wantedBy(notice))
      .run();
    return meta.changes === 1;
  }

  /** Those that were sent before an instant, in random order: over several runs each has its turn. @param at RFC 3339 */
  async before(at: string, limit: number): Promise<OpenChange[]> {
    const { results } = await this.#db
      .prepare(
        `SELECT account_id AS accountId, domain_id AS domainId, notice, sent_at AS sentAt FROM sent_changes
         WHERE sent_at < ? ORDER BY random() LIMIT ?`,
      )
      .bind(at, limit)
      .all<Omit<OpenChange, "notice"> & { notice: string }>();
    return results.map((row) => ({ ...row, notice: JSON.parse(row.notice) as SettingNotice }));
  }
}

function wantedBy(notice: SettingNotice): string {
  switch (notice.kind) {
    case "nameserversChanged":
      return `nameservers ${notice.nameservers.toSorted().join(" ")}`;
    case "unlocked":
    case "autoRenewOff":
      return notice.kind;
  }
}
