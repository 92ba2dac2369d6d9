// @ts-check
import { readFileSync } from 'node:fs'
import { Comment, Converter, ReflectionKind } from 'typedoc'

const contract = new URL('../../openapi/generated/openapi.json', import.meta.url)
/** @type {Record<string, { description?: string }>} */
const schemas = JSON.parse(readFileSync(contract, 'utf8')).components.schemas

/**
 * A TypeDoc plug-in for types generated from the contract. Their descriptions are in `@description`, which
 * editors show but TypeDoc does not treat as the summary: the plug-in makes them the summary. A type that
 * renames a schema of the contract gets that schema's description.
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      const { comment, name } = reflection
      const described = comment?.getTag('@description')
      if (comment !== undefined && described !== undefined) {
        comment.summary = described.content
        comment.removeTags('@description')
      }
      const text = schemas[name]?.description
      if (comment === undefined && text !== undefined && reflection.kindOf(ReflectionKind.TypeAlias)) {
        reflection.comment = new Comment([{ kind: 'text', text }])
      }
    }
  })
}
