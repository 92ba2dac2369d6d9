import { beforeEach, describe, expect, test } from 'vitest'
import { createAdminCommands } from '../../server/src/commands/operator/commands.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { runCommandLine } from './support/run-command-line.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount('1.00')
})

const uploadLimits = { openMax: 7, bytesKeptMax: 3 * 1024 ** 3 }

/**
 * Runs a command line and returns its exit code and both outputs; `opened` says whether the database was
 * opened.
 */
async function admin(...argv: string[]) {
  let [opened, closed] = [0, 0]
  const ended = await runCommandLine(async () => {
    opened += 1
    return {
      accounts: createAdministration(service.database, { uploadLimits }),
      close: async () => {
        closed += 1
      },
    }
  }, argv)
  expect(closed).toBe(opened)
  return { ...ended, opened: opened > 0 }
}

/** The single JSON document of a successful command. */
async function adminJson(...argv: string[]) {
  const { code, out, err } = await admin(...argv, '--json')
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out)
}

const me = (apiKey: string) => service.fetch('/api/v1/me', { headers: { Authorization: `Bearer ${apiKey}` } })

describe('create-account', () => {
  test('opens an account with its balance and a key that works', async () => {
    const created = await adminJson('create-account', '--balance', '12.5')
    expect(Object.keys(created).sort()).toEqual(['accountId', 'apiKey', 'keyId'])
    const response = await (await me(created.apiKey)).json()
    expect(response).toMatchObject({ id: created.accountId, balance: '12.50', currency: 'USD' })
  })

  test('prints the same for a person, and that the key is shown only once', async () => {
    const { code, out } = await admin('create-account', '--balance=0.000001')
    expect(code).toBe(0)
    expect(out).toMatch(
      /Account {2}\S{24}\nBalance {2}0\.000001 USD\nKey ID {3}\S+\nAPI key {2}mgk_\S+\n.*shown only once/,
    )
    const apiKey = /mgk_\S+/.exec(out)?.[0] ?? ''
    expect((await me(apiKey)).status).toBe(200)
  })
})

describe('credit-account', () => {
  test('adds the amount and returns the new balance', async () => {
    expect(await adminJson('credit-account', account.accountId, '--amount', '0.25')).toEqual({
      accountId: account.accountId,
      credited: '0.25',
      balance: '1.25',
    })
    const { out } = await admin('credit-account', account.accountId, '--amount', '0.75')
    expect(out).toContain('is now 2.00 USD')
    expect((await account.money()).balance).toBe('2.00')
  })
})

test('an account gets one of two concurrent credits that together are too much, and the other says so', async () => {
  const { accountId } = account
  const amount = Usd.max.minus(Usd.parse('2'))
  await createAdministration(service.database).creditAccount({ accountId, amount })
  const outcomes = await Promise.all(
    ['0.7', '0.8'].map((each) => admin('credit-account', accountId, '--amount', each)),
  )
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(outcomes.map(({ err }) => err).join('')).toMatch(
    new RegExp(
      `^mediagen: --amount 0\\.[78]0?: Account ${accountId} would hold more than 9223372036854.775807 USD.\n$`,
    ),
  )
  await service.expectBooksToAgree()
})

describe('credit-account with an idempotency key', () => {
  test('credits once, and reports the second as a repetition', async () => {
    const command = ['credit-account', account.accountId, '--amount', '0.25', '--idempotency-key', 'a bonus']
    expect(await adminJson(...command)).toEqual({
      accountId: account.accountId,
      credited: '0.25',
      balance: '1.25',
    })
    expect(await adminJson(...command)).toMatchObject({ balance: '1.25', replayed: true })
    expect((await admin(...command)).out).toMatch(/^Credited before: 0\.25 USD; .* is now 1\.25 USD\.\n$/)
    const other = await admin(
      'credit-account',
      account.accountId,
      '--amount',
      '0.3',
      '--idempotency-key',
      'a bonus',
    )
    expect([other.code, other.out]).toEqual([1, ''])
    expect(other.err).toContain('This idempotency key was used before: it credited 0.25 USD, not 0.30.')
  })
})

