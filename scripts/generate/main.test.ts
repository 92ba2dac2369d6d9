import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractText } from './support/fixture-packages.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-'))
})
afterEach(() => rm(folder, { recursive: true }))

function run(...words: string[]) {
  const { INIT_CWD: _called, ...env } = process.env
  return spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
}

describe('the command that generates from a contract of someone else', () => {
  test('names the line of every fault, and writes nothing', async () => {
    const text = await contractText('todo')
    const broken = text
      .replace('in: query, schema: { type: boolean }', 'in: cookie, schema: { type: boolean }')
      .replace('minLength: 1', 'minLenght: 1')
    await writeFile(join(folder, 'todo.yaml'), broken)
    const { status, stderr } = run('--contract', 'todo.yaml', '--out', 'made')
    expect(status).toBe(1)
    expect(stderr).toMatch(/todo\.yaml:19: GET \/lists\/\{list-id\}\/items: cookie parameter overdue: /)
    expect(stderr).toMatch(/todo\.yaml:113: POST .*: the schema keyword minLenght is unknown/)
    expect(await readdir(folder)).toEqual(['todo.yaml'])
  })

  test('replaces no folder that it did not make', async () => {
    await writeFile(join(folder, 'todo.yaml'), await contractText('todo'))
    await mkdir(join(folder, 'docs'))
    await writeFile(join(folder, 'docs', 'mine.md'), 'mine')
    await writeFile(join(folder, 'own.yaml'), 'outputs: { openapi: docs, server: server }')
    const { status, stderr } = run('--contract', 'todo.yaml', '--out', '.', '--config', 'own.yaml')
    expect(status).toBe(1)
    expect(stderr).toContain('has files that were not generated')
    expect(await readdir(join(folder, 'docs'))).toEqual(['mine.md'])
  })

  test('wants a contract and a folder together', () => {
    const { status, stderr } = run('--contract', 'todo.yaml')
    expect(status).toBe(1)
    expect(stderr).toContain('--contract and --out go together')
  })
})
