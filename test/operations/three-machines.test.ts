import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemdAnalyze } from '../../scripts/set-up/debian.mjs'
import { untilHolds } from '../support/until-holds.ts'
import { readText, root } from './support/deployment.ts'
import { type RunningFence, startFence } from './support/fence.ts'
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

// What they do with a group is tried by test/faults/mysql-group.test.ts, where there is a MySQL of 8.4 or later.
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

  test('stop the service before HAProxy, so that a worker can end its tasks', () => {
    expect(readText('examples/two-machines/mediagen@.service')).toMatch(/^After=.*\bhaproxy\.service\b/m)
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

// Elsewhere 127.0.0.1 is the only address of its network.
describe.skipIf(process.platform !== 'linux')('a fence whose machine freezes and wakes', () => {
  const frozenMs = 30_000
  /** From one look to the next; a fence that takes longer was frozen. */
  const lookedMs = 1_000
  const silentMs = msOf(fence, /^const unknownMsMax = ([\d_]+)$/m)

  async function start(): Promise<RunningFence> {
    const running = await startFence()
    onTestFinished(() => running.stop())
    return running
  }

  // Its first look and what it asks until it is open, and the look after that.
  test.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'beside another one that opened meanwhile is not believed open, if it froze at its question %i',
    async (frozenAt) => {
      const running = await start()
      const said: string[] = []
      let asked = 0
      running.onQuestion(async () => {
        asked += 1
        if (asked < frozenAt) return
        if (asked > frozenAt) {
          said.push(await running.state())
          return
        }
        await running.advance(frozenMs)
        // Its MySQL froze as well, and goes on believing that it is the primary.
        running.world.others = ['closed', 'open']
      })
      await untilHolds(async () => {
        expect(asked).toBeGreaterThan(frozenAt + 5)
        expect(await running.state()).toBe('closed')
      })
      expect(running.world.isOffline).toBe(true)
      expect(said).not.toContain('open')
    },
  )

  test('waits for others that do not answer as long as one that has just become the primary', async () => {
    const running = await start()
    await untilHolds(async () => expect(await running.state()).toBe('open'))
    running.world.others = [undefined, undefined]
    let waitedMs: number | undefined
    const openedAfterMs: number[] = []
    running.onQuestion(async (question) => {
      if (question === 'open') openedAfterMs.push(waitedMs ?? 0)
      if (question !== 'look') return
      await running.advance(waitedMs === undefined ? frozenMs : lookedMs)
      waitedMs = waitedMs === undefined ? 0 : waitedMs + lookedMs
    })
    await untilHolds(() => expect(openedAfterMs).not.toEqual([]))
    expect(openedAfterMs[0]).toBeGreaterThanOrEqual(silentMs)
  })
})
