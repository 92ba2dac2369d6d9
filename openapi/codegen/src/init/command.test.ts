import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { starterText } from './starter.ts'

const timeoutMs = 60_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'))
})
afterEach(() => rm(folder, { recursive: true }))

function init(...words: string[]) {
  const program = join(import.meta.dirname, '../main.ts')
  return spawnSync(process.execPath, [program, 'init', ...words], { cwd: folder, encoding: 'utf8' })
}

describe('the command init', () => {
  test('leaves a file that exists as it is', { timeout: timeoutMs }, async () => {
    await writeFile(join(folder, 'package.json'), '{ "name": "mine" }')
    const { status, stdout } = init()
    expect(status).toBe(0)
    expect(stdout).toContain('left as it is: package.json')
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{ "name": "mine" }')
    expect(await readFile(join(folder, 'src/pets-api.ts'), 'utf8')).toContain('class Pets implements PetsApi')
  })

  test('writes a test of a response and of a rejection, without credentials where none are needed', {
    timeout: timeoutMs,
  }, async () => {
    expect(init().status).toBe(0)
    const text = await readFile(join(folder, 'src/app.test.ts'), 'utf8')
    expect(text).toContain('assert.equal(response.status, 200)')
    expect(text).toContain('assert(Array.isArray(body))')
    expect(text).toContain('/pets?limit=not-valid`)')
    expect(text).toContain("(await response.text()).includes('limit')")
    expect(text).not.toContain('Authorization')
    const contract = starterText('openapi.yaml').replace(
      '      tags: [Pets]\n',
      '      tags: [Pets]\n      security: [{ token: [] }]\n',
    )
    await writeFile(join(folder, 'openapi.yaml'), contract)
    await rm(join(folder, 'src'), { recursive: true })
    expect(init().status).toBe(0)
    expect(await readFile(join(folder, 'src/app.test.ts'), 'utf8')).toContain(
      "/pets`, { headers: { Authorization: 'Bearer any' } })",
    )
  })

  test('ends with 2 for a contract that is not there, and writes nothing', async () => {
    const { status, stderr } = init('nowhere.yaml')
    expect(status).toBe(2)
    expect(stderr).toContain('nowhere.yaml')
    await expect(readFile(join(folder, 'package.json'))).rejects.toThrow('ENOENT')
  })
})

test('a starter names the exact versions that the generated code is tested with', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(starterText('package.json'))
  const named: Record<string, string> = { ...dependencies, ...devDependencies }
  const tested = Object.keys(named).map((name) => [name, lock.packages[`node_modules/${name}`]?.version])
  expect(named).toEqual(Object.fromEntries(tested))
})
