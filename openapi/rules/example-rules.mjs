/**
 * Whatever is sent or answered has at least one example with a name. The mock answers with the first and lets
 * a caller ask for another by name; without any it would make a body up.
 */
export function contentHasNamedExamples() {
  return {
    MediaType(mediaType, { report, location }) {
      if (mediaType.example !== undefined) {
        report({
          message: 'Give the example a name under `examples`.',
          location: location.child('example').key(),
        })
      } else if (Object.keys(mediaType.examples ?? {}).length === 0) {
        report({ message: 'Give at least one named example.', location: location.key() })
      }
    },
  }
}

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