describe('list-tasks, show-task, show-queue, list-engines and audit', () => {
  test('print one JSON document, and for a person the same without control characters of a prompt', async () => {
    const prompt =
      'a lake\u001b[31m\nby night\u009b31m\u202e\u061c\u200b\u2060\u206a\ufeff\ufff9\u00ad\u180e\u{e0041}'
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt })
    const listed = await adminJson('list-tasks', '--status', 'QUEUED', '--limit', '500')
    expect(listed.tasks).toContainEqual(
      expect.objectContaining({ taskId: body.id, status: 'QUEUED', prompt, engine: null }),
    )
    const { accountId } = account
    const { out } = await admin('list-tasks', '--account', accountId)
    expect(out).toMatch(new RegExp(`${body.id} +QUEUED +0.02 +image.generate.* a lake \\[31m by night 31m`))
    for (const command of [
      ['list-tasks', '--account', accountId],
      ['show-task', body.id],
    ]) {
      const json = (await admin(...command, '--json')).out
      expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
      expect(json).toContain('\\u009b31m\\u202e\\u061c\\u200b')
      expect(json).toContain('\\udb40\\udc41')
    }
    const story = await adminJson('show-task', body.id)
    expect(story).toMatchObject({ taskId: body.id, accountId, isQueued: true, ledger: [{ kind: 'reserve' }] })
    expect((await admin('show-task', body.id)).out).toContain('Waits for its first attempt')
    const queue = await adminJson('show-queue')
    expect(queue.products).toContainEqual(expect.objectContaining({ product: 'image.generate' }))
    expect((await admin('show-queue')).out).toMatch(/image\.generate +\d+ +\d+ +\d+ /)
    expect(await adminJson('list-engines')).toEqual({ engines: [] })
    expect((await admin('list-engines')).out).toMatch(/^ENGINE +HEALTH/)
    const { entries } = await adminJson('audit', '--account', accountId, '--limit', '1')
    expect(entries).toMatchObject([{ action: 'create-account', accountId, actor: 'service' }])
    expect((await admin('audit', '--account', accountId)).out).toContain('create-account')
    await service.runQueue()
  })
})

describe('issue-api-key and revoke-api-key', () => {
  test('issue one more key, and revoke only that one', async () => {
    const issued = await adminJson('issue-api-key', account.accountId)
    expect(await adminJson('revoke-api-key', issued.keyId)).toEqual({ keyId: issued.keyId, revoked: true })
    expect((await me(issued.apiKey)).status).toBe(401)
    expect((await me(account.apiKey)).status).toBe(200)
    const again = await admin('revoke-api-key', issued.keyId)
    expect([again.code, again.out]).toEqual([0, `Revoked ${issued.keyId}.\n`])
    expect((await admin('issue-api-key', account.accountId)).out).toMatch(/API key {2}mgk_/)
  })
})

