/**
 * A failure is logged by its event alone: what another party's error says may hold what no log may.
 * @returns whether it was done
 */
export async function quietly(event: string, work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch {
    console.error(JSON.stringify({ event }));
    return false;
  }
}
