import { createHash } from 'node:crypto'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GalleryExample } from '@mediagen/contract/models'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, startTestHttp, type TestHttp } from '../support/test-http.ts'

const example: GalleryExample = {
  id: 'e1',
  surface: 'VIDEO',
  title: 'Slow <zoom>',
  caption: 'Into the "picture" & out',
  parameter: 'effectId',
  request: { effectId: 'slow-zoom', durationSeconds: 5 },
  category: { id: 'moves', label: 'Moves', sortOrder: 1 },
  input: { assetId: 'in' },
  poster: { assetId: 'poster' },
  output: { assetId: 'film' },
  blurredPoster: null,
  blurredOutput: null,
  width: 1280,
  height: 720,
}

let folder: string
/** The file and the width of each image that was made. */
const made: [path: string, width: number][] = []
let size = async (): Promise<Buffer> => Buffer.from('sized')
function sizeImage(path: string, width: number): Promise<Buffer> {
  made.push([path, width])
  return size()
}
let service: TestHttp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gallery-'))
  await writeFile(join(folder, 'film.mp4'), 'twelve bytes')
  await writeFile(join(folder, 'empty.mp4'), '')
  await writeFile(join(folder, 'poster.jpg'), 'as it is')
  const films = ['film', 'gone', 'empty'].map((id) => [id, `${id}.mp4`, 'video/mp4'])
  const images = ['poster', 'other', 'damaged'].map((id) => [id, `${id}.jpg`, 'image/jpeg'])
  const files = new Map(
    [...films, ...images].map(([id = '', name = '', contentType = '']) => [
      id,
      { path: join(folder, name), contentType },
    ]),
  )
  service = await startTestHttp({
    gallery: {
      examples: [example],
      file: (id) => files.get(id),
      sizeImage,
    },
  })
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const open = (path: string, headers: Record<string, string> = {}) =>
  service.call(path, { withKey: false, headers })

