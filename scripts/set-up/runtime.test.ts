import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNode } from './runtime.mjs'

let folder: string
const missing = '/nowhere/node'

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mediagen-runtime-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('the Node among the packages takes precedence over the running one', () => {
  const bundled = nodeThatSays('24.1.0')
  expect(findNode({ bundled, running: nodeThatSays('26.0.0') })).toBe(bundled)
})

test('the running Node is used if the packages contain none or an older one', () => {
  expect(findNode({ bundled: missing })).toBe(process.execPath)
  expect(findNode({ bundled: nodeThatSays('22.0.0') })).toBe(process.execPath)
})

test('no Node that is new enough is an error that names what was found and what to do', () => {
  expect(() => findNode({ bundled: missing, running: nodeThatSays('20.1.0') })).toThrow(
    /is 20\.1\.0.*nodejs\.org/,
  )
})

test('a Node that cannot run here is named with the reason', () => {
  const broken = script('echo "GLIBC_2.99 not found" >&2; exit 1')
  expect(() => findNode({ bundled: broken, running: missing })).toThrow(/GLIBC_2\.99 not found/)
})

function nodeThatSays(version: string): string {
  return script(`echo ${version}`)
}

function script(body: string): string {
  const file = join(folder, `node-${Math.random()}`)
  writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return file
}
