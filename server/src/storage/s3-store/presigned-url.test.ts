import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { describe, expect, test } from 'vitest'
import { createPresign } from './presigned-url.ts'

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'an example' }
const days = [new Date('2026-03-14T23:59:59.999Z'), new Date('2026-03-15T00:00:00.000Z')]
const keys = [
  'results/abc/1-0.mp4',
  'results/a b+c%20d.png',
  "results/it's (1)!*.png",
  'results/ä-日本.png',
  'results/a//b.png',
  'results/a&b=c?d#e:f@g,h;i$j.png',
]

/** Every part of a link, in no particular order. */
const partsOf = (link: string) => {
  const { origin, pathname, searchParams } = new URL(link)
  return { origin, pathname, parameters: Object.fromEntries(searchParams) }
}

describe('a presigned URL', () => {
  test.each([undefined, 'tok/en+of=an/hour=='])(
    'equals that of the AWS SDK, with the session token %s',
    async (sessionToken) => {
      const presign = createPresign()
      const given = { ...credentials, ...(sessionToken !== undefined && { sessionToken }) }
      const client = new S3Client({
        region: 'eu-west-1',
        credentials: given,
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      })
      const common = {
        origin: 'https://media.s3.eu-west-1.amazonaws.com',
        host: 'media.s3.eu-west-1.amazonaws.com',
        bucketPath: '',
        region: 'eu-west-1',
      }
      // Back and forth between days: one day's key must not sign on another.
      for (const signingDate of [...days, ...days]) {
        for (const key of keys) {
          const address = { Bucket: 'media', Key: key }
          const get = new GetObjectCommand({
            ...address,
            ResponseContentType: 'video/mp4',
            ResponseContentDisposition: 'inline; filename="a b.mp4"',
          })
          const download = presign(given, {
            ...common,
            method: 'GET',
            key,
            expiresInSeconds: 3600,
            at: signingDate,
            parameters: [
              ['response-content-disposition', 'inline; filename="a b.mp4"'],
              ['response-content-type', 'video/mp4'],
              ['x-id', 'GetObject'],
            ],
          })
          expect(partsOf(download)).toEqual(
            partsOf(await getSignedUrl(client, get, { expiresIn: 3600, signingDate })),
          )
          const put = new PutObjectCommand({ ...address, ContentType: 'image/png' })
          const signableHeaders = new Set(['host', 'content-type'])
          const upload = presign(given, {
            ...common,
            method: 'PUT',
            key,
            contentType: 'image/png',
            expiresInSeconds: 900,
            at: signingDate,
            parameters: [['x-id', 'PutObject']],
          })
          expect(partsOf(upload)).toEqual(
            partsOf(await getSignedUrl(client, put, { expiresIn: 900, signingDate, signableHeaders })),
          )
        }
      }
      client.destroy()
    },
  )

  test('is signed with the current credentials, even after they have been replaced', () => {
    const presign = createPresign()
    const request = {
      method: 'GET',
      origin: 'http://10.0.0.7:9000',
      host: '10.0.0.7:9000',
      bucketPath: '/media',
      key: 'a',
      region: 'us-east-1',
      expiresInSeconds: 60,
      at: new Date('2026-03-14T12:00:00.000Z'),
      parameters: [],
    } as const
    const first = presign(credentials, request)
    const second = presign({ ...credentials, secretAccessKey: 'another' }, request)
    expect(second).not.toBe(first)
    expect(presign(credentials, request)).toBe(first)
    expect(first).toMatch(/^http:\/\/10\.0\.0\.7:9000\/media\/a\?X-Amz-Algorithm=/)
  })
})
