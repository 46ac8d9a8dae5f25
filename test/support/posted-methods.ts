/** The methods of what a Worker of the tests asks for whoever posts `[method, ...arguments]` to it. */
export function methodsAt<Methods extends object>(address: () => string): Methods {
  const ask = async (call: unknown[]) => {
    const response = await fetch(address(), { method: "POST", body: JSON.stringify(call) });
    if (!response.ok) throw new Error(`${call[0]}: ${await response.text()}`);
    return response.json();
  };
  return new Proxy({} as Methods, {
    get:
      (_, method) =>
      (...args: unknown[]) =>
        ask([method, ...args]),
  });
}
