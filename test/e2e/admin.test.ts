import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilHolds } from '../support/until-holds.ts'
import { createMachine, type Machine } from './support/service-process.ts'

let machine: Machine
beforeAll(async () => {
  machine = await createMachine()
})
afterAll(() => machine.remove())

/** Runs an admin command; standard output must be one JSON document and nothing else. */
async function admin(...args: string[]) {
  const { code, output } = await machine.run(['admin', ...args, '--json'])
  return { code, json: JSON.parse(output) }
}

describe('admin, as a separate process', () => {
  test('works before the service was ever started, and prints only JSON', async () => {
    const made = await admin('create-account', '--balance', '12.5')
    expect(made.code).toBe(0)
    expect(Object.keys(made.json).sort()).toEqual(['accountId', 'apiKey', 'keyId'])
    const shown = await admin('show-account', made.json.accountId)
    expect(shown.json).toMatchObject({ balance: '12.50', reserved: '0.00' })
    expect(JSON.stringify(shown.json)).not.toContain(made.json.apiKey)
    expect((await admin('reconcile-ledger')).json).toMatchObject({ agrees: true, disagreements: [] })
  })

  test('acts on a running service: credit shows, a new key works, a revoked one stops within 5 seconds', async () => {
    await machine.start('serve')
    const { accountId, apiKey } = (await admin('create-account', '--balance', '1.00')).json
    const first = machine.accountOf(apiKey)
    expect((await first.call('GET', '/api/v1/me')).body.id).toBe(accountId)
    expect((await admin('credit-account', accountId, '--amount', '0.000001')).json.balance).toBe('1.000001')
    expect((await first.call('GET', '/api/v1/me')).body.balance).toBe('1.000001')

    const second = (await admin('issue-api-key', accountId)).json
    const other = machine.accountOf(second.apiKey)
    expect((await other.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await admin('revoke-api-key', second.keyId)).json).toEqual({
      keyId: second.keyId,
      revoked: true,
    })
    const keyStatus = async () => (await other.call('GET', '/api/v1/me')).status
    await untilHolds(async () => expect(await keyStatus()).toBe(401), 5_000)
    expect((await first.call('GET', '/api/v1/me')).status).toBe(200)
    const { accounts } = (await admin('list-accounts')).json
    expect(accounts.map((account: { accountId: string }) => account.accountId)).toContain(accountId)
  })

  test.each([[['list-accounts']], [['reconcile-ledger']], [['credit-account', 'a', '--amount', '1']]])(
    'rejects %j if a wrong DATA_DIR contains no database, and creates none',
    async (args) => {
      const folder = join(machine.folder, 'mistyped')
      const { code, output, complaint } = await machine.run(['admin', ...args], { DATA_DIR: folder })
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toContain(`There is no database at ${join(folder, 'mediagen.sqlite')}`)
      expect(complaint).toContain(`DATA_DIR is ${folder}`)
      expect(existsSync(folder)).toBe(false)
    },
  )

  test('needs no valid providers file, except to list its engines', async () => {
    const PROVIDERS_FILE = join(machine.folder, 'missing.yaml')
    const run = (name: string) => machine.run(['admin', name, '--json'], { PROVIDERS_FILE })
    for (const name of ['show-queue', 'list-tasks', 'reconcile-ledger'])
      expect((await run(name)).code).toBe(0)
    const engines = await run('list-engines')
    expect([engines.code, engines.output]).toEqual([1, ''])
    expect(engines.complaint).toContain(PROVIDERS_FILE)
  })

  test('creates the first account of an installation, and says where its database is', async () => {
    const folder = join(machine.folder, 'new')
    const { code, complaint } = await machine.run(['admin', 'create-account', '--balance', '1'], {
      DATA_DIR: folder,
    })
    expect([code, complaint]).toEqual([0, `Creating a new database at ${join(folder, 'mediagen.sqlite')}.\n`])
  })

  test.each([
    [['create-account']],
    [['create-account', '--balance', '0.0000001']],
    [['create-account', '--balance', '9223372036854.775808']],
    [['create-account', '--balance', '1', '--balance', '2']],
    [['nonsense']],
  ])('rejects %j with exit code 2, says why on standard error, and prints nothing', async (args) => {
    const { code, output, complaint } = await machine.run(['admin', ...args, '--json'])
    expect([code, output]).toEqual([2, ''])
    expect(complaint).toMatch(/Usage: mediagen-server admin/)
  })

  test.each([[['show-account', "' OR 1=1 --"]], [['issue-api-key', 'é']], [['revoke-api-key', '🦊']]])(
    'reports an unknown id with exit code 1: %j',
    async (args) => {
      const { code, output, complaint } = await machine.run(['admin', ...args, '--json'])
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toMatch(/^mediagen: There is no (account|API key) .+\.\n$/)
    },
  )
})
