/**
 * The methods of what a Worker of the tests asks for whoever posts `[method, ...arguments]` to it.
 * @param own members that are not asked of the Worker
 */
export function methodsAt<Methods extends object, Own extends object = object>(address: () => string, own?: Own) {
  const ask = async (call: unknown[]) => {
    const response = await fetch(address(), { method: "POST", body: JSON.stringify(call) });
    if (!response.ok) throw new Error(`${call[0]}: ${await response.text()}`);
    return response.json();
  };
  return new Proxy((own ?? {}) as Own & Methods, {
    get: (members, method) =>
      method in members ? Reflect.get(members, method) : (...args: unknown[]) => ask([method, ...args]),
  });
}
