import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createS3ObjectStore } from './s3-object-store.ts'
import { readS3Url } from './s3-settings.ts'

beforeAll(() => {
  process.env.AWS_ACCESS_KEY_ID = 'AKIDEXAMPLE'
  process.env.AWS_SECRET_ACCESS_KEY = 'an example'
})

const upload = { key: 'uploads/0123', contentType: 'image/png', expiresInSeconds: 900 }
const download = {
  key: 'results/abc/1-0.mp4',
  contentType: 'video/mp4',
  fileName: 'a.mp4',
  expiresInSeconds: 3600,
}

async function signed(url: string, kind: 'upload' | 'download'): Promise<URL> {
  const store = createS3ObjectStore(readS3Url(url))
  const link = kind === 'upload' ? store.signUpload(upload) : store.signDownload(download)
  return new URL(await link.finally(() => store.close()))
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

describe('a link equals the one that the SDK takes milliseconds for', () => {
  const keys = [
    'results/abc/1-0.mp4',
    "results/it's (1)!*.png",
    'results/ä-日本 b+c%20d.png',
    'a&b=c?d#e:f@g,h;i$j',
  ]
  // Back to the first day: the key of one day must not sign on another.
  const days = ['2026-03-14T23:59:59.999Z', '2026-03-15T00:00:00.000Z', '2026-03-14T12:00:00.000Z']

  test.each(['', 'tok/en+of=an/hour=='])('with the session token "%s"', async (sessionToken) => {
    vi.stubEnv('AWS_SESSION_TOKEN', sessionToken)
    const client = new S3Client({
      region: 'us-east-1',
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    for (const day of days) {
      const store = createS3ObjectStore(readS3Url('s3://media'))
      vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] })
      for (const Key of keys) {
        const get = new GetObjectCommand({
          Bucket: 'media',
          Key,
          ResponseContentType: download.contentType,
          ResponseContentDisposition: 'inline; filename="a.mp4"',
        })
        expect(partsOf(await store.signDownload({ ...download, key: Key }))).toEqual(
          partsOf(await getSignedUrl(client, get, { expiresIn: download.expiresInSeconds + 60 })),
        )
        const put = new PutObjectCommand({ Bucket: 'media', Key, ContentType: upload.contentType })
        const signableHeaders = new Set(['host', 'content-type'])
        expect(partsOf(await store.signUpload({ ...upload, key: Key }))).toEqual(
          partsOf(await getSignedUrl(client, put, { expiresIn: upload.expiresInSeconds, signableHeaders })),
        )
      }
      store.close()
    }
    client.destroy()
  })
})

/** Every part of a link, in no particular order. */
function partsOf(link: string): object {
  const { origin, pathname, searchParams } = new URL(link)
  return { origin, pathname, parameters: Object.fromEntries(searchParams) }
}

describe('a signed PUT', () => {
  test('binds the content type: it is among the signed headers', async () => {
    const { searchParams } = await signed('s3://media', 'upload')
    expect(searchParams.get('X-Amz-SignedHeaders')?.split(';')).toEqual(['content-type', 'host'])
    expect(searchParams.get('X-Amz-Expires')).toBe('900')
  })

  test('carries no checksum, which could only be that of an empty body', async () => {
    const names = [...(await signed('s3://media', 'upload')).searchParams.keys()].join(' ').toLowerCase()
    expect(names).not.toContain('checksum')
    expect(names).not.toContain('crc')
  })

  test('signed by the SDK with its defaults would bind no type and carry a checksum: the two options are still needed', async () => {
    const client = new S3Client({ region: 'us-east-1' })
    const command = new PutObjectCommand({
      Bucket: 'media',
      Key: upload.key,
      ContentType: upload.contentType,
    })
    const { searchParams } = new URL(await getSignedUrl(client, command, { expiresIn: 900 }))
    client.destroy()
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('host')
    expect([...searchParams.keys()].join(' ')).toContain('x-amz-checksum')
  })
})

test('a signed GET is the same for a minute, valid for as long as requested after it, and fixes name and type', async () => {
  const store = createS3ObjectStore(readS3Url('s3://media'))
  const link = await store.signDownload(download)
  expect(await store.signDownload(download)).toBe(link)
  expect(await store.signDownload({ ...download, fileName: 'b.mp4' })).not.toBe(link)
  store.close()
  const { searchParams } = new URL(link)
  expect(searchParams.get('X-Amz-Expires')).toBe('3660')
  expect(searchParams.get('response-content-type')).toBe('video/mp4')
  expect(searchParams.get('response-content-disposition')).toBe('inline; filename="a.mp4"')
})

describe('the address of a link', () => {
  const addresses: [string, string, string][] = [
    [
      'on Amazon, in a region',
      's3://media?region=eu-central-1',
      'https://media.s3.eu-central-1.amazonaws.com',
    ],
    ['on Amazon, by path', 's3://media?forcePathStyle=true', 'https://s3.us-east-1.amazonaws.com/media'],
    [
      'at an endpoint, by host',
      's3://media?endpoint=https://s3.example.com:9000',
      'https://media.s3.example.com:9000',
    ],
    [
      'at an endpoint, by path',
      's3://media?endpoint=http://10.0.0.7:9000&forcePathStyle=true',
      'http://10.0.0.7:9000/media',
    ],
    [
      'for clients that reach the store by another name',
      's3://media?endpoint=http://minio:9000&publicEndpoint=https://media.example.com&forcePathStyle=true',
      'https://media.example.com/media',
    ],
    [
      'for clients at another name, by host',
      's3://media?endpoint=http://minio:9000&publicEndpoint=https://example.com',
      'https://media.example.com',
    ],
  ]
  test.each(addresses)('%s', async (_name, url, start) => {
    for (const kind of ['upload', 'download'] as const) {
      const link = await signed(url, kind)
      expect(`${link.origin}${link.pathname}`).toBe(
        `${start}/${kind === 'upload' ? upload.key : download.key}`,
      )
    }
  })
})
