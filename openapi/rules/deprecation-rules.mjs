const explanation = /\bDeprecated since (\d+)\.(\d+)\.(\d+): (use .|there is no replacement)/

/**
 * What is deprecated says since which version, which has come by now, and what to use instead: a mark alone
 * tells a reader nothing to do.
 */
export function deprecationIsExplained() {
  let version = []
  const check = (node, { report, location }) => {
    if (node?.deprecated !== true) return
    const [, ...numbers] = explanation.exec(node.description ?? '') ?? []
    if (numbers.length === 0) {
      report({
        message: 'Say in the description `Deprecated since VERSION: use …`, or `: there is no replacement`.',
        location: location.child('deprecated').key(),
      })
    } else if (isAfter(numbers.slice(0, 3).map(Number), version)) {
      report({
        message: `It cannot be deprecated since a version after ${version.join('.')}.`,
        location: location.child('description'),
      })
    }
  }
  return {
    Info(info) {
      version = String(info.version).split('.').map(Number)
    },
    Operation: check,
    Parameter: check,
    Header: check,
    Schema(schema, context) {
      check(schema, context)
      // Beside a reference, where the visit of the schema goes on to what it refers to.
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (field.$ref !== undefined)
          check(field, { ...context, location: context.location.child(['properties', name]) })
      }
    },
  }
}

/** The next minor version counts as come: it is what is being written. */
function isAfter([major, minor, patch], [ownMajor = 0, ownMinor = 0]) {
  if (major !== ownMajor) return major > ownMajor
  return minor > ownMinor + 1 || (minor === ownMinor + 1 && patch > 0)
}
