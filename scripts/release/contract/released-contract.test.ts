import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkContractChanges } from './released-contract.ts'

const own = new URL('../../../openapi/', import.meta.url)
let path: string
let folder: URL

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'mediagen-released-'))
  folder = pathToFileURL(`${path}/`)
  for (const name of ['generated', 'released'])
    cpSync(new URL(name, own), join(path, name), { recursive: true })
  checkContractChanges('write', folder)
})
afterEach(() => rmSync(path, { recursive: true }))

function edit(replace: (text: string) => string): void {
  const file = join(path, 'generated/openapi.json')
  writeFileSync(file, replace(readFileSync(file, 'utf8')))
}

const changelog = () => readFileSync(join(path, 'CHANGELOG.md'), 'utf8')
const addValue = (text: string) =>
  text.replace(/"QUEUED",\s*"PROCESSING",/, '"QUEUED", "PROCESSING", "PAUSED",')

describe('the gate of contract changes', () => {
  test('passes the contract of this checkout', () => {
    expect(checkContractChanges('check')).toEqual([])
  })

  test('a contract that would break clients of its release is rejected', () => {
    edit((text) => text.replace('"maxLength": 2000', '"maxLength": 1999'))
    const [first, ...changes] = checkContractChanges('check', folder)
    expect(first).toMatch(/^The contract would break clients of \d+\.\d+\.\d+; /)
    expect(changes).toEqual(['  Prompt: maxLength 2000 became 1999 (request)'])
    expect(checkContractChanges('write', folder)).toEqual([first, ...changes])
  })

  test('an addition passes once the changelog lists it', () => {
    edit(addValue)
    expect(checkContractChanges('check', folder)).toEqual([
      'openapi/CHANGELOG.md is out of date: run `npm run change` and commit the result.',
    ])
    checkContractChanges('write', folder)
    expect(checkContractChanges('check', folder)).toEqual([])
    const [, unreleased = ''] = changelog().split('## Unreleased\n\n### Added\n')
    expect(unreleased).toContain('\n- `TaskStatus`: value `PAUSED` added (response)\n')
  })
})

describe('a release of the contract', () => {
  test('never replaces one of the same version', () => {
    edit(addValue)
    expect(checkContractChanges('release', folder)).toEqual([
      'This version is released already, and differs: raise info.version in openapi/openapi.yaml.',
    ])
  })

  test('is stored under its version, and is what the next contract is compared with', () => {
    edit((text) => addValue(text).replace(/"version": "[\d.]+"/, '"version": "99.0.0"'))
    expect(checkContractChanges('release', folder)).toEqual([])
    expect(readdirSync(join(path, 'released'))).toContain('openapi-99.0.0.json')
    expect(changelog()).toContain('## 99.0.0\n\n### Added\n')
    edit((text) => text.replace('"PAUSED",', ''))
    expect(checkContractChanges('check', folder)).toContain('  TaskStatus: value `PAUSED` removed (response)')
  })
})
