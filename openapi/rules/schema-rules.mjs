/**
 * Every schema file and every field of one says what it means, beside the reference too: that is what readers
 * see.
 */
export function schemaIsDescribed() {
  return {
    Schema(schema, { report, location }) {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        if (isDescribed(field)) continue
        report({
          message: `Describe the field ${name}.`,
          location: location.child(['properties', name]).key(),
        })
      }
      if ((schema.type === 'object' || schema.allOf !== undefined) && !isDescribed(schema)) {
        report({ message: 'Describe what the object is.', location: location.key() })
      }
    },
  }
}

function isDescribed(schema) {
  return typeof schema?.description === 'string' && schema.description.trim() !== ''
}
