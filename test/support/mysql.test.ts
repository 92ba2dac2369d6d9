import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createConnection } from 'mysql2/promise'
import { expect, test } from 'vitest'
import { findMysqlSource } from './mysql-source.ts'

const source = findMysqlSource()
const ownSource = source?.kind === 'given' ? undefined : source

test.skipIf(ownSource === undefined)('a MySQL does not outlive a test process that is killed', async () => {
  const program = `
    const { startMysql } = await import(${JSON.stringify(new URL('./mysql.ts', import.meta.url).href)})
    const mysql = await startMysql(${JSON.stringify(ownSource)})
    console.log(mysql.url)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = String(await once(createInterface({ input: owner.stdout }), 'line'))
  owner.kill('SIGKILL')
  await expect
    .poll(
      () =>
        createConnection(url).then(
          () => 'up',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone')
})
