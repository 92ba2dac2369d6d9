import { describe, expect, test } from 'vitest'
import { accountsOfFile, serviceOfFile } from './support/contract-service.ts'
import { type FieldRow, generationPaths, requestRows, responseFields } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

async function read<Item>(path: string, member: string): Promise<Item[]> {
  const response = await service().fetch(path)
  expect(response.status).toBe(200)
  const body = await response.json()
  expect(Object.keys(body)).toEqual([member])
  return body[member]
}

interface Effect {
  id: string
  name: string
  description: string
  surface: 'image' | 'video'
  defaults: Record<string, string | number>
}

const readEffects = (query = '') => read<Effect>(`/api/v1/effects${query}`, 'effects')
const readExamples = (query = '') => read<Record<string, unknown>>(`/api/v1/examples${query}`, 'examples')

describe.each([
  ['/api/v1/effects', (query?: string) => readEffects(query)],
  ['/api/v1/examples', (query?: string) => readExamples(query)],
])('GET %s', (path, readAll) => {
  const surfaceOf = (item: { surface?: unknown }) => String(item.surface).toLowerCase()

  test('is public, even with an invalid key', async () => {
    expect((await service().fetch(path)).status).toBe(200)
    expect((await service().fetch(path, { headers: { Authorization: 'Bearer nonsense' } })).status).toBe(200)
  })

  test('without a surface lists both', async () => {
    expect(new Set((await readAll()).map(surfaceOf))).toEqual(new Set(['image', 'video']))
  })

  test.each(['image', 'video'])('?surface=%s lists all of these and no others', async (surface) => {
    const narrowed = await readAll(`?surface=${surface}`)
    expect(narrowed).toEqual((await readAll()).filter((item) => surfaceOf(item) === surface))
    expect(narrowed.length).toBeGreaterThan(0)
  })

  test.each(['IMAGE', 'Video', 'images', '', 'audio', '%20image', 'image&surface=video'])(
    '?surface=%s is rejected',
    async (surface) => {
      const response = await service().fetch(`${path}?surface=${surface}`)
      expect(response.status).toBe(400)
      const { code, details } = await response.json()
      expect(code).toBe('INVALID_REQUEST')
      expect(new Set(details.map(({ path: where }: { path: string }) => where))).toEqual(
        new Set(['/surface']),
      )
    },
  )

  test('ignores other parameters', async () => {
    expect(await readAll('?kind=video&limit=1&surface[]=video')).toEqual(await readAll())
  })
})

describe('an effect', () => {
  test('has all of its fields, and no others: instructions to engines stay internal', async () => {
    for (const effect of await readEffects()) {
      expect(Object.keys(effect).sort()).toEqual([...responseFields.Effect].sort())
      expect(effect).toMatchObject({
        id: expect.stringMatching(/^.{1,64}$/),
        name: expect.stringMatching(/./),
        description: expect.stringMatching(/./),
        surface: expect.stringMatching(/^(image|video)$/),
      })
      for (const preset of Object.values(effect.defaults)) expect(typeof preset).toMatch(/^(string|number)$/)
    }
  })

  test('has a unique id', async () => {
    const ids = (await readEffects()).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('presets name only fields that the transformation takes', async () => {
    for (const { id, surface, defaults } of await readEffects()) {
      const rows: readonly FieldRow[] =
        surface === 'image' ? requestRows.transformImage : requestRows.transformVideo
      for (const [field, value] of Object.entries(defaults)) {
        const rule = rows.find((row) => row.field === field)?.rule
        if (rule?.kind !== 'choice' && rule?.kind !== 'numbers')
          throw new Error(`${id} presets ${field}, which is no field with a choice`)
        expect<readonly unknown[]>(rule.values, `${id} ${field}`).toContain(value)
      }
    }
  })

  test('that is listed can be sent as effectId to the transformation of its surface', async () => {
    for (const { id, surface } of await readEffects()) {
      const account = await anAccount()
      const path = surface === 'image' ? generationPaths.transformImage : generationPaths.transformVideo
      const response = await account.call('POST', path, { assetId: account.assetId, effectId: id })
      expect(response.status, id).toBe(200)
    }
  })
})

describe('an example of the gallery', () => {
  const asset = { assetId: expect.stringMatching(/^.{1,64}$/) }

  test('has all of its fields, each of its type, and no others', async () => {
    const examples = await readExamples()
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(Object.keys(example).sort()).toEqual([...responseFields.GalleryExample].sort())
      expect(example).toMatchObject({
        id: expect.stringMatching(/^.{1,64}$/),
        surface: expect.stringMatching(/^(IMAGE|VIDEO)$/),
        title: expect.any(String),
        caption: expect.any(String),
        parameter: 'effectId',
        request: expect.any(Object),
        input: asset,
        output: asset,
      })
      for (const optional of ['poster', 'blurredPoster', 'blurredOutput'] as const)
        expect([null, asset]).toContainEqual(example[optional])
      for (const size of ['width', 'height'] as const)
        expect([null, expect.any(Number)]).toContainEqual(example[size])
      expect([
        null,
        { id: expect.any(String), label: expect.any(String), sortOrder: expect.any(Number) },
      ]).toContainEqual(example.category)
    }
  })

  test('has its surface in upper case, the one exception among the enumerations', async () => {
    expect(new Set((await readExamples()).map(({ surface }) => surface))).toEqual(new Set(['IMAGE', 'VIDEO']))
    expect(new Set((await readEffects()).map(({ surface }) => surface))).toEqual(new Set(['image', 'video']))
  })

  test('requests an effect of the catalogue for its own surface', async () => {
    const effects = await readEffects()
    for (const { id, surface, request } of await readExamples()) {
      const effectId = Object(request).effectId
      const effect = effects.find((candidate) => candidate.id === effectId)
      expect(effect?.surface.toUpperCase(), String(id)).toBe(surface)
      for (const value of Object.values(Object(request))) expect(typeof value).toMatch(/^(string|number)$/)
    }
  })
})
