import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { describeInBrowser, openPage } from '../support/browser.ts'
import { untilHolds } from '../support/until-holds.ts'

/** Renders images, and starts commands and browsers, on a machine that may be busy with other tests. */
const timeout = 120_000
const adminToken = randomBytes(24).toString('hex')

/** What would change the title, if any of it were taken for markup or script. */
const attacks = [
  '<img src=x onerror="document.title=\'hacked\'">',
  '<script>document.title = "hacked"</script>',
  '"><svg onload=document.title="hacked">',
  "javascript:document.title='hacked'",
]

describeInBrowser("the operator's page, in a browser that reaches no other host", () => {
  let machine: Machine

  beforeAll(async () => {
    machine = await createMachine({ ADMIN_TOKEN: adminToken })
    const { output } = await machine.start('serve')
    expect(output()).toContain(`Operator       ${machine.baseUrl}/admin`)
  })
  afterAll(() => machine.remove())

  /**
   * A page that is signed in; at the end of the test it must have asked no other host, and had no error unless
   * requests of it are refused.
   */
  async function signedIn({ isRefused = false } = {}): Promise<Page> {
    const watched = await openPage(machine.baseUrl)
    const { page, errors, outsideRequests } = watched
    onTestFinished(async () => {
      await watched.close()
      expect([isRefused ? [] : errors, outsideRequests]).toEqual([[], []])
    })
    await page.goto('/admin')
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    await heading(page, 'Overview')
    return page
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

  /** A page that is signed in and shows the accounts. */
  async function atAccounts(): Promise<Page> {
    const page = await signedIn()
    await page.getByRole('link', { name: 'Accounts', exact: true }).click()
    await heading(page, 'Accounts')
    return page
  }

  const me = async (apiKey: string) => machine.accountOf(apiKey).call('GET', '/api/v1/me')

  /** Presses a button that shows a new key; returns the key once its dialog is closed. */
  async function keyShownBy(page: Page, button: string): Promise<string> {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'The new API key' })
    const key = (await dialog.locator('code').textContent()) ?? ''
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'I have stored it' }).click()
    return key
  }

  test('opens an account, credits it once for two clicks, issues a key and revokes it, and lists all of that', {
    timeout,
  }, async () => {
    const page = await atAccounts()
    await page.getByLabel('First credit, in USD').fill('2.00')
    const first = await keyShownBy(page, 'Open account')
    const { id: accountId } = (await me(first)).body
    await heading(page, 'Unnamed account')

    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByLabel('Amount to credit, in USD').fill('0.000001')
    await page.getByLabel('Reason').fill('a gift')
    const credits: number[] = []
    page.on('response', (response) => {
      if (response.url().endsWith('/credits')) credits.push(response.status())
    })
    // Two requests leave, as after a click that was repeated because no response came.
    await page.evaluate(() => {
      const { fetch } = globalThis
      globalThis.fetch = async (...given) => {
        if (String(given[0]).endsWith('/credits')) await fetch(...given)
        return fetch(...given)
      }
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click()
    await page
      .getByText(`Credited 0.000001 USD; the balance of Unnamed account (${accountId}) is now 2.000001 USD.`)
      .waitFor()
    expect(credits).toEqual([200, 200])
    expect((await me(first)).body.balance).toBe('2.000001')

    const second = await keyShownBy(page, 'Issue a key')
    expect((await me(second)).status).toBe(200)
    const keyId = apiKeyParts(second).keyId
    const revoke = page.getByRole('button', { name: `Revoke the key ${keyId}` })
    await revoke.click()
    const question = `Revoke the key ${keyId} of Unnamed account (${accountId})?`
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Cancel' }).click()
    expect((await me(second)).status).toBe(200)
    await revoke.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText(`Revoked the key ${keyId}.`).waitFor()
    await untilHolds(async () => expect((await me(second)).status).toBe(401), 5_000)
    expect((await me(first)).status).toBe(200)

    await page.locator('main').getByRole('link', { name: 'Audit' }).click()
    await heading(page, 'Audit')
    const actions = await page.locator('tbody tr td:nth-child(3)').allTextContents()
    expect(actions).toEqual(['revoke-api-key', 'issue-api-key', 'credit-account', 'create-account'])
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text).toContain('page session')
    for (const key of [first, second]) expect(text).not.toContain(key)
    const { output } = await machine.run(['admin', 'audit', '--account', accountId, '--json'])
    const { entries } = JSON.parse(output)
    expect(entries).toHaveLength(4)
    expect(entries[2].details).toEqual({ amount: '0.000001', reason: 'a gift' })
  })

  test('issues a restricted key, changes what it may do, and replaces it by another', {
    timeout,
  }, async () => {
    const page = await atAccounts()
    await page.getByLabel('First credit, in USD').fill('2.00')
    await keyShownBy(page, 'Open account')
    await page.getByText('Restrict it').click()
    await page.getByLabel('Name').fill('The shop')
    await page.getByLabel('USD in total').fill('0.50')
    await page.getByLabel('Videos from a prompt').uncheck()
    await page.getByLabel('Videos from an image').uncheck()
    const shop = await keyShownBy(page, 'Issue a key')
    const { keyId } = apiKeyParts(shop)
    expect((await me(shop)).body.key).toMatchObject({
      name: 'The shop',
      products: ['image.generate', 'image.transform'],
      limits: { day: null, total: '0.50', requestsPerMinute: null },
    })

    await page.getByRole('button', { name: `Change the key ${keyId}` }).click()
    const dialog = page.getByRole('dialog', { name: `Change the key The shop (${keyId})` })
    await dialog.getByLabel('USD on one UTC day').fill('0.10')
    await dialog.getByLabel('Read only').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Changed the key ${keyId}`).waitFor()
    expect((await me(shop)).body.key).toMatchObject({
      name: 'The shop',
      readOnly: true,
      products: ['image.generate', 'image.transform'],
      limits: { day: '0.10', total: '0.50' },
    })

    await page.getByRole('button', { name: `Rotate the key ${keyId}` }).click()
    const successor = await keyShownBy(page, 'Issue its successor')
    expect((await me(successor)).body.key).toMatchObject({
      name: 'The shop',
      readOnly: true,
      expiresAt: null,
    })
    expect((await me(shop)).body.key.expiresAt).not.toBeNull()
  })

  test('names an account, finds it, takes balance back, suspends, closes and reopens it, and says before what each does', {
    timeout,
  }, async () => {
    const page = await atAccounts()
    const [name = ''] = attacks
    await page.getByLabel('First credit, in USD').fill('2.00')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Reference (your own id)').fill('cus 17')
    const apiKey = await keyShownBy(page, 'Open account')
    const { id: accountId } = (await me(apiKey)).body
    await heading(page, name)
    for (const text of ['cus 17', name.toUpperCase(), accountId.slice(0, 20)]) {
      await page.goto('/admin#/accounts')
      await page.getByRole('table', { name: 'Accounts, newest first' }).waitFor()
      await page.getByLabel('Beginning of an id or name').fill(text)
      await page.getByRole('button', { name: 'Find' }).click()
      const found = page.getByRole('table', { name: 'Accounts that were found' })
      await found.getByText(name).waitFor()
      expect(await found.locator('tbody tr').count()).toBe(1)
    }
    await page.getByRole('link', { name }).click()
    await page.getByText(accountId, { exact: true }).waitFor()
    await heading(page, name)

    /** Fills in a dialog whose text contains `says`, and sends it. */
    const inDialog = async (open: string, says: string, fields: Record<string, string>, send: string) => {
      await page.getByRole('button', { name: open, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(says).waitFor()
      for (const [label, value] of Object.entries(fields))
        await dialog.getByRole('textbox', { name: label }).fill(value)
      await dialog.getByRole('button', { name: send, exact: true }).click()
    }
    await inDialog('Rename', 'removes what it has', { Name: 'Ada', Reference: '' }, 'Save')
    await page.getByText(`Renamed the account ${accountId}.`).waitFor()
    const debit = { 'Amount to debit': '0.75', Reason: 'paid twice' }
    await inDialog('Debit', 'At most the 2.00 USD', debit, 'Debit')
    await page.getByText(`Debited 0.75 USD; the balance of Ada (${accountId}) is now 1.25 USD.`).waitFor()
    await inDialog('Suspend', 'refused at once', { Reason: 'does not pay' }, 'Suspend')
    await page.getByText(`The account Ada (${accountId}) is SUSPENDED.`).waitFor()
    const order = () =>
      machine.accountOf(apiKey).call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    expect((await order()).body.code).toBe('ACCOUNT_NOT_ACTIVE')
    await inDialog('Close the account', '0 waiting tasks are cancelled and refunded', {}, 'Close')
    await page
      .getByText(`The account Ada (${accountId}) is CLOSED. 0 waiting tasks were cancelled, 0 are running.`)
      .waitFor()
    await inDialog('Reactivate', 'It can order', {}, 'Reactivate')
    await page.getByText(`The account Ada (${accountId}) is ACTIVE.`).waitFor()
    expect((await order()).status).toBe(200)
    const { output } = await machine.run(['admin', 'audit', '--account', accountId, '--json'])
    const entries: { action: string; details: { reason?: string } }[] = JSON.parse(output).entries
    expect(entries.map(({ action, details }) => [action, details.reason])).toEqual([
      ['resume-account', undefined],
      ['close-account', undefined],
      ['suspend-account', 'does not pay'],
      ['debit-account', 'paid twice'],
      ['set-account', undefined],
      ['create-account', undefined],
    ])
  })

  test('a question names its account and ends when the page changes, and so never acts on an account that is not shown', {
    timeout,
  }, async () => {
    const { output: made } = await machine.run([
      ...['admin', 'create-account', '--balance', '1.00', '--name', 'Ada', '--json'],
    ])
    const ada = JSON.parse(made).accountId
    const { body } = await (await machine.createAccount('1.00')).call('GET', '/api/v1/me')
    const page = await signedIn()
    const visit = async (accountId: string, title: string) => {
      await page.evaluate((id) => {
        location.hash = `#/accounts/${id}`
      }, accountId)
      await heading(page, title)
    }
    await visit(body.id, 'Unnamed account')
    await visit(ada, 'Ada')
    const questions = [
      ['Rename', `Rename the account Ada (${ada})`],
      ['Suspend', `Suspend the account Ada (${ada})?`],
      ['Close the account', `Close the account Ada (${ada})?`],
      ['Debit', `Debit the account Ada (${ada})`],
      ['Rotate the key', 'Rotate the key'],
      ['Revoke the key', `of Ada (${ada})?`],
    ] as const
    for (const [open, title] of questions) {
      await page.getByRole('button', { name: open, exact: !open.endsWith('key') }).click()
      await page.getByRole('dialog', { name: title }).waitFor()
      await page.goBack()
      await heading(page, 'Unnamed account')
      expect([open, await page.getByRole('dialog').count()]).toEqual([open, 0])
      await page.goForward()
      await heading(page, 'Ada')
    }
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByLabel('Reason').fill('does not pay')
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
    await page.getByText(`The account Ada (${ada}) is SUSPENDED.`).waitFor()
    const { output } = await machine.run(['admin', 'audit', '--json'])
    const entries: { action: string; accountId: string }[] = JSON.parse(output).entries
    expect(
      entries.filter(({ accountId }) => [ada, body.id].includes(accountId)).map(({ action }) => action),
    ).toEqual(['suspend-account', 'create-account', 'create-account'])
  })

  test("deletes a closed account's data, says which balance is left, and shows one receipt, also when it is opened again", {
    timeout,
  }, async () => {
    const { output } = await machine.run([
      ...['admin', 'create-account', '--balance', '1.00', '--name', 'Eve', '--json'],
    ])
    const { accountId, apiKey } = JSON.parse(output)
    const account = machine.accountOf(apiKey)
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const { balance } = (await me(apiKey)).body
    await machine.run(['admin', 'close-account', accountId])
    const page = await signedIn()
    await page.goto(`/admin#/accounts/${accountId}`)
    await page
      .getByText('In force: any number unfinished, any number running, 60 generation requests a minute')
      .waitFor()
    await page.getByText(`Its balance of ${balance} USD is left. Pay it back first`).waitFor()
    const form = page.getByRole('form', { name: 'Delete its data' })
    await form.getByLabel('To delete, type the id').fill(accountId)
    await form.getByRole('button', { name: 'Delete its data' }).click()
    await page.getByText(`The data of the account ${accountId} is deleted.`).waitFor()
    const expectReceipt = async () => {
      await page.getByText('Receipt: the data of this account is deleted.').waitFor()
      await page.locator('dl', { hasText: 'Balance left' }).getByText(`${balance} USD`).waitFor()
      await page.getByText(/^Its data was deleted /).waitFor()
      expect(await form.count()).toBe(0)
      expect(await page.getByText('Receipt: the data of this account is deleted.').count()).toBe(1)
    }
    await expectReceipt()
    await page.reload()
    await heading(page, 'Unnamed account')
    await expectReceipt()
  })

  test('going back to the address without a section shows the overview again', { timeout }, async () => {
    const page = await signedIn()
    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await heading(page, 'Service')
    await page.goBack()
    await heading(page, 'Overview')
  })

  test("shows a task's history up to its charge, and runs a reconciliation that agrees", {
    timeout,
  }, async () => {
    const account = await machine.createAccount('1.00')
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const page = await signedIn()
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.getByLabel('Status').selectOption('SUCCEEDED')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name: body.id }).click()
    await heading(page, `Task ${body.id}`)
    const history = await page.locator('.history .what').allTextContents()
    expect(history.map((line) => line.split(' ')[0])).toEqual([
      'Accepted',
      'Reserved',
      'Claimed',
      'Started',
      'SUCCEEDED',
      'Marked',
      'Charged',
    ])
    const entries = page.getByRole('table', { name: 'Ledger entries of the task' })
    expect(await entries.locator('tbody td:first-child').allTextContents()).toEqual(['reserve', 'charge'])

    await page.getByRole('link', { name: 'Service', exact: true }).click()
    await page.getByRole('table', { name: 'Engines and their health' }).getByText('studio').waitFor()
    await page.getByRole('button', { name: 'Reconcile now' }).click()
    await page.getByText('Balances, ledger, tasks and uploads agree.', { exact: true }).waitFor()
  })

  test('counts lead to the tasks that they count, which are found by more than their status', {
    timeout,
  }, async () => {
    const account = await machine.createAccount('1.00')
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const owner = (await account.call('GET', '/api/v1/me')).body
    const page = await signedIn()
    await page.goto(`/admin#/accounts/${owner.id}`)
    await page.getByRole('link', { name: 'SUCCEEDED 1', exact: true }).click()
    await heading(page, 'Tasks')
    const tasks = page.getByRole('table', { name: 'Tasks' }).locator('tbody tr')
    expect(await tasks.allTextContents()).toEqual([expect.stringContaining(body.id)])
    expect(await page.getByLabel('Status').inputValue()).toBe('SUCCEEDED')
    expect(await page.getByLabel('Account: id, name or reference').inputValue()).toBe(owner.id)

    await page.goto(`/admin#/tasks?account=${owner.id}&engine=gone`)
    await page.getByText('None.', { exact: true }).waitFor()
    expect(await page.getByLabel('Engine').inputValue()).toBe('gone')
    await page.getByLabel('Engine').selectOption('studio')
    await page.getByRole('button', { name: 'Show' }).click()
    await tasks.getByText(body.id).click()
    await heading(page, `Task ${body.id}`)
    const keyId = apiKeyParts(account.apiKey).keyId
    await page.getByRole('link', { name: keyId }).click()
    await heading(page, 'Tasks')
    expect(await page.getByLabel('Key').inputValue()).toBe(keyId)
    await tasks.getByText(body.id).waitFor()
  })

  test('costs are summed by what is chosen, and their file has the headings and amounts of the API', {
    timeout,
  }, async () => {
    const account = await machine.createAccount('1.00')
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const page = await signedIn()
    await page.getByRole('link', { name: 'Costs', exact: true }).click()
    await page
      .getByRole('table', { name: 'Costs by day, product, engine' })
      .getByText('studio')
      .first()
      .waitFor()
    await page.getByLabel('Summed by').selectOption('product')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('link', { name: 'This month' }).click()
    const costs = page.getByRole('table', { name: 'Costs by product', exact: true })
    await costs.getByText('image.generate', { exact: true }).waitFor()
    expect(await costs.locator('thead .number').allTextContents()).toEqual([
      'Results',
      'Charged USD',
      'Results with a cost',
      'Cost USD',
      'Margin USD',
    ])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const { search } = new URL(page.url().replace('#/costs', ''))
    const answer = await page.request.get(`/admin/api/costs${search}&format=csv`)
    expect(await readFile(await download.path(), 'utf8')).toBe(await answer.text())
    await costs.locator('tbody tr', { hasText: 'image.generate' }).getByRole('link').click()
    await page.getByRole('table', { name: 'Tasks' }).getByText(body.id).waitFor()
  })

  test('a name of several accounts leads to the tasks of each, and a wrong amount is explained by its field', {
    timeout,
  }, async () => {
    const made: string[] = []
    for (const name of ['Grace', 'Grace & Sons']) {
      const { output } = await machine.run([
        ...['admin', 'create-account', '--balance', '1.00', '--name', name, '--json'],
      ])
      made.push(JSON.parse(output).accountId)
    }
    const page = await signedIn({ isRefused: true })
    await page.goto('/admin#/tasks?status=FAILED')
    await page.getByLabel('Account: id, name or reference').fill('Gra')
    await page.getByRole('button', { name: 'Show' }).click()
    const refusal = page.getByRole('form', { name: 'Filter the tasks' }).getByRole('alert')
    await refusal.getByText('Several accounts match Gra').waitFor()
    await refusal.getByRole('link', { name: 'Grace & Sons' }).click()
    await page.waitForURL(`**#/tasks?status=FAILED&account=${made[1]}`)
    await page.goto('/admin#/tasks?account=Gra')
    await page.getByRole('alert').getByRole('link', { name: 'Grace & Sons' }).waitFor()

    await page.goto(`/admin#/accounts/${made[0]}`)
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByLabel('Amount to credit, in USD').fill('12,50')
    await page.getByRole('dialog').getByRole('button', { name: 'Credit', exact: true }).click()
    await page.getByText(/^Amount to credit, in USD: Write an amount such as 12\.50/).waitFor()
  })

  test('going back shows a list where it was left, and a link a page from its top', { timeout }, async () => {
    const account = await machine.createAccount('2.00')
    for (let count = 0; count < 12; count += 1)
      await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    const page = await signedIn()
    await page.setViewportSize({ width: 800, height: 400 })
    await page.goto('/admin#/tasks')
    await heading(page, 'Tasks')
    const scrolled = () => page.evaluate(() => scrollY)
    await page.evaluate(() => scrollTo(0, 350))
    await page.waitForFunction(() => history.state?.scrolled === 350)
    await page.evaluate(() => document.querySelectorAll<HTMLElement>('td a.id')[6]?.click())
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(await scrolled()).toBe(0)
    await page.goBack()
    await heading(page, 'Tasks')
    await untilHolds(async () => expect(await scrolled()).toBe(350), 5_000)
  })

  test('the overview counts a new charge without a reload, and a form keeps what is typed while its page refreshes', {
    timeout,
  }, async () => {
    const account = await machine.createAccount('1.00')
    const { body: owner } = await account.call('GET', '/api/v1/me')
    const page = await signedIn()
    await page.getByRole('heading', { name: 'All is well' }).waitFor()
    const charged = page.locator('.figure', { hasText: 'Charged today' }).locator('strong')
    const before = await charged.textContent()
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    await untilHolds(async () => expect(await charged.textContent()).not.toBe(before), 20_000)
    await page.getByText(/^Updated/).waitFor()

    await page.goto(`/admin#/accounts/${owner.id}`)
    await heading(page, 'Unnamed account')
    await page.getByLabel('Unfinished tasks').fill('50')
    await page.getByText('can then have at most 50 unfinished tasks').waitFor()
    const balance = page.locator('.figure', { hasText: 'Balance' }).locator('strong')
    const shown = await balance.textContent()
    await machine.run([
      ...['admin', 'credit-account', owner.id, '--amount', '2.00', '--idempotency-key', 'live'],
    ])
    await untilHolds(async () => expect(await balance.textContent()).not.toBe(shown), 20_000)
    expect(await page.getByLabel('Unfinished tasks').inputValue()).toBe('50')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tasksOpenMax')
  })

  test('the overview names a product whose tasks fail, an engine that fails and the one that has every slot, and clocks that disagree, and a running task says for how long', {
    timeout,
  }, async () => {
    const account = await machine.createAccount('1.00')
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const page = await signedIn()
    await page.getByRole('heading', { name: 'All is well' }).waitFor()
    await page.route('**/admin/api/overview?*', async (route) => {
      const response = await route.fetch()
      const overview = await response.json()
      const [engine] = overview.engines
      const failed = {
        failuresInARow: 4,
        failingSince: new Date().toISOString(),
        lastError: {
          at: new Date().toISOString(),
          what: 'did not take it',
          reason: 'The connection failed (ECONNREFUSED).',
          taskId: body.id,
        },
      }
      const failing = [{ product: 'image.transform', ended: 4, failed: 4, refused: 4 }]
      const products = overview.queue.products.map((row: { product: string }) =>
        row.product === 'video.generate' ? { ...row, waiting: 1, oldestWaitingSeconds: 197 } : row,
      )
      const json = {
        ...overview,
        databaseClockAheadSeconds: -3_600,
        failures: { ...overview.failures, failing },
        queue: { ...overview.queue, running: 2, waiting: 1, products },
        engines: [{ ...engine, ...failed, inFlight: 2, productsServed: ['image.generate'] }],
      }
      await route.fulfill({ response, json })
    })
    await page.getByRole('heading', { name: '4 problems' }).waitFor()
    const health = await page.getByRole('region', { name: 'Health' }).textContent()
    expect(health).toContain(
      '4 of 4 image.transform tasks that ended in the last 15 minutes failed, all with INVALID_INPUT.',
    )
    expect(health).toMatch(
      /has been failing since .+, 4 times in a row\. Last error: did not take it: The connection failed \(ECONNREFUSED\)\. Service/,
    )
    expect(health).toMatch(
      /The database's clock is \S+ \S+ behind that of this process: nothing old is erased/,
    )
    expect(health).toContain('0 of 1 engine up')
    expect(health).toMatch(/All 2 running tasks are at \S+; other products wait: video\.generate for 3 min\./)

    await page.route(/\/admin\/api\/tasks(\?|$)/, async (route) => {
      const response = await route.fetch()
      const { tasks } = await response.json()
      const startedAt = new Date(Date.now() - 600_000).toISOString()
      const running = { ...tasks[0], status: 'PROCESSING', startedAt, completedAt: null }
      await route.fulfill({ response, json: { tasks: [running], next: null } })
    })
    await page.goto('/admin#/tasks')
    await page.getByText('running, 10 min so far').waitFor()
  })

  test('sorts, filters and exports the loaded rows, without a formula for the spreadsheet that opens them', {
    timeout,
  }, async () => {
    for (const [name, balance] of [
      ['=1+1', '9000.00'],
      ['@SUM(A1:A9)', '8000.00'],
      ['-2+3', '7000.00'],
      ['+cmd|x', '6000.00'],
      ['＝2+1', '5000.00'],
      ['Zebra, "striped"', '10000.00'],
    ] as const)
      await machine.run(['admin', 'create-account', '--balance', balance, '--name', name, '--json'])
    const page = await atAccounts()
    const names = () => page.locator('tbody .named > span:first-child').allTextContents()
    await page.getByRole('button', { name: 'Balance' }).click()
    expect((await names()).slice(0, 2)).toEqual(['Zebra, "striped"', '=1+1'])
    await page.getByLabel('Filter these rows').fill('1+1')
    expect(await names()).toEqual(['=1+1'])
    await page.getByText(/^1 of \d+ loaded$/).waitFor()
    await page.getByLabel('Filter these rows').fill('')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines[0]).toBe('Account,Reference,State,Balance,Reserved,Results,Opened,Account id')
    expect(lines[1]).toMatch(/^"Zebra, ""striped""",,ACTIVE,10000\.00,0\.00,0,/)
    expect(lines.slice(2, 7).map((line) => line.split(',')[0])).toEqual([
      "'=1+1",
      "'@SUM(A1:A9)",
      "'-2+3",
      "'+cmd|x",
      "'＝2+1",
    ])
  })

  test("shows a task's result only after a click, and records who looked", { timeout }, async () => {
    const account = await machine.createAccount('1.00')
    const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })
    await account.finished(body.id, timeout)
    const page = await signedIn()
    await page.goto(`/admin#/tasks/${body.id}`)
    const calls = page.getByRole('table', { name: 'Engine calls, in their order' })
    await calls.getByText('delivered').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the result' }).click()
    const image = page.getByRole('img', { name: 'The result of the task' })
    await untilHolds(
      async () =>
        expect(await image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBeGreaterThan(0),
      10_000,
    )
    const { output } = await machine.run(['admin', 'audit', '--json'])
    const [latest] = JSON.parse(output).entries
    expect(latest).toMatchObject({ action: 'show-result', subject: body.id })
  })

  test('shows hostile prompts, ids and messages as text', { timeout }, async () => {
    const account = await machine.createAccount('5.00')
    const tasks: string[] = []
    for (const attack of attacks) {
      const { body } = await account.call('POST', '/api/v1/images/generations', {
        prompt: attack,
        negativePrompt: attack,
      })
      tasks.push(body.id)
    }
    const page = await signedIn()
    await page.goto('/admin#/tasks')
    for (const attack of attacks) await page.getByText(attack, { exact: true }).first().waitFor()
    for (const [index, taskId] of tasks.entries()) {
      await page.goto(`/admin#/tasks/${taskId}`)
      await heading(page, `Task ${taskId}`)
      await page
        .locator('dd')
        .getByText(attacks[index] ?? '', { exact: true })
        .first()
        .waitFor()
    }
    expect(await page.title()).not.toContain('hacked')
    expect(await page.locator('main img, main script, main svg:not(.share)').count()).toBe(0)
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  })

  test('is used by the keyboard alone, on a phone, and moves the focus to each new heading', {
    timeout,
  }, async () => {
    const page = await signedIn()
    await page.setViewportSize({ width: 320, height: 700 })
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (const section of ['Tasks', 'Costs', 'Service', 'Audit', 'Accounts', 'Overview']) {
      await page.getByRole('link', { name: section, exact: true }).focus()
      await page.keyboard.press('Enter')
      await heading(page, section)
      expect(await focused()).toBe(section)
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([section, isTooWide]).toEqual([section, false])
    }
    await page.getByRole('button', { name: 'Sign out' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in as operator')
    await page.reload()
    await heading(page, 'Sign in as operator')
  })
})

