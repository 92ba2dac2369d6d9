import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readForms } from './read-forms.ts'
import { linkTo, readLink } from './request-link.ts'

const contractFile = new URL('../../../../openapi/generated/openapi.json', import.meta.url)
const forms = readForms(JSON.parse(readFileSync(contractFile, 'utf8')))
const place = { origin: 'https://media.example.com', pathname: '/' }

test('a link has the whole request but the upload, and opens as exactly that request', () => {
  const request = { prompt: 'a "fox" & 100 % #é\n<b>', aspectRatio: '3:2', resolution: '2k' }
  const link = linkTo('image.generate', { ...request, assetId: 'sealed.id' }, place)
  expect(link).toMatch(/^https:\/\/media\.example\.com\/#product=image\.generate&/)
  expect(link).not.toContain('sealed')
  expect(readLink(new URL(link).hash, forms)).toEqual({
    product: 'image.generate',
    values: request,
    example: undefined,
    ignored: [],
  })
  const video = linkTo('video.generate', { prompt: 'waves', durationSeconds: 7 }, place)
  expect(readLink(new URL(video).hash, forms)?.values).toEqual({ prompt: 'waves', durationSeconds: 7 })
})

test.each([
  ['another place of the page', '#results', undefined],
  ['nothing', '', undefined],
  ['an example alone', '#example=ex1', { product: undefined, example: 'ex1', ignored: [] }],
  [
    'a product that is not there',
    '#product=sound.generate&prompt=a',
    { product: undefined, values: {}, ignored: ['product', 'prompt'] },
  ],
  [
    'fields that are not there, an upload and a key',
    '#product=image.transform&prompt=a&assetId=a1&apiKey=mg_x&__proto__=b',
    { values: { prompt: 'a' }, ignored: ['assetId', 'apiKey', '__proto__'] },
  ],
  [
    'values that the contract does not allow',
    `#product=video.generate&prompt=${'a'.repeat(2001)}&durationSeconds=1e9&resolution=huge`,
    { values: {}, ignored: ['prompt', 'durationSeconds', 'resolution'] },
  ],
  [
    'a number that is none',
    '#product=video.generate&prompt=a&durationSeconds=+',
    { values: { prompt: 'a' }, ignored: ['durationSeconds'] },
  ],
])('an address with %s is read as what it is', (_what, fragment, expected) => {
  const linked = readLink(fragment, forms)
  if (expected === undefined) expect(linked).toBeUndefined()
  else expect(linked).toMatchObject(expected)
})
