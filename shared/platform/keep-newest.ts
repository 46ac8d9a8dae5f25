/** Sets an entry as the newest one of a map. If the map exceeds the limit, its oldest entry is deleted. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > atMost && oldest !== undefined) map.delete(oldest);
}