describe('the properties of a key', () => {
  const keyOf = async (keyId: string) => {
    const { apiKeys } = await adminJson('show-account', account.accountId)
    return apiKeys.find((key: { keyId: string }) => key.keyId === keyId)
  }

  test('are given when it is issued, changed, removed, and shown with the account', async () => {
    const options = [
      '--name',
      'The shop',
      '--expires',
      '2999-12-31T18:00Z',
      '--rate',
      '5',
      '--limit-total',
      '20',
    ]
    const products = ['--products', 'video.generate, image.generate']
    const { keyId } = await adminJson('issue-api-key', account.accountId, ...options, ...products)
    const issued = await keyOf(keyId)
    expect(issued).toMatchObject({
      name: 'The shop',
      expiresAt: '2999-12-31T18:00:00.000Z',
      products: ['image.generate', 'video.generate'],
      readOnly: false,
      limits: { day: null, total: '20.00', requestsPerMinute: 5 },
      spent: { day: '0.00', total: '0.00' },
    })
    const changes = ['--read-only', '--limit-day', '2.50', '--limit-total', 'none', '--products', 'none']
    const changed = await adminJson('set-api-key', keyId, ...changes, '--rate', 'none', '--expires', 'none')
    expect(changed).toEqual({
      ...issued,
      expiresAt: null,
      products: null,
      readOnly: true,
      limits: { day: '2.50', total: null, requestsPerMinute: null },
    })
    expect(await keyOf(keyId)).toEqual(changed)
    expect((await adminJson('set-api-key', keyId, '--no-read-only')).readOnly).toBe(false)
    expect((await admin('set-api-key', keyId, '--name', 'none')).out).toContain('everything, 2.50 USD a day')
    expect((await admin('show-account', account.accountId)).out).toMatch(
      new RegExp(`${keyId} +- +everything, 2.50 USD a day .* 0.00 today, 0.00 in total`),
    )
  })

  test.each([
    ['--expires', '2026-02-30'],
    ['--expires', '2020-01-01'],
    ['--expires', 'tomorrow'],
    ['--products', 'image.generate,audio'],
    ['--products', ''],
    ['--rate', '1001'],
    ['--rate', '0'],
    ['--limit-day', '0'],
    ['--limit-total', '-1'],
    ['--name', ''],
    ['--name', 'two\nlines'],
    ['--name', 'x'.repeat(101)],
    ['--expires', 'none'],
  ])('a wrong one is refused before the database is opened: %s %j', async (option, value) => {
    const { code, opened, err } = await admin('issue-api-key', account.accountId, option, value)
    expect([code, opened]).toEqual([2, false])
    expect(err).toContain(option)
  })

  test('a change of nothing, or of a key that does not exist, is an error', async () => {
    expect(await admin('set-api-key', 'nobody', '--rate', '5')).toMatchObject({ code: 1 })
    const { keyId } = await adminJson('issue-api-key', account.accountId)
    expect(await admin('set-api-key', keyId)).toMatchObject({ code: 2 })
  })
})

describe('rotate-api-key', () => {
  test('prints the new key, and until when the old one works: 24 hours, or as long as is given', async () => {
    const { keyId } = await adminJson('issue-api-key', account.accountId)
    const nowMs = await service.database.nowMs()
    const rotated = await adminJson('rotate-api-key', keyId)
    expect(rotated).toMatchObject({ accountId: account.accountId, replacedKeyId: keyId })
    expect(Date.parse(rotated.replacedKeyExpiresAt) - nowMs).toBeGreaterThanOrEqual(24 * 3_600_000)
    expect((await me(rotated.apiKey)).status).toBe(200)
    const { code, out } = await admin('rotate-api-key', rotated.keyId, '--overlap-hours', '0')
    expect([code, out]).toEqual([0, expect.stringContaining(`${rotated.keyId} works until `)])
    expect(await admin('rotate-api-key', rotated.keyId)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is revoked or expired'),
    })
  })
})

describe('debit-account', () => {
  test('takes unspent balance back, once for each idempotency key, and says what can be taken at most', async () => {
    const { accountId } = account
    const command = ['debit-account', accountId, '--amount', '0.25', '--idempotency-key', 'a refund by bank']
    expect(await adminJson(...command, '--reason', 'leaves')).toEqual({
      accountId,
      debited: '0.25',
      balance: '0.75',
    })
    expect(await adminJson(...command)).toMatchObject({ balance: '0.75', replayed: true })
    expect((await admin(...command)).out).toMatch(/^Debited before: 0\.25 USD; .* is now 0\.75 USD\.\n$/)
    expect(await admin('debit-account', accountId, '--amount', '0.76')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(`--amount 0.76: Account ${accountId} has 0.75 USD available`),
    })
    expect((await admin('show-account', accountId)).out).toContain('credited 1.00, debited 0.25, charged')
  })
})

