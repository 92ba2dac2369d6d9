import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractText } from '../support/fixture-packages.ts'
import { runHere } from '../support/run-here.ts'
import { starterText } from './starter.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'))
})
afterEach(() => rm(folder, { recursive: true }))

const init = (...words: string[]) => runHere(folder, ['init', ...words])

describe('the command init', () => {
  test('adds to a package.json what it lacks, and leaves everything else as it is', async () => {
    const mine = {
      name: 'mine',
      scripts: { test: 'echo "Error: no test specified" && exit 1', start: 'node mine.js' },
      type: 'commonjs',
      dependencies: { express: '5.0.0' },
      mine: { kept: true },
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify(mine, null, '\t'))
    await writeFile(join(folder, 'generate.yaml'), 'contract: openapi.yaml\nout: src/generated\n')
    const { status, stdout } = await init()
    expect(status).toBe(0)
    expect(stdout).toContain('left as it is: generate.yaml')
    expect(stdout).toContain('left as it is in package.json: the script start')
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    expect(text).toContain('\t"mine": {\n\t\t"kept": true')
    expect(JSON.parse(text)).toMatchObject({
      name: 'mine',
      type: 'commonjs',
      scripts: { start: 'node mine.js', test: 'tsc && node --test dist/app.test.js', build: 'tsc' },
      dependencies: { express: '5.0.0', '@mediagen/contract-runtime': expect.any(String) },
      devDependencies: { '@mediagen/codegen': expect.any(String), typescript: expect.any(String) },
    })
    expect(await readFile(join(folder, 'tsconfig.json'), 'utf8')).not.toContain('verbatimModuleSyntax')
    expect(await readFile(join(folder, 'src/pets-api.ts'), 'utf8')).toContain('class Pets implements PetsApi')
  })

  test('writes a test of a response and of a rejection, without credentials where none are needed', async () => {
    expect((await init()).status).toBe(0)
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
    expect((await init()).status).toBe(0)
    expect(await readFile(join(folder, 'src/app.test.ts'), 'utf8')).toContain(
      "/pets`, { headers: { Authorization: 'Bearer any' } })",
    )
  })

  test('begins the error bodies that cannot be derived from the contract', async () => {
    const text = await contractText('bookshop')
    await writeFile(join(folder, 'api.yaml'), text.replace('required: [error]', 'required: [error, advice]'))
    expect((await init('api.yaml')).status).toBe(0)
    expect(await readFile(join(folder, 'generate.yaml'), 'utf8')).toContain('errors: src/errors.ts')
    expect(await readFile(join(folder, 'src/errors.ts'), 'utf8')).toContain('renderError')
  })

  test('ends with 2 for a contract that is not there, and writes nothing', async () => {
    const { status, stderr } = await init('nowhere.yaml')
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
