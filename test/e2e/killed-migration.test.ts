import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from './support/service-process.ts'

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
const killAtStatement = fileURLToPath(new URL('../breakage/service/kill-at-statement.ts', import.meta.url))
const migrations = fileURLToPath(new URL('../../server/migrations/sqlite/', import.meta.url))
const names = readdirSync(migrations)
  .map((file) => file.replace(/\.sql$/, ''))
  .sort()

/** The first statement of a migration, as it is run. */
function firstStatementOf(name: string): string {
  const [first = ''] = readFileSync(join(migrations, `${name}.sql`), 'utf8').split(/;[ \t]*(?:\r?\n|$)/)
  return first.trim()
}

test.each([names[1], names[Math.floor(names.length / 2)], names.at(-1)])(
  'a process that is killed in its first migration, right before %s, leaves a database that the next start completes',
  async (name = '') => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    const child = spawn(process.execPath, ['--import', killAtStatement, main, 'serve'], {
      cwd: machine.folder,
      env: { ...machine.environment, KILL_AT: firstStatementOf(name) },
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

    await machine.start('serve')
    expect((await machine.fetch('/api/v1/pricing')).status).toBe(200)
    const database = new DatabaseSync(join(machine.folder, 'data', 'mediagen.sqlite'), { readOnly: true })
    onTestFinished(() => database.close())
    const recorded = database.prepare('select name from schema_migrations order by name').all()
    expect(recorded.map((row) => row.name)).toEqual(names)
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  },
)
