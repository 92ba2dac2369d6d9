import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { version } from '../../server/src/core/package/version.ts'
import { createMachine, type Machine } from './support/service-process.ts'

/** A machine whose data an update has migrated once more than this version knows. */
async function machineAfter(migration: string): Promise<Machine> {
  const machine = await createMachine()
  onTestFinished(() => machine.remove())
  expect(await machine.run(['migrate'])).toMatchObject({ code: 0 })
  const database = new DatabaseSync(join(machine.folder, 'data', 'mediagen.sqlite'))
  database.prepare('insert into schema_migrations values (?, 0)').run(migration)
  database.close()
  return machine
}

test.each([[['serve']], [['api']], [['worker']], [['migrate']], [['admin', 'list-accounts']]])(
  '%j does not touch a schema that needs a later version, and says which',
  async (args) => {
    const machine = await machineAfter('9999-drop-lanes-needs-99.0.0')
    const { code, complaint } = await machine.run(args, { LOG_LEVEL: 'silent' })
    expect(code).toBe(1)
    expect(complaint).toContain(
      `its schema (9999-drop-lanes-needs-99.0.0) needs mediagen 99.0.0 or newer, and this is ${version}: ` +
        'start 99.0.0 or newer, or restore the backup that was made before the update',
    )
  },
)

test('the version before an update serves again on the schema that it left, without a restore', async () => {
  const machine = await machineAfter('9999-notes')
  await machine.start('serve')
  expect((await machine.fetch('/api/v1/pricing')).status).toBe(200)
})
