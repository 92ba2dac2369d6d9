import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockService } from '@mediagen/sdk/testing'
import { generateImage } from 'ai'
import { publint } from 'publint'
import { describe, expect, test } from 'vitest'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))

describe('the package as it is built', () => {
  test('has nothing that publint finds wrong', async () => {
    const { messages } = await publint({ pkgDir: packageFolder, pack: false, strict: true })
    expect(messages).toEqual([])
  })

  test('has the right types for each way to import it', async () => {
    const program = fileURLToPath(new URL('../../../node_modules/.bin/attw', import.meta.url))
    const options = ['--pack', packageFolder, '--profile', 'node16', '--format', 'json']
    const { stdout } = await promisify(execFile)(program, options)
    const { analysis }: { analysis: { problems: { resolutionKind?: string }[] } } = JSON.parse(stdout)
    expect(analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10')).toEqual([])
  })

  test('works from ESM and from CommonJS', async () => {
    const esm = await import('@mediagen/ai-sdk')
    const cjs: typeof esm = createRequire(import.meta.url)('@mediagen/ai-sdk')
    expect(Object.keys(cjs).sort()).toEqual(Object.keys(esm).sort())
    for (const { createMediagen } of [esm, cjs]) {
      const { baseUrl, fetch } = createMockService({ queuedMs: 0, processingMs: 0 })
      const model = createMediagen({ apiKey: 'any', baseURL: baseUrl, fetch }).image('image.generate')
      const { image } = await generateImage({ model, prompt: 'a fox' })
      expect(image.mediaType).toBe('image/png')
    }
  })

  test('takes any version of the AI SDK whose models are of the same specification', async () => {
    const manifest = JSON.parse(await readFile(`${packageFolder}package.json`, 'utf8'))
    const { version }: { version: string } = createRequire(import.meta.url)('ai/package.json')
    expect(manifest.peerDependencies.ai).toBe(`^${version.split('.')[0]}.0.0`)
  })
})

test('the guide lists every option', async () => {
  const guide = await readFile(`${packageFolder}README.md`, 'utf8')
  const source = await readFile(`${packageFolder}src/provider-options.ts`, 'utf8')
  const names = [...source.matchAll(/^ {2}(\w+)\?: string$/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) expect(guide).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'))
})