describe('close-account', () => {
  test('says how many tasks it cancelled and how many still run, one as well as several', async () => {
    await service.runQueue()
    await acceptImage(account)
    await service.claim(1)
    await acceptImage(account)
    const { out } = await admin('close-account', account.accountId)
    expect(out).toContain('Cancelled and refunded 1 waiting task; 1 is still running, and ends normally.\n')
    expect((await admin('close-account', account.accountId)).out).toContain(
      'refunded 0 waiting tasks; 1 is still',
    )
  })
})

describe('the name and reference of an account', () => {
  test('are given, found, changed and removed, and a taken reference names the account that has it', async () => {
    const reference = `cus-${account.accountId}`
    const created = await adminJson(
      ...['create-account', '--balance', '1', '--name', 'Ada', '--reference', reference],
    )
    const { accountId } = created
    const repeated = await admin('create-account', '--balance', '1', '--reference', reference, '--json')
    expect(repeated).toMatchObject({ code: 1, out: '' })
    expect(repeated.err).toBe(`mediagen: The reference ${reference} is that of the account ${accountId}.\n`)
    const found = await adminJson('list-accounts', '--search', reference)
    expect(found).toMatchObject({ accounts: [{ accountId, name: 'Ada', reference }], isComplete: true })
    const renamed = await adminJson('set-account', accountId, '--name', '', '--reference', 'b-2')
    expect(renamed).toMatchObject({ accountId, name: null, reference: 'b-2', balance: '1.00' })
    expect((await admin('show-account', accountId)).out).toContain('Reference  b-2\n')
    expect(await admin('set-account', accountId)).toMatchObject({ code: 2 })
    expect(await admin('set-account', 'nobody', '--name', 'x')).toMatchObject({ code: 1 })
  })
})

describe('list-accounts', () => {
  test('lists every account with what is available and what is reserved', async () => {
    await acceptImage(account)
    const { accounts } = await adminJson('list-accounts')
    const money = await account.money()
    expect(accounts).toContainEqual({
      accountId: account.accountId,
      name: null,
      reference: null,
      state: 'ACTIVE',
      ...money,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      resultBytes: 0,
    })
    const { out } = await admin('list-accounts')
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ACCOUNT +STATE +BALANCE USD +NAME +REFERENCE +RESERVED USD +RESULTS +CREATED$/)
    expect(lines).toHaveLength(accounts.length + 1)
  })
})

describe('show-account', () => {
  test('states balance, reservation, ledger, tasks, limits and keys', async () => {
    await acceptImage(account)
    await service.runQueue()
    await acceptImage(account)
    const shown = await adminJson('show-account', account.accountId)
    const { balance, reserved } = await account.money()
    expect(shown).toMatchObject({
      accountId: account.accountId,
      balance,
      reserved,
      currency: 'USD',
      ledger: { credited: '1.00', debited: '0.00' },
      tasks: { QUEUED: 1, PROCESSING: 0, SUCCEEDED: 1, FAILED: 0, CANCELLED: 0 },
      limits: { generationRequestsPerMinute: 60, openUploadsMax: 7, keptUploadsBytesMax: 3 * 1024 ** 3 },
      state: 'ACTIVE',
      tasksOpen: 1,
      apiKeys: [{ keyId: apiKeyParts(account.apiKey).keyId, revokedAt: null }],
    })
    const { out } = await admin('show-account', account.accountId)
    expect(out).toContain(`${balance} USD available, ${reserved} USD reserved`)
    expect(out).toContain('1 QUEUED, 0 PROCESSING, 1 SUCCEEDED')
    expect(out).toContain('60 generations a minute, 7 uploads open, 3.0 GB of uploads kept')
    expect(out).not.toContain(account.apiKey)
  })
})

