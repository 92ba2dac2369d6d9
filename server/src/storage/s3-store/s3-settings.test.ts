import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readS3Url } from './s3-settings.ts'

describe('the settings of an S3 store', () => {
  test('need no more than a bucket', () => {
    expect(readS3Url('s3://media')).toEqual({
      bucket: 'media',
      region: 'us-east-1',
      endpoint: undefined,
      publicEndpoint: undefined,
      forcePathStyle: false,
      timeoutSeconds: 10,
    })
  })

  test('are all in one URL', () => {
    const url =
      's3://Media.2?region=eu-west-1&endpoint=http://minio:9000&publicEndpoint=https://media.example.com&forcePathStyle=true&timeoutSeconds=2.5'
    expect(readS3Url(url)).toEqual({
      bucket: 'Media.2',
      region: 'eu-west-1',
      endpoint: 'http://minio:9000',
      publicEndpoint: 'https://media.example.com',
      forcePathStyle: true,
      timeoutSeconds: 2.5,
    })
  })

  const faults: [string, string][] = [
    ['s3:', 'must be s3://BUCKET'],
    ['s3://', 'must be s3://BUCKET'],
    ['https://media', 'must be s3://BUCKET'],
    ['s3://media/folder', 'takes no path after the bucket'],
    ['s3://media:9000', 'takes no port after the bucket: where the store is, endpoint says'],
    ['s3://media#x', 'takes no fragment'],
    [
      's3://media?pathStyle=true',
      'knows no pathStyle; it takes region, endpoint, publicEndpoint, forcePathStyle, timeoutSeconds',
    ],
    ['s3://media?forcePathStyle=yes', 'forcePathStyle is true or false'],
    ['s3://media?endpoint=minio:9000', 'endpoint must be an http(s) URL'],
    ['s3://media?publicEndpoint=//media', 'publicEndpoint must be an http(s) URL'],
    ['s3://media?timeoutSeconds=0', 'timeoutSeconds is a number above 0, at most 300'],
    ['s3://media?timeoutSeconds=301', 'timeoutSeconds is a number above 0, at most 300'],
    ['s3://media?timeoutSeconds=1e1', 'timeoutSeconds is a number above 0, at most 300'],
    ['s3://media?timeoutSeconds=', 'timeoutSeconds is a number above 0, at most 300'],
  ]
  test.each(faults)('%s is refused: %s', (url, message) => {
    expect(() => readS3Url(url)).toThrow(new RangeError(message))
  })

  test('contain no credentials, and an error does not repeat them', () => {
    expect(() => readS3Url('s3://key:secret@media')).toThrow(
      new RangeError('takes no credentials: they come from where the AWS SDK reads them'),
    )
  })
})

describe('docs/object-store.md', () => {
  const page = readFileSync(new URL('../../../../docs/object-store.md', import.meta.url), 'utf8')

  test('names every setting, and no unknown one', () => {
    const table = page.slice(
      page.indexOf('| Name | Meaning |'),
      page.indexOf('The service does not start with any other name'),
    )
    const named = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(() => readS3Url('s3://media?x=1')).toThrow(`it takes ${named.join(', ')}`)
  })

  test('shows URLs that are valid', () => {
    const urls = [...page.matchAll(/(?:OBJECT_STORE|MEDIAGEN_TEST_S3)_URL='([^']+)'/g)].map(([, url]) => url)
    expect(urls).toHaveLength(4)
    for (const url of urls) expect(readS3Url(url ?? '').bucket).toMatch(/^[a-z-]+$/)
  })

  test('shows rules that are JSON', () => {
    const rules = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ''))
    expect(rules.map((rule) => Object.keys(rule)[0])).toEqual(['CORSRules', 'Rules', 'Version'])
  })
})
