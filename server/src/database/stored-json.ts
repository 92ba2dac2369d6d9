/**
 * JSON that this service itself wrote into one of its columns; the one place where such text is cast to a
 * type.
 */
export function parseStored<T>(text: string): T {
  return JSON.parse(text) as T
}
