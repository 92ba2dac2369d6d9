import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizeImage } from './size-image.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'size-image-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sizeOf(width: number, height: number, orientation: number, asked: number): Promise<unknown[]> {
  const path = join(folder, 'image.jpg')
  await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .withMetadata({ orientation })
    .jpeg()
    .toFile(path)
  const sized = await sharp(await sizeImage(path, asked)).metadata()
  return [sized.format, sized.width, sized.height, sized.orientation]
}

test('an image becomes a WebP of the width, in its own shape', async () => {
  expect(await sizeOf(640, 480, 1, 320)).toEqual(['webp', 320, 240, undefined])
})

test('a smaller image keeps its size', async () => {
  expect(await sizeOf(300, 200, 1, 960)).toEqual(['webp', 300, 200, undefined])
})

test('an image that its metadata turns is turned, and measured as it is seen', async () => {
  expect(await sizeOf(640, 480, 6, 240)).toEqual(['webp', 240, 320, undefined])
})

test('a file that is no image is refused', async () => {
  const path = join(folder, 'no-image.jpg')
  await writeFile(path, 'words')
  await expect(sizeImage(path, 480)).rejects.toThrow()
})
