import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage } from '../support/browser.ts'
import { findTraces, plantCustomer } from '../support/customer.ts'
import { openTestService } from '../support/service.ts'

const timeout = 60_000
const adminToken = randomBytes(24).toString('hex')

describeInBrowser("the operator's page for the data of an account", () => {
  let service: Awaited<ReturnType<typeof openTestService>>
  beforeAll(async () => {
    service = await openTestService({ environment: { ADMIN_TOKEN: adminToken } })
  })
  afterAll(() => service.close())

  test('asks for the id before it deletes, and shows a receipt that can be downloaded', {
    timeout,
  }, async () => {
    const { accountId, marks } = await plantCustomer(service, 'leaver')
    const watched = await openPage(service.baseUrl)
    onTestFinished(() => watched.close())
    const { page } = watched
    await page.goto('/admin')
    await page.getByLabel('Admin token').fill(adminToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const open = async (heading = 'Delete all data') => {
      await page.goto('/admin#/accounts')
      await page.goto(`/admin#/accounts/${accountId}`)
      await page.getByRole('heading', { name: heading }).waitFor()
    }
    await open('Close the account')
    expect(await page.getByRole('form', { name: 'Delete its data' }).count()).toBe(0)

    await createAdministration(service.database).closeAccount({ accountId })
    await open()
    const form = page.getByRole('form', { name: 'Delete its data' })
    await form.waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await form.getByLabel('To delete, type the id of the account').fill('another')
    await form.getByRole('button', { name: 'Delete its data' }).click()
    expect((await findTraces(service, marks)).length).toBeGreaterThan(0)
    await form.getByLabel('To delete, type the id of the account').fill(accountId)
    await form.getByRole('button', { name: 'Delete its data' }).click()

    await page.getByText('Receipt: the data of this account is deleted.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the receipt' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`deletion-${accountId}.json`)
    const receipt = JSON.parse(await readFile((await download.path()) ?? '', 'utf8'))
    expect(receipt).toMatchObject({ accountId, deleted: { uploads: { count: 4 }, tasksScrubbed: 3 } })
    expect(receipt.endedAt).not.toBeNull()
    expect(await findTraces(service, marks)).toEqual([])
    expect(await seriousViolations(page)).toEqual([])
    await open()
    await page.getByText('Receipt: the data of this account is deleted.').waitFor()
    expect([watched.errors, watched.outsideRequests]).toEqual([[], []])
  })
})
