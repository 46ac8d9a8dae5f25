/** Sets an entry as the newest. Over the limit, deletes the oldest entry. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > atMost && oldest !== undefined) map.delete(oldest);
}
