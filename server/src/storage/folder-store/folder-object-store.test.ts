import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { limits } from '@mediagen/contract/limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderObjectStore, type FolderObjectStore } from './folder-object-store.ts'

let folder: string
let store: FolderObjectStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-objects-'))
  store = createFolderObjectStore({ folder, publicUrl: 'http://here', secret: 's', nowMs: () => 0 })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = (key: string, text: string) =>
  store.put({ key, contentType: 'text/plain', bytes: Buffer.from(text) })
const textOf = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? undefined : Buffer.from(bytes).toString()

async function etagOf(key: string): Promise<string> {
  return (await store.head(key))?.etag ?? ''
}

describe('the folder object store', () => {
  test('returns the stored bytes, whole or in part, clipped to their end', async () => {
    await put('results/a/1-0.png', '0123456789')
    const etag = await etagOf('results/a/1-0.png')
    const range = async (start: number, endInclusive: number) =>
      textOf(await store.readRange('results/a/1-0.png', { start, endInclusive, etag }))
    expect(textOf(await store.read('results/a/1-0.png'))).toBe('0123456789')
    expect((await store.head('results/a/1-0.png'))?.sizeBytes).toBe(10)
    expect(await range(0, 3)).toBe('0123')
    expect(await range(8, 99)).toBe('89')
    expect(await range(10, 99)).toBe('')
  })

  test('returns undefined for a missing object, and deletes it without an error', async () => {
    expect(await store.head('uploads/none')).toBeUndefined()
    expect(await store.read('uploads/none')).toBeUndefined()
    expect(await store.readRange('uploads/none', { start: 0, endInclusive: 1, etag: 'x' })).toBeUndefined()
    await expect(store.delete('uploads/none')).resolves.toBeUndefined()
    await put('uploads/a', 'x')
    expect(await store.head('uploads/a/below')).toBeUndefined()
    expect(await store.head('uploads')).toBeUndefined()
  })

  test('removes the folder of a task with its last file, and no other', async () => {
    for (const key of ['results/a/1-0.png', 'results/a/2-0.png', 'uploads/a']) await put(key, 'x')
    await store.delete('results/a/1-0.png')
    expect(await readdir(join(folder, 'results', 'a'))).toEqual(['2-0.png'])
    for (const key of ['results/a/2-0.png', 'results/a/2-0.png', 'uploads/a']) await store.delete(key)
    expect(await readdir(join(folder, 'results'))).toEqual([])
    expect(await readdir(join(folder, 'uploads'))).toEqual([])
    await put('results/a/3-0.png', 'y')
    expect(textOf(await store.read('results/a/3-0.png'))).toBe('y')
  })

  test('gives each version its own etag, even if the sizes are equal', async () => {
    const etags = new Set<string>()
    for (const text of ['one', 'two', 'one', 'six']) {
      await put('uploads/a', text)
      etags.add(await etagOf('uploads/a'))
    }
    expect(etags.size).toBe(4)
  })

  test('reads and copies only the requested version', async () => {
    await put('uploads/a', 'first')
    const etag = await etagOf('uploads/a')
    expect(await store.copy({ from: 'uploads/a', to: 'inputs/a', etag })).toBe(true)
    await put('uploads/a', 'later')
    expect(await store.readRange('uploads/a', { start: 0, endInclusive: 9, etag })).toBeUndefined()
    expect(await store.copy({ from: 'uploads/a', to: 'inputs/b', etag })).toBe(false)
    expect(await store.copy({ from: 'uploads/none', to: 'inputs/b', etag })).toBe(false)
    expect(textOf(await store.read('inputs/a'))).toBe('first')
    expect(await store.head('inputs/b')).toBeUndefined()
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('leaves nothing of a copy that fails, of which a full disk would have the more with each try', async () => {
    await put('uploads/a', 'x')
    await mkdir(join(folder, 'inputs', 'a'), { recursive: true })
    const copying = store.copy({ from: 'uploads/a', to: 'inputs/a', etag: await etagOf('uploads/a') })
    await expect(copying).rejects.toThrow('EISDIR')
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('copies bytes that a later write to the source does not affect', async () => {
    await put('uploads/a', 'first')
    await store.copy({ from: 'uploads/a', to: 'inputs/a', etag: await etagOf('uploads/a') })
    await put('uploads/a', 'other')
    await store.delete('uploads/a')
    expect(textOf(await store.read('inputs/a'))).toBe('first')
  })

  test('never exposes half of an object: a write in progress is not visible', async () => {
    const body = new PassThrough()
    const received = store.receive('uploads/a', body)
    body.write('half')
    await expect.poll(() => readdir(join(folder, '.partial')).catch(() => [])).toHaveLength(1)
    expect(await store.head('uploads/a')).toBeUndefined()
    body.end(' and half')
    expect(await received).toBe('stored')
    expect(textOf(await store.read('uploads/a'))).toBe('half and half')
  })

  test('keeps nothing of a body that fails, and rejects with its error', async () => {
    const body = new PassThrough()
    const received = store.receive('uploads/a', body)
    body.write('half')
    body.destroy(new Error('the client has gone'))
    await expect(received).rejects.toThrow('the client has gone')
    expect(await store.head('uploads/a')).toBeUndefined()
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('keeps one byte more than an upload may have, and aborts a body of ten times that', async () => {
    const chunk = Buffer.alloc(1024 * 1024)
    const bodyOf = (megabytes: number) => Readable.from(Array.from({ length: megabytes }, () => chunk))
    expect(await store.receive('uploads/a', bodyOf(25))).toBe('stored')
    expect((await store.head('uploads/a'))?.sizeBytes).toBe(limits.uploadBytesMax + 1)
    expect(await store.receive('uploads/b', bodyOf(201))).toBe('too many bytes')
    expect(await store.head('uploads/b')).toBeUndefined()
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('keeps nothing of a body that nobody expects once it has arrived', async () => {
    const received = store.receive('uploads/a', Readable.from([Buffer.from('late')]), async () => false)
    expect(await received).toBe('closed')
    expect(await store.head('uploads/a')).toBeUndefined()
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('ends the bodies that are arriving for a key when the key is deleted', async () => {
    const received = store.receive('uploads/a', new PassThrough())
    await expect.poll(() => readdir(join(folder, '.partial')).catch(() => [])).toHaveLength(1)
    await store.delete('uploads/a')
    expect(await received).toBe('closed')
    expect(await readdir(join(folder, '.partial'))).toEqual([])
  })

  test('receives four bodies for one key at a time, and a fifth once one of them has ended', async () => {
    const bodies = Array.from({ length: 4 }, () => new PassThrough())
    const received = bodies.map((body) => store.receive('uploads/a', body))
    const more = () => store.receive('uploads/a', Readable.from([Buffer.from('more')]))
    expect(await more()).toBe('busy')
    expect(await store.receive('uploads/b', Readable.from([Buffer.from('other')]))).toBe('stored')
    bodies[0]?.end('first')
    expect(await received[0]).toBe('stored')
    expect(await more()).toBe('stored')
    for (const body of bodies) body.end()
    await Promise.all(received)
  })

  test('keeps one whole object when many are written concurrently', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
    await Promise.all(texts.map((text) => put('uploads/a', text)))
    expect(texts).toContain(textOf(await store.read('uploads/a')))
  })

  test('lists the keys that begin with a prefix, in their order and from any place, and nothing under an empty one', async () => {
    const keys = async (prefix: string, after?: string) => {
      const found: string[] = []
      for await (const { key, lastModifiedMs } of store.list(prefix, after)) {
        expect(Math.abs(Date.now() - lastModifiedMs)).toBeLessThan(60_000)
        found.push(key)
      }
      return found
    }
    await put('results/a/1-0.png', 'x')
    await put('results/b/2-0.mp4', 'x')
    await put('results/b/1-0.mp4', 'x')
    await put('uploads/c', 'x')
    await put('uploads/cd', 'x')
    await put('uploads/d', 'x')
    expect(await keys('results/')).toEqual(['results/a/1-0.png', 'results/b/1-0.mp4', 'results/b/2-0.mp4'])
    expect(await keys('results/', 'results/a/1')).toEqual(await keys('results/'))
    expect(await keys('results/', 'results/a/1-0.png')).toEqual(['results/b/1-0.mp4', 'results/b/2-0.mp4'])
    expect(await keys('results/', 'results/b/1-0.mp4')).toEqual(['results/b/2-0.mp4'])
    expect(await keys('results/', 'results/c')).toEqual([])
    expect(await keys('results/b/', 'results/a')).toHaveLength(2)
    expect(await keys('uploads/c')).toEqual(['uploads/c', 'uploads/cd'])
    expect(await keys('uploads/')).toEqual(['uploads/c', 'uploads/cd', 'uploads/d'])
    expect(await keys('inputs/')).toEqual([])
  })

  test.each([
    '',
    '..',
    '../outside',
    'uploads/../../outside',
    '/etc/passwd',
    'uploads//a',
    'uploads/.hidden',
    'a\\b',
    'a\0b',
    '.partial/x',
  ])('refuses %j as a key, so that no key escapes the folder', async (key) => {
    await expect(put(key, 'x')).rejects.toThrow(RangeError)
    expect(() => store.pathOf(key)).toThrow(RangeError)
  })

  test('links to its own service, with the key in the path', async () => {
    const url = new URL(
      await store.signDownload({
        key: 'results/a/1-0.png',
        contentType: 'image/png',
        fileName: 'a.png',
        expiresInSeconds: 60,
      }),
    )
    expect([url.origin, url.pathname]).toEqual(['http://here', '/objects/results/a/1-0.png'])
    expect(url.searchParams.get('expires')).toBe('60000')
  })

  test('is ready if its folder is writable, and throws if it is not', async () => {
    await expect(store.check()).resolves.toBeUndefined()
    await writeFile(join(folder, 'file'), '')
    const broken = createFolderObjectStore({
      folder: join(folder, 'file'),
      publicUrl: '',
      secret: 's',
      nowMs: () => 0,
    })
    await expect(broken.check()).rejects.toThrow()
  })

  test('creates its folder at first, and is not ready and stores nothing once it is gone', async () => {
    const place = join(folder, 'objects')
    const created = createFolderObjectStore({ folder: place, publicUrl: '', secret: 's', nowMs: () => 0 })
    const put = (key: string) => created.put({ key, contentType: 'image/png', bytes: new Uint8Array([1]) })
    await put('results/a/1-0.png')
    await rename(place, `${place}.away`)
    await expect(created.check()).rejects.toThrow('The folder of objects is gone')
    await expect(put('results/b/1-0.png')).rejects.toThrow('The folder of objects is gone')
    await rename(`${place}.away`, place)
    await expect(created.check()).resolves.toBeUndefined()
    expect(await created.read('results/a/1-0.png')).toEqual(Buffer.from([1]))
  })

  test('replaces a symbolic link instead of writing through it', async () => {
    const outside = join(folder, 'outside')
    await writeFile(outside, 'untouched')
    await put('uploads/first', 'makes the folder')
    await symlink(outside, join(folder, 'uploads', 'a'))
    await put('uploads/a', 'new')
    expect(await readFile(outside, 'utf8')).toBe('untouched')
    expect(textOf(await store.read('uploads/a'))).toBe('new')
  })

  test('deletes what is still arriving for a key in another process, and nothing of it is stored', async () => {
    const other = createFolderObjectStore({ folder, publicUrl: 'http://here', secret: 's', nowMs: () => 0 })
    const body = new PassThrough()
    const received = store.receive('uploads/a', body)
    const spared = store.receive('uploads/ab', Readable.from([Buffer.from('of another')]))
    body.write('half')
    expect(await spared).toBe('stored')
    await expect.poll(() => readdir(join(folder, '.partial')).catch(() => [])).toHaveLength(1)
    await other.delete('uploads/a')
    expect(await readdir(join(folder, '.partial'))).toEqual([])
    body.end(' and half')
    expect(await received).toBe('closed')
    expect(await store.head('uploads/a')).toBeUndefined()
    expect(textOf(await store.read('uploads/ab'))).toBe('of another')
  })

  test('removes the remains of dead writes, and spares writes that may still be in progress', async () => {
    await put('uploads/a', 'whole')
    const [dead, alive] = [join(folder, '.partial', 'dead'), join(folder, '.partial', 'alive')]
    for (const path of [dead, alive]) await writeFile(path, 'half of a pict')
    const hourAgo = new Date(Date.now() - 3_600_000)
    await utimes(dead, hourAgo, hourAgo)
    expect(await store.deleteUnfinished?.(Date.now() - 60_000)).toBe(1)
    expect(await readdir(join(folder, '.partial'))).toEqual([basename(alive)])
    expect(textOf(await store.read('uploads/a'))).toBe('whole')
  })
})
