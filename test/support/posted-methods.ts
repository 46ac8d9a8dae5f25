/**
 * Returns a client with the methods of a test Worker. Each call posts `[method, ...arguments]`.
 * @param own members of the client that do not call the Worker
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
