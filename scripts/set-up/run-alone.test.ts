import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runAlone } from './run-alone.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mediagen-alone-'))
  file = join(folder, 'out', 'lock')
})

afterEach(() => rmSync(folder, { recursive: true }))

const ignore = (): void => undefined

describe('work that only one process may do at a time', () => {
  test('waits until the process that does it is ready, and says once that it waits', async () => {
    const order: string[] = []
    let endFirst = ignore
    const firstEnds = new Promise<void>((resolve) => {
      endFirst = () => void resolve()
    })
    const one = runAlone(file, () => firstEnds.then(() => void order.push('first')), ignore)
    const other = runAlone(
      file,
      async () => void order.push('second'),
      () => {
        order.push('waits')
        endFirst()
      },
    )
    await Promise.all([one, other])
    expect(order).toEqual(['waits', 'first', 'second'])
    expect(existsSync(file)).toBe(false)
  })

  test('is done where the process that had begun it has died', async () => {
    await runAlone(file, async () => undefined, ignore)
    writeFileSync(file, String(spawnSync(process.execPath, ['--version']).pid))
    expect(await runAlone(file, async () => 'done', ignore)).toBe('done')
  })

  test('may fail, and is then open to others', async () => {
    await expect(runAlone(file, () => Promise.reject(new Error('no network')), ignore)).rejects.toThrow(
      'no network',
    )
    expect(existsSync(file)).toBe(false)
  })
})
