/**
 * An example of an error carries the status it stands under, and a code that x-error-statuses gives this
 * status.
 */
export function errorExampleFitsItsStatus() {
  let statusOf = {}
  return {
    Root(root, { resolve }) {
      statusOf = resolve(root['x-error-statuses'] ?? {}).node ?? {}
    },
    Response: {
      enter(response, { key, report, location, resolve }) {
        const status = Number(key)
        if (!(status >= 400)) return
        const named = response.content?.['application/json']?.examples ?? {}
        for (const [name, reference] of Object.entries(named)) {
          const { status: told, code } = resolve(reference).node?.value ?? {}
          if (told === status && statusOf[code] === status) continue
          report({
            message: `Example ${name} stands under ${status} but says ${told} ${code}, which has ${statusOf[code]}.`,
            location: location.child(['content', 'application/json', 'examples', name]).key(),
          })
        }
      },
    },
  }
}
