// @ts-check
import { readFileSync } from 'node:fs'
import { Comment, Converter, ReflectionKind } from 'typedoc'

const contract = new URL('../../openapi/generated/openapi.json', import.meta.url)
/** @type {Record<string, { description?: string }>} */
const schemas = JSON.parse(readFileSync(contract, 'utf8')).components.schemas

/**
 * A plug-in of TypeDoc for types that are made from the contract. Their words stand after `@description`,
 * where an editor shows them and TypeDoc does not look for the words of a thing: they become its summary. A
 * type that is a schema of the contract by another name says what the contract says of that.
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
