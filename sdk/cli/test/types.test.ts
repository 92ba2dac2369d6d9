import type { Effect } from '@mediagen/sdk'
import { expect, test } from 'vitest'
import { typeErrors } from '../../../test/support/type-errors.ts'
import { effectTypes } from '../src/effect-types.js'
import { setStage } from './support/command.ts'

/** The errors of a program beside the declarations, which uses the SDK as it is built. */
function errorsOf(declarations: string, program: string, extension = 'mts'): string[] {
  return typeErrors(
    { [`effects.d.${extension}`]: declarations, [`program.${extension}`]: program },
    {
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        target: 'ES2022',
        module: 'Node16',
        moduleResolution: 'Node16',
        types: ['node'],
      },
    },
  )
}

const effectOf = (id: string, surface: 'image' | 'video', description = ''): Effect => ({
  id,
  name: id,
  description,
  surface,
  defaults: {},
})

test('types prints a module that compiles and rejects an id that the service does not have', async () => {
  const { run } = await setStage()
  const { code, output } = await run(['types'], { env: { MEDIAGEN_API_KEY: '' } })
  expect(code).toBe(0)
  const use = (name: string, id: string) =>
    errorsOf(output, `import type { ${name} } from './effects.mjs'\nexport const id: ${name} = '${id}'`)
  expect(use('ImageEffectId', 'watercolour')).toEqual([])
  expect(use('VideoEffectId', 'push-in')).toEqual([])
  expect(use('ImageEffectId', 'push-in')).toEqual([expect.stringContaining('not assignable')])
  expect(use('ImageEffectId', 'watercolor')).toEqual([expect.stringContaining('not assignable')])
})

const programOf = (imageEffectId: string, videoEffectId: string) => `
import { fromPath, Mediagen } from '@mediagen/sdk'
const client = new Mediagen()
client.images.transform({ assetId: 'a', effectId: '${imageEffectId}' })
client.images.transform({ assetId: 'a', prompt: 'b' })
client.videos.transform({ file: fromPath('a.png'), effectId: '${videoEffectId}' })
client.estimate({ product: 'image.transform', effectId: '${imageEffectId}' })
`

test.each(['mts', 'cts'])(
  'with the printed file, requests of the SDK take the effects of the service and no others, in a %s',
  (extension) => {
    const declarations = effectTypes([effectOf('oil', 'image'), effectOf('push-in', 'video')], 'http://x')
    expect(errorsOf(declarations, programOf('oil', 'push-in'), extension)).toEqual([])
    const wrong = errorsOf(declarations, programOf('push-in', 'oil'), extension)
    expect(wrong.length).toBeGreaterThanOrEqual(3)
    for (const error of wrong) expect(error).toMatch(/push-in|oil/)
    expect(errorsOf('export {}', programOf('any', 'other'), extension)).toEqual([])
  },
)

test('types prints the same text for the same catalogue, whatever its order', () => {
  const effects = [effectOf('b', 'image'), effectOf('a', 'image'), effectOf('c', 'video')]
  expect(effectTypes(effects.toReversed(), 'http://x')).toBe(effectTypes(effects, 'http://x'))
})

test('types of a surface without effects allow no id', () => {
  expect(effectTypes([effectOf('a', 'image')], 'http://x')).toContain('export type VideoEffectId = never\n')
})

test('nothing that a service sends becomes code', () => {
  const hostile = [
    effectOf(
      `a" | string; declare const own: 'x`,
      'image',
      'first\nexport const evil = 1\u2028export const bad = 1',
    ),
  ]
  const declarations = effectTypes(hostile, 'http://x\nexport const worse = 1')
  expect(declarations).not.toMatch(/^export const/m)
  expect(
    errorsOf(
      declarations,
      `import type { ImageEffectId } from './effects.mjs'\nexport const id: ImageEffectId = 'any'`,
    ),
  ).toEqual([expect.stringContaining('not assignable')])
})

test('types takes each id as it is, and a description that is none', async () => {
  const ids = [
    'del\u007f',
    'next\u0085',
    'c1\u009b31m',
    'bidi\u202e\u2066',
    'line\u2028\n',
    'tag\u{e0041}\u200b',
    'tab\t',
  ]
  const effects = ids.map((id) => ({ id, surface: 'image' }))
  const { run } = await setStage({
    respond: async (request, service) =>
      request.url.endsWith('/effects') ? Response.json({ effects }) : service.handle(request),
  })
  const { code, output } = await run(['types'])
  expect([code, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(output)]).toEqual([0, false])
  const program = `import type { ImageEffectId } from './effects.mjs'\nexport const ids: ImageEffectId[] = `
  expect(errorsOf(output, program + JSON.stringify(ids))).toEqual([])
  expect((await run(['effects'])).output).toMatch(/^del +image +-\n/m)
})
