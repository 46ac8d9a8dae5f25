import { afterEach, describe, expect, test } from "vitest";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets, type WhmcsSecrets } from "../../scripts/secrets-file.ts";
import { probeSubject } from "../../scripts/whmcs/subject-probe.ts";
import { type SeenAccount, type SeenUser, subjectVerdict } from "../../scripts/whmcs/subject-verdict.ts";
import { settingsOfAll, workersOn } from "../../scripts/workers.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { watchLog } from "./support/sign-in.ts";

// What the probe's own sign-ins log belongs to no test's output.
watchLog();

let simulator: WhmcsSimulator | undefined;

afterEach(async () => {
  await simulator?.stop();
  simulator = undefined;
});

async function start(openId: WhmcsSimulatorOptions["openId"] = {}): Promise<WhmcsSimulator> {
  simulator = await WhmcsSimulator.start({ returnTo: [returnTo], openId });
  return simulator;
}

function settings(of: WhmcsSimulator): { texts: WhmcsSettingTexts; secrets: WhmcsSecrets } {
  const all = settingsFor(of);
  const texts = { ...settingsOfAll(workersOn("whmcs")), ...all } as unknown as WhmcsSettingTexts;
  return { texts, secrets: readWhmcsSecrets("", all) };
}

const PORT = 18976;
const returnTo = `http://127.0.0.1:${PORT}/returned`;

/** Two users sign in where the probe leads them; by default those of account 1001, which is the only one of its owner. */
async function probe(
  openId: WhmcsSimulatorOptions["openId"],
  {
    second = "contact",
    texts: otherTexts = {},
    ownsOne = true,
    arrange = () => {},
  }: {
    second?: string;
    texts?: Partial<WhmcsSettingTexts>;
    ownsOne?: boolean;
    arrange?: (whmcs: WhmcsSimulator) => void;
  } = {},
): Promise<{ code: number; said: string[] }> {
  const whmcs = await start(openId);
  const { state } = whmcs;
  if (ownsOne)
    state.memberships = state.memberships.filter(({ userId, clientId }) => userId !== 11 || clientId === 1001);
  arrange(whmcs);
  const { texts, secrets } = settings(whmcs);
  const lines: string[] = [];
  const logins = ["owner", second];
  const say = (line: string) => {
    lines.push(line);
    const address = /(http\S+authorize\.php\S+)/.exec(line)?.[1];
    if (address) void signInAt(whmcs.url, address, logins.shift() ?? "");
  };
  const code = await probeSubject({ ...texts, ...otherTexts }, secrets, undefined, { port: PORT, say });
  return { code, said: lines.filter((line) => !/authorize\.php|^Have ready/.test(line)) };
}

async function signInAt(base: string, address: string, login: string): Promise<void> {
  const { pathname, search } = new URL(address);
  const form = { goto: pathname + search, username: `${login}@maple.example`, password: `maple-${login}` };
  const post = (url: string, body: Record<string, string>, cookie = "") =>
    fetch(url, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams(body) });
  const signedIn = await post(`${base}/dologin.php`, form);
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const back = await post(address, { decision: "authorize" }, cookie);
  await fetch(back.headers.get("location") ?? "");
}

const LEFT_UNSET = /Leave\s+WHMCS_OIDC_SUBJECT\s+unset/;

