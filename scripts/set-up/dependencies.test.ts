import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  afterFailedInstallation,
  dependenciesAreFresh,
  explainNpmFailure,
  servingWorkspaces,
} from './dependencies.mjs'
import { projectRoot } from './project.mjs'

test('npm start bundles no workspace whose packages it does not install', () => {
  const { workspaces }: { workspaces: string[] } = manifestOf('.')
  const bundled = globSync(
    workspaces.map((folder) => `${folder}/package.json`),
    { cwd: projectRoot },
  )
    .map((path) => dirname(path).replaceAll('\\', '/'))
    .filter((folder) => manifestOf(folder).scripts?.bundle !== undefined)
  expect(bundled.length).toBeGreaterThan(3)
  expect(bundled.filter((folder) => !servingWorkspaces.includes(folder))).toEqual([])
})

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8'))
}

const lock = {
  '': { name: 'project' },
  server: { version: '1.0.0' },
  'node_modules/server': { link: true },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/for-another-platform': { version: '1.0.0', integrity: 'sha512-two', optional: true },
}
const installed = {
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
}

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mediagen-dependencies-'))
  mkdirSync(join(root, 'node_modules', 'server'), { recursive: true })
  writeLock(lock)
})

afterEach(() => rmSync(root, { recursive: true }))

describe('the packages are fresh', () => {
  test('when npm records the whole lock file except packages of other platforms', () => {
    writeRecord(installed)
    expect(dependenciesAreFresh(root)).toBe(true)
  })

  test('by the stamp of an earlier check, without a second one', () => {
    writeRecord(installed)
    dependenciesAreFresh(root)
    writeRecord({})
    expect(dependenciesAreFresh(root)).toBe(true)
  })
})

describe('the packages are not fresh', () => {
  test('when nothing was installed', () => {
    expect(dependenciesAreFresh(root)).toBe(false)
  })

  test('when a package is missing', () => {
    writeRecord({})
    expect(dependenciesAreFresh(root)).toBe(false)
  })

  test('when a package has the version but not the content of the lock file', () => {
    writeRecord({ 'node_modules/one': { version: '1.0.0', integrity: 'sha512-other' } })
    expect(dependenciesAreFresh(root)).toBe(false)
  })

  test('when the link of a workspace is missing', () => {
    writeRecord(installed)
    writeLock({ ...lock, 'node_modules/new': { link: true } })
    expect(dependenciesAreFresh(root)).toBe(false)
  })

  test('when the lock file has changed since the stamp', () => {
    writeRecord(installed)
    dependenciesAreFresh(root)
    writeLock({ ...lock, 'node_modules/two': { version: '2.0.0', integrity: 'sha512-new' } })
    expect(dependenciesAreFresh(root)).toBe(false)
  })
})

test.each([
  ['npm error code EAI_AGAIN', /registry is unreachable/],
  ['npm error code EUSAGE', /Run `npm install`/],
  ['npm error code ENOSPC', /disk/],
  ['npm error code EACCES', /another user/],
  ['npm error something new', /could not be installed/],
])('a failure of npm is explained in a sentence: %s', (output, sentence) => {
  expect(explainNpmFailure(output)).toMatch(sentence)
})

describe('after npm ci has failed', () => {
  const foreign = 'npm error Missing: @turbo/windows-64@ from lock file\n'

  test('npm install is tried when the registry has no packages for other platforms, and keeps the lock file', () => {
    expect(afterFailedInstallation(foreign).npmArguments).toEqual(['install', '--no-save'])
  })

  test('npm ci is retried after a wrong lock file or a network error', () => {
    const outdated = 'npm error Missing: left-pad@1.3.0 from lock file\n'
    expect(afterFailedInstallation(foreign + outdated).npmArguments).toEqual(['ci'])
    expect(afterFailedInstallation('npm error code ECONNRESET').npmArguments).toEqual(['ci'])
  })
})

function writeLock(packages: object): void {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
}

function writeRecord(packages: object): void {
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}
