import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readYaml } from '../../server/src/config/read-yaml.ts'
import { httpKind } from '../../server/src/engines/http/http.ts'

const sound = `
products:
  video.generate: { path: /jobs, json: { prompt: '{{prompt}}' } }
job: { id: id }
poll: { path: '/jobs/{{jobId}}' }
status: { pointer: status, values: { done: succeeded } }
result: { url: url }
`

/** The schema's errors in the options, each with its place. */
function faultsOf(options: string): readonly string[] {
  const { error } = httpKind.options.validate(parse(options), { abortEarly: false, convert: false })
  return error?.details.map(({ message }) => message) ?? []
}

describe('the options of kind http', () => {
  test('are valid with a submission, a poll, a status and a result', () => {
    expect(faultsOf(sound)).toEqual([])
  })

  test('may send files as fields and as items of their lists, and an input that is text anywhere', () => {
    const withInput = (rest: string) =>
      sound.replace(/ {2}video.*/, `  video.transform: { path: /jobs, ${rest} }`)
    const upload = "upload: { path: /files, multipart: { files: ['{{input}}'] }, result: id }"
    expect(faultsOf(`${withInput("input: file, multipart: { a: [b, '{{input}}'] }")}${upload}`)).toEqual([])
    expect(faultsOf(withInput("multipart: { a: { b: 'of {{input}}' } }"))).toEqual([])
  })

  test('may share a template between a product with an image and one without', () => {
    const both = sound.replace(
      / {2}video.*/,
      '  video.generate: &film { path: /jobs, json: { from: "{{input}}" } }\n  video.transform: *film',
    )
    expect(faultsOf(both)).toEqual([])
  })

  test.each([
    ['an unknown key', `${sound}poling: {}`, '"poling" is not allowed'],
    ['an unknown preset', 'preset: acme', '"preset" must be one of black-forest-labs, byteplus-seedance'],
    ['a preset that is a path', 'preset: ../catalogue/effects', '"preset" must be one of'],
    [
      'an unknown placeholder',
      sound.replace('{{prompt}}', '{{promt}}'),
      'has {{promt}}, which has no value here',
    ],
    ['a poll without an id', sound.replace('job: { id: id }', 'job: { pollUrl: u }'), 'must have "job.id"'],
    ['a job without a status', sound.replace(/status:.*/, ''), 'must have "status"'],
    ['a job without a poll', sound.replace(/poll:.*/, ''), 'must have "poll" or "job.pollUrl"'],
    ['a poll without a job', sound.replace(/job: .*/, ''), 'must have "job"'],
    [
      'a meaning that is none',
      sound.replace('succeeded', 'finished'),
      '"status.values.done" must be one of [queued',
    ],
    ['no result', sound.replace(/result:.*/, 'result: {}'), '"result" must contain at least one of'],
    [
      'a pointer that is none',
      sound.replace('result: { url: url }', 'result: { url: a..b }'),
      '"result.url"',
    ],
    [
      'no product',
      sound.replace(/ {2}video.*/, '').replace('products:', 'products: {}'),
      '"products" must have at least 1',
    ],
    [
      'an unknown product',
      sound.replace('video.generate', 'audio.generate'),
      '"products.audio.generate" is not allowed',
    ],
    [
      'two bodies',
      sound.replace('json:', 'multipart: { a: b }, json:'),
      '"products.video.generate" contains a conflict',
    ],
    ['two rules of size', sound.replace('json:', 'sizeRule: {}, sizes: [1x1], json:'), 'contains a conflict'],
    [
      'a picture that is never sent',
      sound.replace('video.generate', 'video.transform'),
      '"products.video.transform" must send {{input}}',
    ],
    [
      'a file in JSON',
      sound.replace(
        'video.generate: { path: /jobs, json: { prompt',
        "video.transform: { path: /jobs, input: file, json: { i: '{{input}}', prompt",
      ),
      'needs "multipart"',
    ],
    [
      'a file within a text',
      sound.replace(
        'video.generate: { path: /jobs, json: { prompt',
        "video.transform: { path: /jobs, input: file, multipart: { picture: 'of {{input}}', prompt",
      ),
      '"products.video.transform" has {{input}} within "multipart.picture"',
    ],
    [
      'an uploaded file within an object',
      `${sound}upload: { path: /files, multipart: { picture: { of: '{{input}}' } }, result: id }`,
      '"upload" has {{input}} within "multipart.picture"',
    ],
    [
      'an upload that is not described',
      sound.replace(
        'video.generate: { path: /jobs, json: { prompt',
        "video.transform: { path: /jobs, input: upload, json: { i: '{{input}}', prompt",
      ),
      'must have "upload"',
    ],
    ['a key in the file', `${sound}headers: { authorization: 'Bearer x' }`, 'must not hold Authorization'],
    [
      'an address instead of a path',
      sound.replace('path: /jobs,', 'path: //evil.example/x,'),
      'must be a path below the url',
    ],
    ['a prompt in a path', sound.replace('path: /jobs,', "path: '/{{prompt}}',"), 'has {{prompt}}'],
    [
      'idempotency without the id of the task',
      `${sound}idempotent: true`,
      'not every submission sends {{taskId}}',
    ],
    [
      'a match that others may share',
      `${sound}find: { path: /jobs, list: items, id: id, match: { prompt: '{{prompt}}' } }`,
      'must hold {{taskId}} or {{seed}}',
    ],
    ['a host with a scheme', `${sound}allowedHosts: ['https://cdn.example']`, 'must be a host such as'],
    ['a shape that is none', sound.replace('json:', 'aspectRatios: [16:9x], json:'), 'must be like 16:9'],
  ])('with %s are rejected by name', (_name, options, expected) => {
    expect(faultsOf(options).join('\n')).toContain(expected)
  })

  test('are reported with the line of each error, even over a preset', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-http-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'options.yaml')
    await writeFile(
      file,
      'preset: luma\nallowedHosts: [ok.example]\nstatus:\n  pointer: state\n  values: { dreaming: asleep }\n',
    )
    await expect(readYaml(file, httpKind.options)).rejects.toThrow('line 5: "status.values.dreaming"')
  })

  test('are reported with every error, not only the first', () => {
    expect(faultsOf(sound.replace('succeeded', 'over').replace('url: url', 'link: url'))).toHaveLength(3)
  })

  test('override those of a preset key by key, and null removes a key', () => {
    const own =
      'preset: luma\nproducts: { image.generate: null, video.generate: { durations: [5] } }\ncheck: null'
    expect(faultsOf(own)).toEqual([])
    expect(faultsOf('preset: luma\nstatus: null')).toEqual([expect.stringContaining('must have "status"')])
  })
})