describe("the probe of the subject", () => {
  test.each([
    [{ subject: "user_uuid" as const }, 0, /WHMCS_OIDC_SUBJECT=user\./],
    [{ subject: "user_id" as const }, 0, /WHMCS_OIDC_SUBJECT=user\./],
    [{ subject: "client_uuid" as const }, 0, /WHMCS_OIDC_SUBJECT=account\./],
    [{ subject: "client_uuid" as const, givesAccountEmail: true }, 1, LEFT_UNSET],
    [{ givesAccountEmail: true }, 0, /WHMCS_OIDC_SUBJECT=account\./],
  ])("tells by two users of one account: %j", async (options, code, text) => {
    expect(await probe(options)).toEqual({ code, said: [expect.stringMatching(text)] });
  });

  test.each(["owner", "big"])("tells nothing where the owner and %s sign in", async (second) => {
    expect(await probe({}, { second })).toEqual({ code: 1, said: [expect.stringMatching(LEFT_UNSET)] });
  });

  test("tells nothing where the owner has another account besides", async () => {
    expect(await probe({}, { ownsOne: false })).toEqual({ code: 1, said: [expect.stringMatching(LEFT_UNSET)] });
  });

  test("tells nothing where an account does not tell its uuid", async () => {
    const arrange = ({ faults }: WhmcsSimulator) => {
      const without = (answer: Record<string, unknown>) => {
        const { uuid: _, client, ...members } = answer;
        const { uuid: __, ...inner } = (client ?? {}) as Record<string, unknown>;
        return { ...members, ...(client ? { client: inner } : {}) };
      };
      faults.plan({ kind: "changed", change: without }, { action: "GetClientsDetails" });
    };
    expect(await probe({}, { arrange })).toEqual({ code: 1, said: [expect.stringMatching(LEFT_UNSET)] });
  });

  test("names tokens without the nonce, and says what to do", async () => {
    const { code, said } = await probe({ hasNonce: false });
    expect([code, said]).toEqual([1, [expect.stringMatching(/^stop .*whmcs_no_nonce.*install the addon/s)]]);
  });

  test("names any other reason why a sign-in proves nobody", async () => {
    const { code, said } = await probe({ claims: { azp: "another" } });
    expect([code, said]).toEqual([1, [expect.stringMatching(/^stop .*for_another_party/s)]]);
  });

  test("names userinfo without email_verified, once, and says what to do", async () => {
    const { code, said } = await probe({ hasEmailVerified: false });
    expect(code).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^stop .*no email_verified.*set WHMCS_EMAILS_ARE_VERIFIED=true.*addon/s),
      expect.stringContaining("WHMCS_OIDC_SUBJECT=user."),
    ]);
  });

  test("takes WHMCS_EMAILS_ARE_VERIFIED in the place of email_verified, and not of a no", async () => {
    const texts = { WHMCS_EMAILS_ARE_VERIFIED: "true" };
    const absent = await probe({ hasEmailVerified: false }, { texts });
    expect([absent.code, absent.said[0]]).toEqual([0, expect.stringMatching(/^ok /)]);
    await simulator?.stop();
    const refused = await probe({ userInfo: { email_verified: "false" } }, { texts });
    expect([refused.code, refused.said[0]]).toEqual([0, expect.stringMatching(/^warn .*owner is not verified/)]);
  });

  test("says so before anybody signs in where the API, which knows who shares an account, does not answer", async () => {
    const { texts, secrets } = settings(await start());
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const code = await probeSubject(texts, { ...secrets, WHMCS_SECRET: "x" }, undefined, { port: PORT, say });
    expect([code, lines]).toEqual([1, [expect.stringContaining("until only the way to sign in is missing")]]);
  });
});

describe("what two subjects stand for", () => {
  const UUID = "0b2c3d4e-0000-4000-8000-00000000000a";
  const account: SeenAccount = { id: 1001, uuid: UUID };
  /** User 11 of one@ and user 12 of two@. */
  const seen = (
    number: 1 | 2,
    subject: string,
    accounts = [account],
    users = [{ id: 10 + number, accounts }],
  ): SeenUser => ({
    ...{ subject, users },
    email: number === 1 ? "one@maple.example" : "two@maple.example",
  });

  test("uuids of their own are the users'", () => {
    expect(subjectVerdict(seen(1, "c"), seen(2, "d")).subject).toBe("user");
  });

  test.each([
    ["as it stands", UUID],
    ["in capitals", UUID.toUpperCase()],
    ["without hyphens", UUID.replaceAll("-", "")],
    ["by its number", "1001"],
    ["by its number with zeros", "001001"],
  ])("the account's, %s, is never a user's", (_, subject) => {
    expect(subjectVerdict(seen(1, subject), seen(2, "d")).subject).toBe("account");
    expect(subjectVerdict(seen(1, "c"), seen(2, subject)).subject).toBe("account");
  });

  test("one subject in two letter cases is one", () => {
    expect(subjectVerdict(seen(1, UUID), seen(2, UUID.toUpperCase())).subject).toBe("account");
  });

  test("a user's number may be an account's, too", () => {
    const users = [{ id: 1001, accounts: [account] }];
    expect(subjectVerdict(seen(1, "1001", [account], users), seen(2, "12")).subject).toBe("user");
  });

  test("numbers that are neither user's nor account's show nothing", () => {
    expect(subjectVerdict(seen(1, "501"), seen(2, "502")).subject).toBeNull();
  });

  const elsewhere = { id: 1002, uuid: "b" };
  test.each<[what: string, owner: SeenUser, other: SeenUser]>([
    ["the other user manages another account besides", seen(1, "c"), seen(2, "d", [account, elsewhere])],
    ["the owner manages another account besides", seen(1, "c", [account, elsewhere]), seen(2, "d")],
    ["both manage the same two accounts", seen(1, "c", [account, elsewhere]), seen(2, "d", [account, elsewhere])],
    ["they share no account", seen(1, "c"), seen(2, "d", [elsewhere])],
    ["neither manages one", seen(1, "c", []), seen(2, "d", [])],
    ["an address is nobody's", seen(1, "c"), seen(2, "d", [account], [])],
    [
      "an address is two users'",
      seen(1, "c"),
      { ...seen(2, "d"), users: [12, 13].map((id) => ({ id, accounts: [account] })) },
    ],
    ["the account's uuid is not told", seen(1, "c", [{ id: 1001, uuid: undefined }]), seen(2, "d")],
  ])("nothing is shown where %s", (_, owner, other) => {
    expect(subjectVerdict(owner, other).subject).toBeNull();
  });
});
