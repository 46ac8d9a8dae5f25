/**
 * The local runtime's own API. It belongs to the runtime, not to the project: no Worker has a route for it, and a deployment does not
 * have it.
 */
const LOCAL_API = "/cdn-cgi/local/explorer/api";

/** The mails that Workers sent. */
export const LOCAL_MAILS = `${LOCAL_API}/local/email/sending`;

/** The Workers that run. */
export const LOCAL_WORKERS = `${LOCAL_API}/local/workers`;

/**
 * Fires a Worker's cron trigger: its `scheduled` handler runs in the Worker that serves requests.
 * @param origin of the running system
 * @param worker its name
 * @throws if it is unreachable, or did not succeed
 */
export async function fireCron(origin: string, worker: string, cron: string): Promise<void> {
  const { outcome } = await post<{ outcome: string }>(`${origin}${LOCAL_API}/local/scheduled?worker=${worker}`, {
    cron,
  });
  if (outcome !== "ok") throw new Error(`the scheduled handler of ${worker} ended as ${outcome}`);
}

/**
 * Runs one statement on a database of the running system, through the process that has it open.
 * @param database its binding
 * @returns the rows, each a list of its columns' values
 * @throws if it is unreachable, or the statement fails
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
