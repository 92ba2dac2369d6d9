import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))
const old = fileURLToPath(new URL('../support/contracts/shop.yaml', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'codegen-diff-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Of two files, so that they have to be read as one. */
function written(name: string, parameters: readonly object[]): string {
  const file = join(folder, name)
  const responses = { 204: { description: 'Done.' } }
  const item = { get: { operationId: 'list', responses, parameters } }
  writeFileSync(join(folder, `item-of-${name}`), JSON.stringify(item))
  const info = { title: 'Things', version: '1.0.0' }
  const paths = { '/things': { $ref: `item-of-${name}` } }
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info, paths }))
  return file
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } }
const none = written('none.json', [])
const optional = written('optional.json', [limit])
const required = written('required.json', [{ ...limit, required: true }])

function run(...words: string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'diff', ...words], (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output: output + errors }),
    )
  })
}

describe('the command diff', () => {
  test('compares any two documents: 0 for what breaks no client, and lists it', async () => {
    expect(await run(old, old)).toEqual({
      code: 0,
      output: 'No difference that a caller of OLD must know of.\n',
    })
    const { code, output } = await run(none, optional)
    expect(output).toMatch(/^### Added\n\n- `GET \/things`: parameter `query limit` added\n$/)
    expect(code).toBe(0)
  })

  test('ends with 1 for a change that could break a client', async () => {
    const { code, output } = await run(none, required)
    expect(output).toMatch(/^### Breaking\n\n- `GET \/things`: parameter `query limit` added as required\n$/)
    expect(code).toBe(1)
  })

  test('ends with 2 where it was called wrong, or a document cannot be read', async () => {
    expect(await run(old)).toMatchObject({
      code: 2,
      output: expect.stringMatching(/name two documents\nUsage/),
    })
    const missing = join(folder, 'missing.yaml')
    expect(await run(old, missing)).toEqual({ code: 2, output: `mediagen: there is no ${missing}\n` })
    expect(await run(old, program)).toMatchObject({ code: 2, output: expect.stringMatching(/^mediagen: /) })
  })
})