describeInBrowser("the operator's page of a service with hostile data", () => {
  let machine: Machine
  let taskId: string
  beforeAll(async () => {
    machine = await createMachine({ ADMIN_TOKEN: adminToken })
    await machine.start('serve')
    const account = await machine.createAccount('1.00')
    taskId = (await account.call('POST', '/api/v1/images/generations', { prompt: 'a lake' })).body.id
    await account.finished(taskId, timeout)
    writeHostileData(taskId)
  }, timeout)
  afterAll(() => machine.remove())

  /** What an engine, a name of a worker or an operator's host could contain. */
  function writeHostileData(taskId: string): void {
    const database = new DatabaseSync(join(machine.folder, 'data', 'mediagen.sqlite'))
    const [image = '', script = '', svg = ''] = attacks
    database.exec('pragma busy_timeout = 5000')
    database
      .prepare(
        `update tasks set status = 'FAILED', output = null, error_code = 'GENERATION_FAILED', error_message = ?,
           provider = ?, provider_job = ? where id = ?`,
      )
      .run(image, script, JSON.stringify({ id: svg }), taskId)
    database
      .prepare(
        `insert into audit_entries (action_id, created_at, actor, action, subject, details)
           values ('x', 1, ?, 'sign-in', ?, ?)`,
      )
      .run(image, script, JSON.stringify({ [svg]: svg }))
    database.close()
  }

  test('renders none of it as markup, including an id in the address', { timeout }, async () => {
    const { page, close } = await openPage(machine.baseUrl)
    onTestFinished(close)
    await page.goto(`/admin#/tasks/${taskId}`)
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    const [image = '', script = '', svg = ''] = attacks
    await page.getByText(`GENERATION_FAILED: ${image}`, { exact: true }).waitFor()
    await page.locator('dd').getByText(script, { exact: true }).waitFor()
    await page.goto('/admin#/audit')
    for (const text of [image, script, `${svg} ${svg}`]) await page.getByText(text, { exact: true }).waitFor()
    for (const section of ['tasks', 'accounts']) {
      await page.goto(`/admin#/${section}/${encodeURIComponent(image)}`)
      await page.getByText(`There is no ${section.slice(0, -1)} ${image}.`, { exact: true }).waitFor()
    }
    expect(await page.title()).not.toContain('hacked')
    expect(await page.locator('main img, main script, main svg:not(.share)').count()).toBe(0)
  })

  test.each(['light', 'dark'] as const)(
    'has nothing that axe finds serious, %s',
    { timeout },
    async (colorScheme) => {
      const { page, close } = await openPage(machine.baseUrl)
      onTestFinished(close)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const check = async () => {
        // A view that is still being read is dimmed.
        await page.locator('main:not([aria-busy])').waitFor()
        expect(await seriousViolations(page)).toEqual([])
      }
      await page.goto('/admin')
      await page.getByLabel('Admin token').waitFor()
      await check()
      await page.getByLabel('Admin token').fill(adminToken)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      await check()
      await page.getByRole('link', { name: 'Accounts', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
      await check()
      const account = page.locator('td a').first()
      await account.click()
      await page.getByRole('heading', { level: 2, name: 'API keys' }).waitFor()
      await check()
      await page.getByRole('button', { name: 'Revoke the key' }).first().click()
      await page.getByRole('dialog').waitFor()
      await check()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      for (const [path, name] of [
        ['tasks', 'Tasks'],
        [`tasks/${taskId}`, `Task ${taskId}`],
        ['service', 'Service'],
        ['costs', 'Costs'],
        ['audit', 'Audit'],
      ] as const) {
        await page.goto(`/admin#/${path}`)
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await check()
      }
    },
  )
})

describeInBrowser('a page that loses the service', () => {
  test('says so, keeps what it shows, and goes on by itself', { timeout }, async () => {
    const machine = await createMachine({ ADMIN_TOKEN: adminToken })
    onTestFinished(() => machine.remove())
    await machine.start('serve')
    const { page, close } = await openPage(machine.baseUrl)
    onTestFinished(close)
    await page.goto('/admin#/service')
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor()
    const lost = page.getByText('Cannot reach the service; trying again.')
    await page.route('**/admin/api/**', (route) => route.abort())
    await lost.waitFor()
    await page.getByRole('table', { name: 'Engines and their health' }).getByText('studio').waitFor()
    await page.unroute('**/admin/api/**')
    await lost.waitFor({ state: 'detached' })
  })
})

describeInBrowser('a wrong token or an ended session', () => {
  test('leads back to the sign-in, with the reason', { timeout }, async () => {
    const machine = await createMachine({ ADMIN_TOKEN: adminToken })
    onTestFinished(() => machine.remove())
    await machine.start('serve')
    const { page, close } = await openPage(machine.baseUrl)
    onTestFinished(close)
    await page.goto('/admin#/service')
    await page.getByLabel('Admin token').fill(`${adminToken.slice(1)}0`)
    await page.keyboard.press('Enter')
    await page.getByText('This is not the value of ADMIN_TOKEN.').waitFor()
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Service' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Audit' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in as operator' }).waitFor()
    await page.getByRole('status').getByText('Your session has ended.').waitFor()
  })
})
