import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemdAnalyze } from '../../scripts/set-up/debian.mjs'
import { readText, root } from './support/deployment.ts'
import { pathOfProgram } from './support/system-program.ts'

const folder = 'examples/three-machines'
const [fence, haproxy, users] = ['fence.mjs', 'haproxy.cfg', 'users.sql'].map((file) =>
  readText(`${folder}/${file}`),
)
const program = pathOfProgram(systemdAnalyze)

function msOf(text: string | undefined, pattern: RegExp): number {
  const ms = Number(pattern.exec(text ?? '')?.[1]?.replaceAll('_', ''))
  if (!(ms > 0)) throw new Error(`There is no ${pattern}.`)
  return ms
}

// What they do is tried by test/faults/mysql-group.test.ts, where there is a MySQL of 8.4 or later.
describe('the files of three machines', () => {
  test('are all on the page', () => {
    const page = readText('docs/three-machines.md')
    expect(readdirSync(join(root, folder)).filter((file) => !page.includes(`\`${file}\``))).toEqual([])
  })

  test('let no fence open by itself before HAProxy has left a silent one', () => {
    const staleMs = ['lookEveryMs', 'answerMsMax', 'peerMsMax']
      .map((name) => msOf(fence, new RegExp(`^const ${name} = ([\\d_]+)$`, 'm')))
      .reduce((sum, ms) => sum + ms)
    const checkMs = msOf(haproxy, / inter (\d+)ms/) + msOf(haproxy, /^ {2}timeout check (\d+)ms$/m)
    const leftMs = staleMs + msOf(haproxy, / fall (\d+) /) * checkMs
    expect(msOf(fence, /^const unknownMsMax = ([\d_]+)$/m)).toBeGreaterThan(leftMs)
    expect(haproxy).toContain('on-marked-down shutdown-sessions')
  })

  test('let those into a closed member that must be, and never the service', () => {
    const admitted = [...(users ?? '').matchAll(/^GRANT .*CONNECTION_ADMIN.* TO '(\w+)'/gm)].map(
      ([, name]) => name,
    )
    expect(admitted).toEqual(['mediagen_replica', 'mediagen_fence', 'mediagen_backup'])
  })

  test.skipIf(program === undefined)('have a unit that is valid for systemd', () => {
    const home = mkdtempSync(join(tmpdir(), 'mediagen-fence-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const file = join(home, 'mediagen-fence.service')
    const unit = readText(`${folder}/mediagen-fence.service`)
    writeFileSync(file, unit.replace('=/usr/bin/node', `=${process.execPath}`))
    const words = ['verify', '--man=no', file]
    expect(execFileSync(program ?? '', words, { encoding: 'utf8', stdio: 'pipe' })).toBe('')
  })
})
