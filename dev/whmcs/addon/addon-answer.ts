/** What the addon's endpoint answers, before it is written. */
export interface AddonAnswer {
  status: number;
  body: Record<string, unknown>;
}

const MESSAGES: Record<string, string> = {
  bad_signature: "Authentication Failed",
  bad_parameters: "Invalid Parameters",
  busy: "Another Action Of The Account Is Under Way",
  foreign_account: "Parameter Of Another Account",
  invalid_code: "Invalid Code",
  no_administrator: "Invalid Permissions: The Addon Has No Administrator",
  not_active: "Invalid Permissions: The Addon Is Not Active",
  unknown_call: "Invalid API Action",
  unknown_user: "User Not Found",
  not_allowed: "Invalid Permissions: The Addon Places No Orders",
};

export function succeeded(members: Record<string, unknown>): AddonAnswer {
  return { status: 200, body: { result: "success", ...members } };
}

export function refused(status: number, error: string): AddonAnswer {
  return { status, body: { result: "error", error, message: MESSAGES[error] ?? error } };
}

/** Ends a call with a refusal, before anything is done. */
export class AddonRefusal extends Error {
  override name = "AddonRefusal";
  readonly answer: AddonAnswer;

  constructor(status: number, error: string) {
    super(error);
    this.answer = refused(status, error);
  }
}