describe('delete-uploads', () => {
  test('frees the space of uploads that have not been used for so many days, which show-account prints', async () => {
    for (let count = 0; count < 2; count += 1) await account.upload(pngOf(40, 30), 'image/png')
    await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    const { accountId } = account
    expect((await adminJson('show-account', accountId)).uploads).toEqual({
      kept: 2,
      bytesKept: 8_192,
      open: 1,
    })
    expect((await admin('show-account', accountId)).out).toContain('2 kept (8.0 KB of space), 1 open')

    expect(await adminJson('delete-uploads', accountId, '--unused-days', '0')).toEqual({
      accountId,
      deleted: 0,
      bytesFreed: 0,
    })
    expect((await admin('delete-uploads', accountId, '--unused-days', '0')).out).toContain(
      'uploads of the last 2 hours are never deleted',
    )
    await service.database.transaction((tx) =>
      tx.db.updateTable('uploads').set({ last_used_at: 0n }).where('account_id', '=', accountId).execute(),
    )
    const { out } = await admin('delete-uploads', accountId, '--unused-days', '30')
    expect(out).toBe(`Deleted 2 uploads of ${accountId}; that frees 8.0 KB of its space.\n`)
    expect((await adminJson('show-account', accountId)).uploads).toEqual({ kept: 0, bytesKept: 0, open: 1 })
  })
})

describe('reconcile-ledger', () => {
  test('exits 0 where the books agree, and 1 with every disagreement where they do not', async () => {
    // That of the balance with which the newest account was opened.
    const { createdAt } = await adminJson('show-account', account.accountId)
    const books = { agrees: true, disagreements: [], newestEntryAt: createdAt }
    expect(await adminJson('reconcile-ledger')).toEqual(books)
    expect((await admin('reconcile-ledger')).out).toBe(
      `Balances, ledger, tasks and uploads agree.\nThe newest ledger entry is from ${createdAt}.\n`,
    )
    const change = (by: bigint) =>
      service.database.transaction((tx) =>
        tx.db
          .updateTable('accounts')
          .set((row) => ({ balance: row('balance', '+', by) }))
          .where('id', '=', account.accountId)
          .execute(),
      )
    await change(1n)
    const found = await admin('reconcile-ledger', '--json')
    expect(found.code).toBe(1)
    expect(JSON.parse(found.out)).toEqual({
      ...books,
      agrees: false,
      disagreements: [
        { kind: 'balance', accountId: account.accountId, expected: '1000000', actual: '1000001' },
      ],
    })
    const text = await admin('reconcile-ledger')
    expect(text.code).toBe(1)
    expect(text.out).toMatch(new RegExp(`balance +${account.accountId} +- +1000000 +1000001`))
    await change(-1n)
  })
})

describe('an unknown id exits 1 with a sentence, and writes nothing', () => {
  test.each([
    ['credit-account', 'nobody', '--amount', '1.00'],
    ['issue-api-key', 'nobody'],
    ['show-account', 'nobody'],
    ['delete-uploads', 'nobody', '--unused-days', '1'],
    ['revoke-api-key', 'nobody'],
    ['show-task', 'nobody'],
  ])('%s %s', async (...argv) => {
    const { code, out, err } = await admin(...argv, '--json')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^mediagen: There is no (account|API key|task) nobody\.\n$/)
  })
})

