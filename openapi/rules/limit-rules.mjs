const unitInName = /(Bytes|Characters|Pixels|Px|Uploads|Polls|Seconds|Days)(Max|Min)$|Seconds$|PerMinute$/

/**
 * A limit of x-limits is a whole number above zero with its unit in its name and a sentence on what it
 * bounds.
 */
export function limitIsComplete() {
  return {
    Root(root, { report, location }) {
      for (const [name, limit] of Object.entries(root['x-limits'] ?? {})) {
        const at = { location: location.child(['x-limits', name]).key() }
        if (!unitInName.test(name)) report({ message: `Put the unit last in the name of ${name}.`, ...at })
        if (!(Number.isInteger(limit?.value) && limit.value > 0)) {
          report({ message: `Give ${name} a whole number above zero as its \`value\`.`, ...at })
        }
        if (typeof limit?.description !== 'string')
          report({ message: `Describe what ${name} bounds.`, ...at })
      }
    },
  }
}
