import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createS3ObjectStore } from '../../server/src/storage/s3-store/s3-object-store.ts'
import { pngOf } from '../integration/support/images.ts'
import { acceptImage } from '../integration/support/tasks.ts'
import { root } from '../operations/support/deployment.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import { startTestService } from '../support/service.ts'

const program = join(root, 'examples/self-host/copy-objects.mjs')
const partsMin = 6 * 1024 * 1024

let folder: string
let bucket: TestBucket
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  bucket = await makeBucket()
})

async function makeBucket(): Promise<TestBucket> {
  const made = await createTestBucket()
  onTestFinished(() => made.remove())
  return made
}

interface Outcome {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Runs the program as Compose does, with the settings of the service. */
function copy(command: 'backup' | 'restore', url: string): Promise<Outcome> {
  const env = { ...process.env, OBJECT_STORE_URL: url }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, command, folder], { env }, (error, output, complaint) =>
      resolve({ code: error === null ? 0 : Number(error.code), output, complaint }),
    )
  })
}

const said = (copied: number, there: number, failed = 0) =>
  `Copied ${copied}, already there ${there}, deleted meanwhile 0, failed ${failed}.\n`

/** Every file of a bucket with its type and its bytes. */
async function contentsOf({ client, settings }: TestBucket) {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: settings.bucket }))
  const files = await Promise.all(
    Contents.map(async ({ Key }) => {
      const file = await client.send(new GetObjectCommand({ Bucket: settings.bucket, Key }))
      return [Key, file.ContentType, Buffer.from((await file.Body?.transformToByteArray()) ?? [])] as const
    }),
  )
  return files.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
}

/** Puts two inputs and a result sent in parts, with the service's own store. */
async function fill(target: TestBucket): Promise<void> {
  const store = createS3ObjectStore(target.settings)
  onTestFinished(() => store.close())
  await store.put({ key: 'inputs/a-1', contentType: 'image/png', bytes: pngOf(40, 30) })
  await store.put({ key: 'inputs/b-2', contentType: 'image/jpeg', bytes: Buffer.from('a jpeg') })
  const bytes = Buffer.alloc(partsMin, 'video')
  await store.put({ key: 'results/t/1-0.mp4', contentType: 'video/mp4', bytes })
}

test('objects that Compose backs up and restores into an empty bucket are the same, with their types', async () => {
  const service = await startTestService({ environment: { OBJECT_STORE_URL: bucket.url() } })
  const account = await service.createAccount()
  await account.upload(pngOf(40, 30), 'image/png')
  await acceptImage(account)
  await service.runQueue()
  await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  await fill(bucket)
  const before = await contentsOf(bucket)
  expect(before).toHaveLength(5)

  expect(await copy('backup', bucket.url())).toEqual({ code: 0, output: said(5, 0), complaint: '' })
  const other = await makeBucket()
  expect(await copy('restore', other.url())).toEqual({ code: 0, output: said(5, 0), complaint: '' })
  expect(await contentsOf(other)).toEqual(before)
})

test('a backup or a restore that runs again copies only what is missing or has changed', async () => {
  await fill(bucket)
  expect((await copy('backup', bucket.url())).output).toBe(said(3, 0))
  expect((await copy('backup', bucket.url())).output).toBe(said(0, 3))

  const store = createS3ObjectStore(bucket.settings)
  onTestFinished(() => store.close())
  await store.put({ key: 'inputs/b-2', contentType: 'image/jpeg', bytes: Buffer.from('B jpeg') })
  await store.put({ key: 'results/t/2-0.png', contentType: 'image/png', bytes: pngOf(4, 3) })
  // As a backup that was killed leaves it.
  await truncate(join(folder, 'inputs/a-1'), 5)
  await writeFile(join(folder, 'objects.jsonl'), '{"key":"inputs/b-2","si', { flag: 'a' })
  expect(await copy('backup', bucket.url())).toEqual({ code: 0, output: said(3, 1), complaint: '' })

  await store.delete('inputs/a-1')
  expect((await copy('restore', bucket.url())).output).toBe(said(1, 3))
  expect((await copy('restore', bucket.url())).output).toBe(said(0, 4))
  const other = await makeBucket()
  expect((await copy('restore', other.url())).output).toBe(said(4, 0))
  expect((await copy('restore', other.url())).output).toBe(said(0, 4))
  expect(await contentsOf(other)).toEqual(await contentsOf(bucket))
})

test('files that wait for their verification, in uploads/, are not backed up', async () => {
  const store = createS3ObjectStore(bucket.settings)
  onTestFinished(() => store.close())
  await store.put({ key: 'uploads/a', contentType: 'image/png', bytes: pngOf(4, 3) })
  expect(await copy('backup', bucket.url())).toEqual({ code: 0, output: said(0, 0), complaint: '' })
  expect(await readdir(folder)).toEqual([])
})

test('a damaged file of a backup is named and not restored, the others are, and the exit code is 1', async () => {
  await fill(bucket)
  await copy('backup', bucket.url())
  const file = join(folder, 'inputs/b-2')
  const bytes = await readFile(file)
  await writeFile(file, Buffer.from(bytes).fill('x'))
  await rm(join(folder, 'inputs/a-1'))
  const other = await makeBucket()
  const { code, output, complaint } = await copy('restore', other.url())
  expect([code, output]).toEqual([1, said(1, 0, 2)])
  expect(complaint).toContain('inputs/b-2: the file in the backup is damaged')
  expect(complaint).toMatch(/inputs\/a-1: ENOENT/)
  expect((await contentsOf(other)).map(([key]) => key)).toEqual(['results/t/1-0.mp4'])
})

test('a backup or a restore of a store that is away, or from no backup, ends with 1', async () => {
  await fill(bucket)
  const nowhere = bucket.url({ endpoint: 'http://127.0.0.1:1' })
  const rejected = { code: 1, output: '', complaint: expect.stringContaining('ECONNREFUSED') }
  expect(await copy('backup', nowhere)).toEqual(rejected)
  const unknown = { code: 1, output: '', complaint: expect.stringContaining('this is no backup') }
  expect(await copy('restore', bucket.url())).toEqual(unknown)
  await copy('backup', bucket.url())
  expect(await copy('restore', nowhere)).toEqual(rejected)
})
