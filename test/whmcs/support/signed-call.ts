import { createHmac } from "node:crypto";

const BRIDGE = "/modules/addons/frontdesk/bridge.php";

/** Signs a call to the addon as Frontdesk does, and sends it. */
export function signedCall(url: string, key: string, call: string, members: object): Promise<Response> {
  const body = JSON.stringify({ call, ...members });
  const time = Math.floor(Date.now() / 1_000);
  const digest = createHmac("sha256", key).update(`${time}\n${BRIDGE}\n${body}`).digest("hex");
  const headers = { "Content-Type": "application/json", "X-Frontdesk": `t=${time},v1=${digest}` };
  return fetch(url + BRIDGE, { method: "POST", headers, body });
}