describe('a wrong command line exits 2, explains the error, and does not open the database', () => {
  test.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['create-acount'], '(Did you mean create-account?)'],
    [['create-account'], "required option '--balance <amount>' not specified"],
    [['create-account', '--balance'], "option '--balance <amount>' argument missing"],
    [
      ['create-account', '--balance', '1,50'],
      "option '--balance <amount>' argument '1,50' is invalid. Write an amount",
    ],
    [['create-account', '--balance', '-1'], "argument '-1' is invalid. Write an amount"],
    [['create-account', '--balance=-1'], "argument '-1' is invalid. Write an amount"],
    [['create-account', '--balance', '1e3'], '1e3'],
    [['create-account', '--balance', '0.0000001'], '0.0000001'],
    [
      ['create-account', '--balance', '1000000000000'],
      "argument '1000000000000' is invalid. Write an amount such as 12.50",
    ],
    [['create-account', '--balance', '9223372036854775808'], 'from 0 to 999999999999.999999'],
    [['create-account', '--balance', ''], "option '--balance <amount>' argument '' is invalid"],
    [['create-account', '--balance='], "option '--balance <amount>' argument '' is invalid"],
    [['create-account', '--balance', '1', '--balance', '2'], 'It was given more than once.'],
    [['credit-account', 'a', '--amount', '1', '--amount=1'], 'It was given more than once.'],
    [['credit-account', 'a', '--amount', '9999999999999.99'], 'Write an amount'],
    ...['0', '0.00', '0.000000', '000'].map((amount): [string[], string] => [
      ['credit-account', 'a', '--amount', amount],
      `option '--amount <amount>' argument '${amount}' is invalid. The amount must be more than 0.`,
    ]),
    ...['-0', '-0.01', '+1', '1e0', ' 1', '1 ', '.5', '0x1'].map((amount): [string[], string] => [
      ['credit-account', 'a', `--amount=${amount}`],
      `option '--amount <amount>' argument '${amount}' is invalid. Write an amount`,
    ]),
    [['credit-account', '', '--amount', '1'], "for argument 'account'. It must not be empty."],
    [['revoke-api-key', ''], "for argument 'key'. It must not be empty."],
    [['create-account', 'extra', '--balance', '1'], 'Expected 0 arguments but got 1'],
    [['create-account', '--balance', '1', '--amount', '1'], "unknown option '--amount'"],
    [['credit-account', '--amount', '1'], "missing required argument 'account'"],
    [['credit-account', 'a', 'b', '--amount', '1'], 'Expected 1 argument but got 2'],
    [['credit-account', 'a'], "required option '--amount <amount>' not specified"],
    [['issue-api-key'], "missing required argument 'account'"],
    [['revoke-api-key'], "missing required argument 'key'"],
    [
      ['create-account', '--balance', '1', '--reference', ''],
      'A reference has 1 to 200 printable characters',
    ],
    [['set-account', 'a', '--name', 'x'.repeat(201)], 'A name has 1 to 200 printable characters'],
    [['set-account', 'a', '--reference', 'a '], 'and no space at its beginning or end'],
    [['debit-account', 'a', '--amount', '0'], 'The amount must be more than 0.'],
    [['debit-account', 'a', '--amount', '1', '--reason', ''], 'A reason has 1 to 500 printable characters.'],
    [['list-accounts', '--search', ' '], 'A search text has 1 to 200 printable characters'],
    [['list-accounts', 'x'], 'Expected 0 arguments but got 1'],
    [['show-account'], "missing required argument 'account'"],
    [['reconcile-ledger', '--force'], "unknown option '--force'"],
    [['delete-uploads', '--unused-days', '1'], "missing required argument 'account'"],
    [['delete-uploads', 'a'], "required option '--unused-days <days>' not specified"],
    [['delete-uploads', 'a', '--unused-days', ''], '--unused-days must be a whole number from 0'],
    [['delete-uploads', 'a', '--unused-days', '1.5'], '--unused-days must be a whole number from 0'],
    [['delete-uploads', 'a', '--unused-days', '-1'], '--unused-days must be a whole number from 0'],
    [['delete-uploads', 'a', '--unused-days=-1'], '--unused-days must be a whole number from 0'],
    [['delete-uploads', 'a', '--unused-days', '365001'], 'from 0 to 365000'],
    [['list-tasks', '--status', 'DONE'], 'Allowed choices are QUEUED, PROCESSING, SUCCEEDED'],
    [['list-tasks', '--limit', '0'], '--limit must be a whole number from 1 to 500.'],
    [['list-tasks', '--limit', '501'], '--limit must be a whole number from 1 to 500.'],
    [['show-task'], "missing required argument 'task'"],
    [['audit', '--before', 'x'], 'It must be the ID of an entry, a whole number.'],
    [['credit-account', 'a', '--amount', '1', '--idempotency-key', ''], '1 to 128 visible ASCII characters'],
  ])('%j', async (argv, message) => {
    const { code, out, err } = await admin(...argv)
    expect([code, out]).toEqual([2, ''])
    // A sentence begins with a capital.
    expect(err.toLowerCase()).toContain(message.toLowerCase())
    expect(err).toMatch(
      /^mediagen: .*\n {2}Usage: mediagen-server admin .*\n {2}.*mediagen-server admin help.*\n$/,
    )
  })
})

