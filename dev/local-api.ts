/**
 * The path of the local runtime's own API. No Worker has a route for this path, and a deployment does not have this
 * API.
 */
const LOCAL_API = "/cdn-cgi/local/explorer/api";

/** The path that lists the e-mails that the Workers have sent. */
export const LOCAL_MAILS = `${LOCAL_API}/local/email/sending`;

/** The path that lists the running Workers. */
export const LOCAL_WORKERS = `${LOCAL_API}/local/workers`;

/**
 * Fires a Worker's cron trigger. The `scheduled` handler runs in the same Worker that serves requests.
 * @param origin the origin of the running system
 * @param worker the Worker's name
 * @throws {Error} if the system is unreachable or the handler fails
 */
export async function fireCron(origin: string, worker: string, cron: string): Promise<void> {
  const { outcome } = await post<{ outcome: string }>(`${origin}${LOCAL_API}/local/scheduled?worker=${worker}`, {
    cron,
  });
  if (outcome !== "ok") throw new Error(`the scheduled handler of ${worker} ended as ${outcome}`);
}

/**
 * Runs a statement on a database of the running system, in the process that has the database open.
 * @param database the binding of the database
 * @returns the rows, each as a list of column values
 * @throws {Error} if the system is unreachable or the statement fails
 */
export async function runStatement(origin: string, database: string, sql: string): Promise<unknown[][]> {
  const address = `${origin}${LOCAL_API}/d1/database/${database}/raw`;
  const results = await post<{ results: { rows: unknown[][] } }[]>(address, { sql });
  return results[0]?.results.rows ?? [];
}

async function post<Result>(address: string, body: object): Promise<Result> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status} ${text}`);
  return (JSON.parse(text) as { result: Result }).result;
}
