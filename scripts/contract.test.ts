import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('npm run generate takes paths from the folder that npm was called from', () => {
  const words = ['scripts/run.mjs', 'generate', '--contract', 'none', '--out', 'made']
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...process.env, INIT_CWD: tmpdir() },
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  expect(stderr).toContain(`there is no ${join(tmpdir(), 'none')}`)
})