describe('help', () => {
  test.each([['help'], ['--help']])('%s lists every command and exits 0', async (argument) => {
    const { code, out, opened } = await admin(argument)
    expect([code, opened]).toEqual([0, false])
    for (const command of createAdminCommands(() => async () => undefined)) {
      const required = command.options.filter(({ mandatory }) => mandatory)
      for (const word of [command.name(), command.description(), ...required.map(({ flags }) => flags)])
        expect(out.replaceAll(/\s+/g, ' ')).toContain(word)
    }
  })

  test('of a command explains its arguments and options, including --json', async () => {
    const { code, out, opened } = await admin('help', 'delete-uploads')
    expect([code, opened]).toEqual([0, false])
    expect(out).toContain(
      'Usage: mediagen-server admin delete-uploads <account> --unused-days <days> [--json]',
    )
    expect(out).toContain('the ID of the account')
    expect(out).toContain('print one JSON document')
  })

  test('is shown when no command is named, with exit code 2', async () => {
    expect(await admin()).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('create-account'),
      opened: false,
    })
  })
})

describe('set-account-limits', () => {
  test('sets a number, none or the default, each by itself, and show-account has what applies', async () => {
    const { accountId } = account
    const set = (...options: string[]) => adminJson('set-account-limits', accountId, ...options)
    expect(await set('--tasks-open-max', '5')).toMatchObject({ tasksOpenMax: 5, tasksRunningMax: 'default' })
    expect(await set('--tasks-running-max', 'none')).toMatchObject({
      tasksOpenMax: 5,
      tasksRunningMax: 'none',
    })
    expect(await set('--rate', '1000')).toMatchObject({ tasksOpenMax: 5, requestsPerMinute: 1_000 })
    expect(await adminJson('show-account', accountId)).toMatchObject({
      ownLimits: { tasksOpenMax: 5, tasksRunningMax: 'none', requestsPerMinute: 1_000 },
      limits: { openTasksMax: 5, runningTasksMax: null, generationRequestsPerMinute: 1_000 },
    })
    const { out } = await admin('show-account', accountId)
    expect(out).toContain('0 of 5 tasks, 0 running')
    expect(out).toContain('1000 generations a minute')
    expect(await set('--tasks-open-max', 'default')).toMatchObject({ tasksOpenMax: 'default' })
    expect(await set('--rate', 'default')).toMatchObject({ requestsPerMinute: 'default' })
    expect((await adminJson('show-account', accountId)).limits.generationRequestsPerMinute).toBe(60)
  })

  test.each([
    [['--tasks-open-max', '0'], '1 to 1000000, none, or default'],
    [['--tasks-running-max', '1000001'], '1 to 1000000, none, or default'],
    ...['0', '-1', '1001', '59.5', '1e2', 'NaN', 'none', ' 5', '99999999999'].map(
      (rate): [string[], string] => [[`--rate=${rate}`], 'requests a minute from 1 to 1000'],
    ),
    [[], 'Give --tasks-open-max, --tasks-running-max or --rate.'],
  ])('refuses %j and says what is allowed', async (options, message) => {
    const refused = await admin('set-account-limits', account.accountId, ...options)
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) })
  })
})
