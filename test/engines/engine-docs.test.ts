import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { loadProviders, type ProvidersFile } from '../../server/src/config/load-providers.ts'
import { engineKinds } from '../../server/src/engines/engine-kinds.ts'
import { at, listAt, textAt } from '../../server/src/engines/shared/calls/json-path.ts'
import { presetNames } from '../../server/src/engines/shared/templates/presets.ts'
import { gatesWithFaults, loadGateAdapter } from '../../server/src/wiring/wire-gates.ts'

const kinds = engineKinds
const dialects = kinds.filter(({ kind }) => kind.startsWith('openai-'))

function pageOf(kind: string): Promise<string> {
  return readFile(new URL(`../../docs/engines/${kind}.md`, import.meta.url), 'utf8')
}

describe('the pages of the engines', () => {
  test.each(kinds)('the example of $kind is valid in a providers file', async ({ kind, options }) => {
    const example = /```yaml\n(.*?)```/s.exec(await pageOf(kind))?.[1] ?? ''
    const [provider] = listAt(parse(example), 'providers')
    expect(textAt(provider, 'kind')).toBe(kind)
    expect(options.validate(at(provider, 'options') ?? {}).error).toBeUndefined()
  })

  // The page of http groups its options by the step that they configure.
  test('the page of http names every option', async () => {
    const { options } = kinds.find(({ kind }) => kind === 'http') ?? {}
    const page = await pageOf('http')
    for (const key of Object.keys(options?.describe().keys ?? {}))
      expect(page, key).toMatch(RegExp(`\\b${key}\\b`))
  })

  test.each(kinds.filter(({ kind }) => kind !== 'http'))(
    'the page of $kind names all options, and no others',
    async ({ kind, options }) => {
      const page = await pageOf(kind)
      const table = page.slice(page.indexOf('| Option |')).split('\n\n')[0] ?? ''
      const named = table
        .split('\n')
        .slice(2)
        .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
      expect(named.toSorted()).toEqual(Object.keys(options.describe().keys).toSorted())
    },
  )

  test.each(dialects)('the dialects of $kind are options', async ({ kind, options }) => {
    const page = await pageOf(kind)
    const table = page.slice(page.indexOf('| Engine | Options |')).split('\n\n')[0] ?? ''
    const settings = [...table.matchAll(/`(\w+: [^`]+)`/g)].map(([, setting]) => parse(setting ?? ''))
    expect(settings.length).toBeGreaterThan(4)
    const encoding = kind === 'openai-videos' ? { encoding: 'json' } : {}
    for (const setting of settings)
      expect(options.validate({ ...encoding, ...setting }).error, JSON.stringify(setting)).toBeUndefined()
  })
})

describe('the page of gates', () => {
  test('has examples that are valid providers files', async () => {
    const adapter = await loadGateAdapter()
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-gates-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'providers.yaml')
    const examples = [...(await pageOf('gates')).matchAll(/```yaml\n(.*?)```/gs)]
    expect(examples.length).toBeGreaterThan(1)
    const problems = (file: ProvidersFile) => gatesWithFaults(file, adapter)
    for (const [, example = ''] of examples) {
      await writeFile(path, example)
      const { gates } = await loadProviders(path, kinds, () => 'a key', problems, adapter.gateOptionsSchema)
      expect(gates).toHaveLength(1)
    }
  })

  test('names every option and every preset', async () => {
    const page = await pageOf('gates')
    const { gateOptionsSchema } = await loadGateAdapter()
    for (const key of Object.keys(gateOptionsSchema.describe().keys ?? {}))
      expect(page, key).toContain(`| \`${key}\` |`)
    for (const preset of presetNames('presets/gates')) expect(page, preset).toContain(`| \`${preset}\` |`)
  })
})

test('every example of docs/engines.md is a valid providers file, and each kind is in its table', async () => {
  const page = await readFile(new URL('../../docs/engines.md', import.meta.url), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-engines-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, yaml = '']) => yaml)
  expect(examples.length).toBeGreaterThan(2)
  const path = join(folder, 'providers.yaml')
  for (const example of examples) {
    await writeFile(path, example.includes('routes:') ? example : `${example}routes: []`)
    await expect(loadProviders(path, engineKinds, () => 'secret')).resolves.toHaveProperty('providers')
  }
  for (const { kind } of kinds) expect(page).toContain(`[\`${kind}\`](engines/${kind}.md)`)
})