describe('the gallery', () => {
  test('shows each example with its files, and escapes its words', async () => {
    const html = await (await open('/gallery')).text()
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).toContain('<a href="#moves">Moves</a>')
    expect(html).toContain('<section id="moves"')
    expect(html).toContain('Slow &lt;zoom&gt;')
    expect(html).toContain('&quot;picture&quot; &amp; out')
    expect(html).toMatch(/<img class="before" src="\/gallery\/files\/in\?width=480"/)
    expect(html).toContain(
      'srcSet="/gallery/files/poster?width=480 480w, /gallery/files/poster?width=960 960w"',
    )
    expect(html).toContain('<video src="/gallery/files/film" width="1280" height="720"')
  })

  test('gives each picture its shape before it arrives, by the only inline style that its policy permits', async () => {
    const response = await open('/gallery')
    const html = await response.text()
    expect(html).toContain('<figure class="shape-1280-720">')
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(html) ?? []
    expect(style).toBe('.shape-1280-720{--ratio:1.7778}')
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('Content-Security-Policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  test('shows the request as it is where there is no playground to open with it', async () => {
    const html = await (await open('/gallery')).text()
    expect(html).toContain(
      '<code>{&quot;effectId&quot;:&quot;slow-zoom&quot;,&quot;durationSeconds&quot;:5}</code>',
    )
    expect(html).not.toContain('href="/#')
  })

  test('tells other sites how a link to it looks, by addresses that they can follow', async () => {
    const html = await (await open('/gallery')).text()
    expect(html).toContain('<meta property="og:title" content="Gallery · mediagen"/>')
    expect(html).toContain('<meta property="og:url" content="http://media.test/gallery"/>')
    expect(html).toContain('<meta property="og:image" content="http://media.test/look/card.jpg"/>')
    const card = await open('/look/card.jpg')
    expect([card.status, card.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect((await card.arrayBuffer()).byteLength).toBeLessThan(150_000)
  })

  test('serves a file whole and in part', async () => {
    const whole = await open('/gallery/files/film')
    expect(whole.headers.get('Content-Type')).toBe('video/mp4')
    expect(await whole.text()).toBe('twelve bytes')
    const part = await open('/gallery/files/film', { Range: 'bytes=7-' })
    expect(part.status).toBe(206)
    expect(await part.text()).toBe('bytes')
    const beyond = await open('/gallery/files/film', { Range: 'bytes=500-' })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('Content-Range')).toBe('bytes */12')
  })

  test('serves all of a file for a suffix range longer than it', async () => {
    for (const range of ['bytes=-12', 'bytes=-13', 'bytes=-99999999999999999999']) {
      const response = await open('/gallery/files/film', { Range: range })
      expect([range, response.status, response.headers.get('Content-Range')]).toEqual([
        range,
        206,
        'bytes 0-11/12',
      ])
      expect(await response.text()).toBe('twelve bytes')
    }
    expect((await open('/gallery/files/film', { Range: 'bytes=-0' })).status).toBe(416)
    expect((await open('/gallery/files/empty', { Range: 'bytes=-1' })).status).toBe(200)
  })

  test('tells the second in which a file was modified, never the next one', async () => {
    await utimes(join(folder, 'film.mp4'), 0, 1_700_000_000.9998)
    const lastModified = new Date(1_700_000_000_000).toUTCString()
    const range = { Range: 'bytes=0-3', 'If-Range': lastModified }
    const response = await open('/gallery/files/film', range)
    expect([response.status, response.headers.get('Last-Modified')]).toEqual([206, lastModified])
  })

  test('makes an image of a width once, however many ask for it, and lets it be kept for ever', async () => {
    let finish = (_bytes: Buffer): void => undefined
    const held = new Promise<Buffer>((resolve) => {
      finish = resolve
    })
    size = () => held
    const path = '/gallery/files/poster?width=480'
    const asked = [open(path), open(path), open(path)]
    await expect.poll(() => made).toEqual([[join(folder, 'poster.jpg'), 480]])
    finish(Buffer.from('small'))
    for (const response of await Promise.all(asked)) expect(await response.text()).toBe('small')
    const { headers } = await open(path)
    expect(headers.get('Content-Type')).toBe('image/webp')
    expect(headers.get('Content-Encoding')).toBeNull()
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await open(path, { 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304)
    await open('/gallery/files/poster?width=960')
    expect(made.map(([, width]) => width)).toEqual([480, 960])
  })

  test('makes one image at a time', async () => {
    let finish = (_bytes: Buffer): void => undefined
    const held = new Promise<Buffer>((resolve) => {
      finish = resolve
    })
    size = () => held
    await writeFile(join(folder, 'other.jpg'), 'another')
    await writeFile(join(folder, 'damaged.jpg'), 'damaged')
    made.length = 0
    const first = open('/gallery/files/other?width=480')
    await expect.poll(() => made.length).toBe(1)
    const second = open('/gallery/files/other?width=960')
    expect((await open('/gallery/files/poster?width=480')).status).toBe(200)
    expect(made).toHaveLength(1)
    finish(Buffer.from('small'))
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect(made).toHaveLength(2)
  })

  test('sends what it cannot size as it is: a film, and an image that cannot be decoded', async () => {
    const film = await open('/gallery/files/film?width=480')
    expect([film.headers.get('Content-Type'), await film.text()]).toEqual(['video/mp4', 'twelve bytes'])
    size = () => Promise.reject(new Error('no image'))
    const image = await open('/gallery/files/damaged?width=480')
    expect([image.headers.get('Content-Type'), await image.text()]).toEqual(['image/jpeg', 'damaged'])
  })

  test.each(['', '481', '480px', '0480', '480&width=960'])('refuses the width %j', async (width) => {
    const response = await open(`/gallery/files/poster?width=${width}`)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({
      code: 'INVALID_REQUEST',
      message: 'width is 480 or 960.',
    })
  })

  test('has no other file', async () => {
    for (const id of ['none', 'gone', '..', '..%2f..%2fetc%2fpasswd']) {
      const response = await open(`/gallery/files/${id}`)
      expect(response.status).toBe(404)
      expect((await errorOf(response)).code).toMatch(/^(FILE_)?NOT_FOUND$/)
    }
    expect((await open('/gallery/files/gone?width=480')).status).toBe(404)
  })
})
