/** More than any known contract has, and few enough to be written out. */
const valuesMax = 5_000_000
const levelsMax = 500

/**
 * Why a value cannot be written out as JSON: the aliases of YAML let a few lines stand for more values than any
 * memory holds, or for endlessly many. Undefined where it can.
 */
export function expansionFault(root: unknown): string | undefined {
  const sizes = new Map<object, number>()
  const open = new Set<object>()
  const sizeOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const known = sizes.get(value)
    if (known !== undefined) return known
    if (open.has(value)) throw new Unwritable('an alias leads back into what it stands for')
    if (open.size === levelsMax) throw new Unwritable(`is nested more than ${levelsMax} levels deep`)
    open.add(value)
    const size = Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 1)
    open.delete(value)
    sizes.set(value, size)
    return size
  }
  try {
    return sizeOf(root) > valuesMax
      ? `has more than ${valuesMax} values, with its aliases written out`
      : undefined
  } catch (error) {
    if (error instanceof Unwritable) return error.message
    throw error
  }
}

class Unwritable extends Error {}
