import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const copy = mkdtempSync(join(tmpdir(), 'mediagen-stale-'))
afterAll(() => rmSync(copy, { recursive: true }))

/** Files that no generator reads. */
const isMedia = /\.(png|jpe?g|webp|mp4|snap)$/
/** The first line of every generated file except the bundle, which is JSON. */
const banner = /^\S* ?(Generated|Made) .*`npm run (generate|changelog)`/
const checks = ['scripts/generate.mjs --check', 'openapi/codegen/src/main.ts diff']

const listFiles = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

let generated: string[]
beforeAll(() => {
  const files = execFileSync('git', listFiles, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter(
    (name) => name !== '' && !isMedia.test(name) && existsSync(join(root, name)),
  )) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  generated = files.filter((file) => {
    if (file === 'openapi/generated/openapi.json') return true
    return /\.(ts|js|md|txt)$/.test(file) && banner.test(readFileSync(join(root, file), 'utf8').slice(0, 200))
  })
})

test('a gate names every kind of generated file that is out of date', {
  timeout: 120_000,
}, () => {
  expect(generated).toEqual(
    expect.arrayContaining([
      'openapi/CHANGELOG.md',
      'openapi/generated/openapi.json',
      'server/contract/src/generated/models.ts',
      'server/contract/src/generated/request-validators.js',
      'server/contract/src/generated/routes.ts',
      'sdk/api-report.txt',
      'sdk/cli/src/generated/request-fields.ts',
      'sdk/src/generated/limits.ts',
      'sdk/src/generated/openapi.ts',
      'sdk/src/testing/generated/contract-examples.ts',
    ]),
  )
  for (const file of generated) {
    const path = join(copy, file)
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)
  }
  const outputs = checks.map((check) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, check.split(' '), {
      cwd: copy,
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(1)
    return stdout + stderr
  })
  expect(generated.filter((file) => !outputs.join('\n').includes(file))).toEqual([])
})
