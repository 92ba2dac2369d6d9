import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createImageDecoder, UndecodableError } from '../image-decoder.ts'
import { createResultMarker, type ResultMarkerOptions } from './result-marker.ts'

const never = new AbortController().signal
const provenance = { taskId: '0m3xtask', sourceType: 'trainedAlgorithmicMedia' } as const
const logger = { debug() {}, info() {}, warn() {}, error() {} }
const clock = { nowMs: () => 0 }
const decoder = createImageDecoder({})
afterAll(() => decoder.close())

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-marks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const markerWith = (by: ResultMarkerOptions['decoder']) =>
  createResultMarker({ clock, creatorTool: 'mediagen 1.0.0', decoder: by, logger })

async function writePicture(format: 'png' | 'jpeg' | 'webp') {
  const path = join(folder, `made.${format}`)
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#357' } })
    .toFormat(format)
    .toBuffer()
  await writeFile(path, bytes)
  return { contentType: `image/${format}`, path, bytes }
}

test.each(['png', 'jpeg', 'webp'] as const)(
  'a file of %s gets the mark that its bytes would get, and stays itself',
  async (format) => {
    const { contentType, path, bytes } = await writePicture(format)
    const marker = markerWith(decoder)
    const { mark, path: marked } = await marker.markFile({ contentType, path }, provenance, never)
    expect(mark).toBe('xmp')
    const inMemory = await marker.markBytes({ contentType, bytes }, provenance)
    expect((await readFile(marked)).equals(inMemory.bytes)).toBe(true)
    expect((await readFile(path)).equals(bytes)).toBe(true)
  },
)

test('a file of an image is read by the process that decodes alone, in the turn of its account', async () => {
  const asked: unknown[] = []
  const marker = markerWith({
    async run(job, given, _signal, accountId) {
      asked.push([job, given, accountId])
      return undefined as never
    },
  })
  const missing = { contentType: 'image/png', path: join(folder, 'missing') }
  expect(await marker.markFile(missing, provenance, never, 'anna')).toEqual({
    mark: 'none',
    path: missing.path,
  })
  expect(asked).toEqual([['mark', { ...missing, xmp: expect.any(Buffer) }, 'anna']])
})

test('a file that costs too much to be marked is stored without; a fault of this machine is thrown', async () => {
  const failing = (error: Error) => markerWith({ run: () => Promise.reject(error) })
  const file = { contentType: 'image/png', path: join(folder, 'any') }
  expect(await failing(new UndecodableError('memory')).markFile(file, provenance, never)).toEqual({
    mark: 'none',
    path: file.path,
  })
  await expect(failing(new Error('full')).markFile(file, provenance, never)).rejects.toThrow('full')
})
