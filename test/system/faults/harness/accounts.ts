/** A customer with one account. It has two targets for each action on existing items. */
export interface CampaignAccount {
  loginId: number;
  accountId: number;
  /** The part of the e-mail address and password that distinguishes this login. */
  login: string;
  renewed: [string, string];
  leaving: [string, string];
  changed: [number, number];
  cancelled: [number, number];
}

/** The lowest id of a campaign account. The demonstration accounts have lower ids. */
export const FIRST_ACCOUNT = 20_000;

/** The currency, plan and billing cycle of every customer. */
export const CURRENCY = "CAD";
export const CYCLE = "annually";
export const PLAN = "web-plus";

export function campaignAccount(number: number): CampaignAccount {
  const login = `c${number}`;
  const service = 500_000 + number * 10;
  return {
    loginId: FIRST_ACCOUNT + number,
    accountId: FIRST_ACCOUNT + number,
    login,
    renewed: [`${login}-renewed.com`, `${login}-renewed-too.com`],
    // The registry of .eu allows a transfer right after the registration.
    leaving: [`${login}-leaving.eu`, `${login}-leaving-too.eu`],
    changed: [service, service + 1],
    cancelled: [service + 2, service + 3],
  };
}

export function campaignAccounts(count: number): CampaignAccount[] {
  return Array.from({ length: count }, (_, number) => campaignAccount(number));
}

export const emailOf = ({ login }: CampaignAccount): string => `${login}@maple.example`;
export const passwordOf = ({ login }: CampaignAccount): string => `maple-${login}`;
/** Returns the domains of an account, each with the id of its row. */
export const domainsOf = ({ accountId, renewed, leaving }: CampaignAccount): { id: number; name: string }[] =>
  [...renewed, ...leaving].map((name, index) => ({ id: 600_000 + accountId * 10 + index, name }));
