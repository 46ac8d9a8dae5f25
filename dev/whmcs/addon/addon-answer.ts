/** What the addon's endpoint answers, before it is written. */
export interface AddonAnswer {
  status: number;
  body: Record<string, unknown>;
}

const MESSAGES: Record<string, string> = {
  bad_signature: "Authentication Failed",
  unknown_call: "Invalid API Action",
  not_active: "Invalid Permissions: the addon is not active",
  not_allowed: "Invalid Permissions: the addon's settings allow no orders",
  no_administrator: "Invalid Permissions: no administrator is set",
};

export function succeeded(members: Record<string, unknown>): AddonAnswer {
  return { status: 200, body: { result: "success", ...members } };
}

export function refused(status: number, error: string): AddonAnswer {
  return { status, body: { result: "error", error, message: MESSAGES[error] ?? error } };
}
