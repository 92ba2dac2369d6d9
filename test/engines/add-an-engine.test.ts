import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { httpEngine, patient, pollOnce, startedJob } from './support/engine.ts'
import { bytesOf, jobs } from './support/job.ts'

const guide = readFileSync(
  fileURLToPath(new URL('../../docs/engines/add-an-engine.md', import.meta.url)),
  'utf8',
)
const video = Buffer.from('the bytes of a video')

/** The options of the file that the guide ends with. */
function guideOptions(): string {
  const [, yaml = ''] = /```yaml\n([\s\S]*?)```/.exec(guide) ?? []
  const [provider] = parse(yaml).providers
  // The counterpart hands its files out itself.
  return stringify(provider.options, { aliasDuplicateObjects: false })
}

test('the guide’s file makes videos at an engine that speaks as the guide’s curl examples do', async () => {
  const render = (more: object): CounterpartResponse => ({ json: { render: { ref: 'rnd_81', ...more } } })
  const polls = [
    render({ phase: 'waiting' }),
    render({ phase: 'painting', percent: 40 }),
    render({ phase: 'hung', files: [{ href: '/81.mp4' }] }),
    render({ phase: 'spoiled', reason: { kind: 'policy', text: 'We do not paint this.' } }),
  ]
  const easel = await startCounterpart(({ method, path }) => {
    if (path === '/81.mp4') return { bytes: video }
    if (path === '/v2/assets') return { status: 201, json: { asset: { ref: 'ast_5' } } }
    if (method === 'POST') return { status: 202, json: { render: { ref: 'rnd_81', phase: 'waiting' } } }
    if (method === 'DELETE') return render({ phase: 'torn' })
    return polls.shift() ?? {}
  })
  const engine = httpEngine({
    url: `${easel.url}/v2`,
    options: guideOptions(),
    models: { 'video.generate': 'easel-4', 'video.transform': 'easel-4' },
  })
  expect(engine.submission).toBe('idempotent')

  const job = startedJob(await engine.start(jobs['video.generate'], patient))
  const [submission] = easel.requests
  expect(submission?.headers).toMatchObject({
    'x-easel-key': 'secret-key',
    'easel-request-id': jobs['video.generate'].taskId,
  })
  expect(submission?.json()).toEqual({
    engine: 'easel-4',
    text: 'a lighthouse at dawn',
    canvas: { shape: '16:9', quality: 'hd' },
    seconds: 5,
    dice: 1_234_567,
  })
  startedJob(await engine.start(jobs['video.transform'], patient))
  expect(easel.requests.at(-1)?.json()).toMatchObject({ from: 'ast_5' })

  expect(await pollOnce(engine, job)).toEqual({ kind: 'pending', stage: 'queued' })
  expect(await pollOnce(engine, job)).toEqual({ kind: 'pending', stage: 'running', progress: 0.4 })
  const response = await pollOnce(engine, job)
  if (response.kind !== 'succeeded') throw new Error(response.kind)
  expect(await bytesOf(response.outputs[0])).toEqual(video)
  expect(await pollOnce(engine, job)).toEqual({
    kind: 'failed',
    code: 'INVALID_INPUT',
    message: 'We do not paint this.',
  })
  expect(await engine.cancel?.(job, patient)).toBe('cancelled')
})
