import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createMachine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage } from '../support/browser.ts'
import { untilHolds } from '../support/until-holds.ts'

/** Renders an image, and starts commands and a browser, on a machine that may be busy with other tests. */
const timeout = 120_000
const path = '/api/v1/images/generations'

describeInBrowser("an operator's levers on the page", () => {
  test('pause and resume a product and an engine, retry a failed task and cancel the new one, each after a question, and are recorded', {
    timeout,
  }, async () => {
    const adminToken = randomBytes(24).toString('hex')
    const machine = await createMachine({ ADMIN_TOKEN: adminToken })
    onTestFinished(() => machine.remove())
    await machine.start('serve')
    const account = await machine.createAccount('1.00')
    const { id } = (await account.call('POST', path, { prompt: 'a lake' })).body
    await account.finished(id, timeout)
    const database = new DatabaseSync(join(machine.folder, 'data', 'mediagen.sqlite'))
    database.exec('pragma busy_timeout = 5000')
    database
      .prepare(
        `update tasks set status = 'FAILED', output = null, error_code = 'GENERATION_FAILED', error_message = 'ill' where id = ?`,
      )
      .run(id)
    database.close()

    const { page, errors, close } = await openPage(machine.baseUrl)
    onTestFinished(close)
    const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
    const act = async (button: string, does: string, reason: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      expect(await seriousViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: does, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const orderIs = (status: number) =>
      untilHolds(
        async () => expect((await account.call('POST', path, { prompt: 'a' })).status).toBe(status),
        5_000,
      )
    await page.goto('/admin#/service')
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    await heading('Service')
    await act('Pause the product image.generate', 'Pause', 'the prices are wrong')
    await page.getByText('The product image.generate is paused.').waitFor()
    await page.getByText(/: the prices are wrong/).waitFor()
    await orderIs(503)
    await page.goto('/admin')
    await page
      .getByText(/The product image.generate has been paused since .+: the prices are wrong/)
      .waitFor()
    await page.goto('/admin#/service')
    await heading('Service')
    await act('Resume the product image.generate', 'Resume', 'they are right')
    await orderIs(200)

    // A task waits for a paused engine; that of a paused product is not retried.
    await act('Pause the engine studio', 'Pause', 'a new graphics card')
    await orderIs(503)
    await page.goto(`/admin#/tasks/${id}`)
    await heading(`Task ${id}`)
    await act('Retry the task', 'Retry the task', 'the engine was ill')
    const link = page.getByText('Retried by an operator as').getByRole('link')
    const retryId = (await link.textContent()) ?? ''
    await link.click()
    await heading(`Task ${retryId}`)
    await page.getByText(`Ordered by an operator in place of ${id}.`).waitFor()
    await act('Cancel the task', 'Cancel the task', 'asked by telephone')
    await page.getByText(/CANCELLED: by an operator \(.+: asked by telephone\)/).waitFor()
    expect((await account.call('GET', `/api/v1/tasks/${retryId}`)).body.status).toBe('CANCELLED')

    await page.goto('/admin#/service')
    await heading('Service')
    await act('Resume the engine studio', 'Resume', 'it is in')
    await orderIs(200)
    await page.goto('/admin#/audit')
    await heading('Audit')
    const actions = await page.locator('tbody tr td:nth-child(3)').allTextContents()
    expect(actions.slice(0, 6)).toEqual([
      'resume-engine',
      'cancel-task',
      'retry-task',
      'pause-engine',
      'resume-product',
      'pause-product',
    ])
    expect(errors).toEqual([])
  })
})
