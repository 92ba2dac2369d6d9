import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { createMachine, type Machine, type RunningProcess } from './support/service-process.ts'

describe('a data folder that one process serves', () => {
  let machine: Machine
  let first: RunningProcess
  beforeAll(async () => {
    machine = await createMachine()
    first = await machine.start('serve')
  })
  afterAll(() => machine.remove())

  test('rejects a separate worker, because its server already runs its tasks', async () => {
    const { code, complaint } = await machine.run(['worker'])
    expect(code).toBe(1)
    expect(complaint).toContain('another process runs the tasks of the database there')
  })

  test.each(['serve', 'api'])('rejects a second one, %s, with a reason and no stack', async (command) => {
    const { code, output, complaint } = await machine.run([command], { PORT: String(await findFreePort()) })
    expect([code, output]).toEqual([1, ''])
    const folder = join(machine.folder, 'data')
    expect(complaint).toContain(
      `"DATA_DIR" is ${folder}, and another process serves the database there, ${join(folder, 'mediagen.sqlite')}`,
    )
    expect(complaint).not.toMatch(/^ +at /m)
  })

  test('stays usable by operator commands and by its own server', async () => {
    const account = await machine.createAccount('1.00')
    expect((await account.call('GET', '/api/v1/me')).body.balance).toBe('1.00')
    expect((await machine.run(['admin', 'reconcile-ledger'])).code).toBe(0)
    expect((await machine.run(['migrate'])).code).toBe(0)
  })

  test('is free as soon as its server has been killed', async () => {
    await first.stop('SIGKILL')
    first = await machine.start('serve')
    expect(first.output()).toContain(machine.baseUrl)
    expect((await machine.fetch('/api/v1/pricing')).status).toBe(200)
  })

  test('gives a demo account its key if the first start ended before writing it', async () => {
    const folder = join(machine.folder, 'data')
    const keyFile = join(folder, 'demo-api-key')
    const before = await readFile(keyFile, 'utf8')
    await first.stop('SIGTERM')
    await writeFile(keyFile, '')
    await machine.start('serve')
    const after = await readFile(keyFile, 'utf8')
    expect(after).not.toBe(before)
    expect((await machine.accountOf(after).call('GET', '/api/v1/me')).body.balance).toBe('100.00')
  })
})
