import type { Schema } from './contract.ts'

/** Makes components of others, each once for a key, under a name that no other has. */
export function componentMaker(
  existing: Readonly<Record<string, Schema>>,
  made: Record<string, Schema>,
): (key: string, wanted: string, make: () => Schema) => string {
  const names = new Map<string, string>()
  return (key, wanted, make) => {
    const known = names.get(key)
    if (known !== undefined) return known
    let name = wanted
    while (name in made || name in existing) name += '_'
    names.set(key, name)
    // A schema that occurs inside itself meets its own name before it is done.
    made[name] = {}
    made[name] = make()
    return name
  }
}
