// @ts-check
// Copies the files of the bucket of OBJECT_STORE_URL into a folder, or back:
//   node copy-objects.mjs backup|restore [FOLDER]      FOLDER is /backup unless given
// Both skip what is there already, may be run again at any time, and end with 1 if anything was not copied.
// Nothing is ever deleted. FOLDER/objects.jsonl has a line for each file: what the bucket said of it, and the
// MD5 of its bytes, by which either copy is checked.
import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

/** @typedef {{ key: string, size: number, etag: string, md5: string, contentType?: string | undefined }} Copy */
/** @typedef {{ key: string, size: number, etag: string }} Found */

/** What rows of the database refer to. Files in uploads/ wait for their verification, for minutes. */
const prefixes = ['inputs/', 'results/', 'archive/']
/** Each is in memory as a whole. */
const filesAtOnce = 4

const [command, folder = '/backup'] = process.argv.slice(2)
const index = join(folder, 'objects.jsonl')
const url = new URL(process.env.OBJECT_STORE_URL ?? '')
const Bucket = url.hostname
const client = new S3Client({
  region: url.searchParams.get('region') ?? 'us-east-1',
  endpoint: url.searchParams.get('endpoint') ?? undefined,
  forcePathStyle: url.searchParams.get('forcePathStyle') === 'true',
  requestChecksumCalculation: 'WHEN_REQUIRED',
  // Otherwise a store that falls silent would keep the nightly backup waiting for ever.
  requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
})
const counts = { copied: 0, there: 0, gone: 0, failed: 0 }

if (command === 'backup') await inParallel(listBucket(), backUp(await readIndex()))
else if (command === 'restore') await restoreAll()
else throw new Error('Say what to do: backup or restore.')
process.stdout.write(
  `Copied ${counts.copied}, already there ${counts.there}, deleted meanwhile ${counts.gone}, failed ${counts.failed}.\n`,
)
process.exitCode = counts.failed === 0 ? 0 : 1

/** @param {Map<string, Copy>} copies */
function backUp(copies) {
  return async (/** @type {Found} */ { key, size, etag }) => {
    const known = copies.get(key)
    const file = fileOf(key)
    const isThere = known?.etag === etag && known.size === size && (await sizeOf(file)) === size
    if (isThere) return 'there'
    const get = new GetObjectCommand({ Bucket, Key: key, IfMatch: etag })
    const response = await client.send(get).catch((error) => {
      if (error.$metadata?.httpStatusCode !== 404) throw error
    })
    if (response === undefined) return 'gone'
    const bytes = (await response.Body?.transformToByteArray()) ?? new Uint8Array()
    const md5 = md5Of(bytes)
    if (bytes.byteLength !== size || isOtherThan(md5, etag))
      throw new Error(`the store announced ${size} bytes as ${etag} and sent ${bytes.byteLength} as ${md5}`)
    await mkdir(dirname(file), { recursive: true })
    // A backup that is killed leaves no half of a file under its name.
    await writeFile(`${file}.new`, bytes, { flush: true })
    await rename(`${file}.new`, file)
    /** @type {Copy} */
    const copy = { key, size, etag, md5, contentType: response.ContentType }
    await appendFile(index, `${JSON.stringify(copy)}\n`)
    return 'copied'
  }
}

async function restoreAll() {
  const copies = await readIndex()
  if (copies.size === 0) throw new Error(`${index} names no file: this is no backup.`)
  const found = new Map()
  for await (const object of listBucket()) found.set(object.key, object)
  await inParallel(copies.values(), async ({ key, size, etag, md5, contentType }) => {
    const existing = found.get(key)
    if (existing?.size === size && [etag, `"${md5}"`].includes(existing.etag)) return 'there'
    const bytes = await readFile(fileOf(key))
    if (md5Of(bytes) !== md5) throw new Error('the file in the backup is damaged')
    await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: contentType }))
    const stored = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
    if (stored.ContentLength !== size || isOtherThan(md5, stored.ETag ?? ''))
      throw new Error(`the store has ${stored.ContentLength} bytes as ${stored.ETag}`)
    return 'copied'
  })
}

/** Of every key the last line counts; one that a killed backup left unfinished counts for nothing. */
async function readIndex() {
  /** @type {Map<string, Copy>} */
  const copies = new Map()
  const text = await readFile(index, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  for (const line of text.split('\n').filter((line) => line.endsWith('}'))) {
    const copy = JSON.parse(line)
    copies.set(copy.key, copy)
  }
  if (text !== '' && !text.endsWith('\n')) await appendFile(index, '\n')
  return copies
}

/** @returns {AsyncGenerator<Found>} */
async function* listBucket() {
  for (const Prefix of prefixes) {
    /** @type {string | undefined} */
    let ContinuationToken
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
      for (const { Key: key = '', Size: size = 0, ETag: etag = '' } of page.Contents ?? [])
        yield { key, size, etag }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }
}

/**
 * Several files at a time; one that fails is reported, and the others go on.
 * @template {{ key: string }} Item
 * @param {Iterable<Item> | AsyncIterable<Item>} items
 * @param {(item: Item) => Promise<'copied' | 'there' | 'gone'>} work
 */
async function inParallel(items, work) {
  /** @type {Set<Promise<void>>} */
  const running = new Set()
  for await (const item of items) {
    const run = work(item)
      .then((outcome) => void counts[outcome]++)
      .catch((error) => {
        counts.failed++
        process.stderr.write(`${item.key}: ${error.message}\n`)
      })
      .finally(() => running.delete(run))
    running.add(run)
    if (running.size >= filesAtOnce) await Promise.race(running)
  }
  await Promise.all(running)
}

/** @param {string} key */
function fileOf(key) {
  if (key.split('/').some((part) => ['', '.', '..'].includes(part)))
    throw new Error('not a key of the service')
  return join(folder, key)
}

/** @param {string} file */
async function sizeOf(file) {
  return (await stat(file).catch(() => undefined))?.size
}

/** @param {Uint8Array} bytes */
function md5Of(bytes) {
  return createHash('md5').update(bytes).digest('hex')
}

/**
 * Whether the ETag contradicts the MD5. It is the MD5 of a file that was sent whole; of one sent in parts it
 * says nothing.
 * @param {string} md5
 * @param {string} etag
 */
function isOtherThan(md5, etag) {
  return /^"[0-9a-f]{32}"$/.test(etag) && etag !== `"${md5}"`
}
