import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startCounterpart } from '../engines/support/counterpart.ts'
import { createMachine, type FinishedProcess } from './support/service-process.ts'

/** A machine whose providers file names these engines, and what `mediagen-server providers` says there. */
async function machineWith(
  providers: readonly object[],
  routes: readonly object[],
  gates: readonly object[] = [],
) {
  const machine = await createMachine({ ENGINE_KEY: 'a-secret-key' })
  onTestFinished(() => machine.remove())
  const path = join(machine.folder, 'providers.yaml')
  // JSON is YAML.
  await writeFile(path, JSON.stringify({ providers, routes, gates }))
  const environment = { PROVIDERS_FILE: path }
  return {
    start: () => machine.start('serve', environment),
    run: (...args: string[]) => machine.run(['providers', ...args], environment),
  }
}

/** The rows of each provider in all tables, with the spaces between their cells as one. */
function rowsOf({ output }: FinishedProcess): Record<string, string> {
  const rows: Record<string, string> = {}
  for (const line of output.split('\n')) {
    const row = line.replaceAll(/ {2,}/g, ' | ')
    const [name = ''] = row.split(' | ', 1)
    rows[name] = rows[name] === undefined ? row : `${rows[name]}\n${row}`
  }
  return rows
}

const engine = (name: string, url: string, model = 'any') => ({
  ...{ name, kind: 'openai-images', url: `${url}/v1`, model, apiKeyEnv: 'ENGINE_KEY' },
})

const models = { json: { data: [{ id: 'any' }] } }

test('providers check reports what each engine can do, exits with 1 if one is unusable, and names what no route offers', async () => {
  const [good, wrongKey, down] = await Promise.all([
    startCounterpart(() => models),
    startCounterpart(() => ({ status: 401, json: { error: { message: 'No such key.' } } })),
    startCounterpart(() => ({ status: 503, text: 'upstream is away' })),
  ])
  const { run } = await machineWith(
    [
      engine('good', good.url),
      engine('without-model', good.url, 'other'),
      engine('wrong-key', wrongKey.url),
      engine('down', down.url),
    ],
    [{ product: 'image.generate', tiers: ['1k', '2k'], providers: ['good', 'down'] }],
  )
  const checked = await run('check')
  const rows = rowsOf(checked)
  expect(checked.code).toBe(1)
  expect(rows.good).toMatch(/^good \| yes \| yes \| yes \| .*\ngood \| image\.generate 1k 2k/)
  expect(rows['without-model']).toContain('without-model | yes | yes | NO |')
  expect(rows['wrong-key']).toMatch(/^wrong-key \| yes \| NO \| - \|.*401 Unauthorized: No such key\.$/m)
  expect(rows.down).toMatch(/^down \| NO \| - \| - \|.*503 Service Unavailable/)
  expect(checked.output).toContain('image.generate 4k, image.transform hd fhd, video.generate')
  expect(checked.output).not.toContain('a-secret-key')
  const asked = [good, wrongKey, down].flatMap(({ requests }) => requests.map(({ method }) => method))
  expect(new Set(asked)).toEqual(new Set(['GET']))
})

test('providers check asks each gate about a harmless sample, and exits with 1 if one would not allow it', async () => {
  const [good, strict] = await Promise.all([
    startCounterpart(() => ({ json: { verdict: 'ok' } })),
    startCounterpart(() => ({ json: { verdict: 'blocked', rule: 'balloons' } })),
  ])
  const gate = (name: string, url: string) => ({
    ...{ name, url, at: ['before'], apiKeyEnv: 'ENGINE_KEY', onFailure: 'allow' },
    options: {
      request: { path: '/judge', json: { prompt: '{{prompt}}' } },
      verdict: { pointer: 'verdict', allow: ['ok'], refuse: ['blocked'] },
      reason: 'rule',
    },
  })
  const studio = [{ name: 'studio', kind: 'studio' }]
  const routes = [{ product: 'image.generate', providers: ['studio'] }]
  const allowing = await machineWith(studio, routes, [gate('good', good.url)])
  const checked = await allowing.run('check')
  expect(rowsOf(checked).good).toContain('good | before | yes | yes | allowed | allow')
  expect(checked.code).toBe(0)
  const refusing = await machineWith(studio, routes, [gate('strict', strict.url)])
  const refused = await refusing.run('check')
  expect(rowsOf(refused).strict).toContain('strict | before | yes | yes | REFUSED | allow | balloons')
  expect(refused.code).toBe(1)
  expect(good.requests[0]?.headers.authorization).toBe('Bearer a-secret-key')
})

test('providers check --generate generates one image with each provider that can, and exits with 0 if all succeed', async () => {
  const { run } = await machineWith(
    [{ name: 'studio', kind: 'studio' }],
    [{ product: 'image.generate', providers: ['studio'] }],
  )
  const checked = await run('check', '--generate')
  expect(checked.output).toMatch(/^studio +built in .*\d/m)
  expect(checked.code).toBe(0)
})

test('providers list shows the health of each provider and its limits', async () => {
  const { start, run } = await machineWith(
    [
      { name: 'studio', kind: 'studio' },
      { ...engine('box', 'http://127.0.0.1:9'), concurrency: 2, requestsPerMinute: 30 },
    ],
    [{ product: 'image.generate', providers: ['studio', 'box'] }],
  )
  await start()
  const listed = await run('list')
  expect(rowsOf(listed)).toMatchObject({
    studio: 'studio | up | 0 | 0 | - | 0 | - | -',
    box: 'box | up | 0 | 0 | - | 0 | 2 | 30',
  })
  expect(listed.code).toBe(0)
})
