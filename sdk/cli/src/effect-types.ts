import type { Effect, Surface } from '@mediagen/sdk'
import { plainJson, plainText } from '../../../server/src/commands/look/text.ts'

const typeNames = { image: 'ImageEffectId', video: 'VideoEffectId' } as const satisfies Record<
  Surface,
  string
>

const augmentation = `
/** Requests of the SDK take these ids and no others. */
declare module '@mediagen/sdk' {
  interface EffectIds {
    image: ${typeNames.image}
    video: ${typeNames.video}
  }
}
`

/**
 * TypeScript declarations of the effects of one service, as a module: a union of ids for each surface, and the
 * SDK's own interface with both, so that its requests take no other id. Equal catalogues give equal text, so
 * that a file of it changes only when the catalogue does.
 */
export function effectTypes(effects: readonly Effect[], baseUrl: string): string {
  const declarations = Object.entries(typeNames).map(([surface, name]) => {
    const ids = effects.filter((effect) => effect.surface === surface).sort(byId)
    const members = ids.map(
      ({ id, description }) => `  | ${plainJson(JSON.stringify(id))} // ${commentOf(description)}`,
    )
    const union = members.length === 0 ? ' never' : `\n${members.join('\n')}`
    return `/** An effect for ${surface}s. */\nexport type ${name} =${union}\n`
  })
  return `// The effects of ${commentOf(baseUrl)}, written by "mediagen types". Do not edit.\n\n${declarations.join('\n')}${augmentation}`
}

function byId(one: Effect, other: Effect): number {
  return one.id < other.id ? -1 : 1
}

/** A text on one line, which nothing in it can leave; nothing for a value that is no text. */
function commentOf(text: unknown): string {
  return typeof text === 'string' ? plainText(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim() : ''
}
