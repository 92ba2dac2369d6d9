import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeInBrowser, openPage } from '../../../test/support/browser.js'
import { findReact, type MockedSite, startMockedSite } from './site.js'

const photo = fileURLToPath(new URL('../../../examples/basics/photo.jpg', import.meta.url))

describeInBrowser('the hooks in a real browser, behind the proxy, in StrictMode', () => {
  describe.each([
    ['18', 'test'],
    ['19', 'sdk'],
  ])('with React %s', (version, workspace) => {
    let site: MockedSite
    beforeAll(async () => {
      site = await startMockedSite(findReact(workspace))
    })
    afterAll(() => site?.close())

    /** Opens the page anew, and counts from here what the service gets. */
    async function visit(query = '') {
      const { mock, url } = site
      const watched = await openPage(url, { alsoReached: [mock.url] })
      const before = { tasks: mock.service.taskCount(), orders: site.orders.length }
      await watched.page.goto(`${url}/${query}`)
      const { page } = watched
      /** Until an output shows a text that matches. */
      const until = (id: string, text: string) =>
        page.locator(`#${id}`, { hasText: new RegExp(`^${text}$`) }).waitFor()
      return {
        ...watched,
        until,
        [Symbol.asyncDispose]: watched.close,
        tasks: () => mock.service.taskCount() - before.tasks,
        keys: () => site.orders.slice(before.orders),
      }
    }

    test('is the version that it is said to be', async () => {
      const { version: found } = createRequire(import.meta.url)(`${findReact(workspace).react}/package.json`)
      expect(found).toMatch(RegExp(`^${version}\\.`))
    })

    test('an order goes to its image, its cost and the new balance', async () => {
      await using visited = await visit()
      const { page, until, keys, tasks, errors, outsideRequests } = visited
      await until('state', 'idle')
      await until('balance', '\\d+\\.\\d\\d')
      const balance = Number(await page.textContent('#balance'))
      await page.click('#submit')
      await until('progress', 'Done')
      await until('width', '[1-9]\\d*')
      await until('cost', '0.02 charged')
      await until('balance', (balance - 0.02).toFixed(2))
      expect({ tasks: tasks(), keys: keys().length, errors, outsideRequests }).toEqual({
        tasks: 1,
        keys: 1,
        errors: [],
        outsideRequests: [],
      })
    })

    test('an order of an effect that StrictMode runs twice is made once', async () => {
      await using visited = await visit('?auto')
      await visited.until('progress', 'Done')
      expect([visited.tasks(), visited.keys().length]).toEqual([1, 1])
    })

    test('a double click orders once, and so does one more before the end', async () => {
      await using visited = await visit('?prompt=waits')
      const { page, until, tasks } = visited
      await page.dblclick('#submit')
      await until('state', 'waiting')
      await page.click('#submit')
      await page.click('#cancel')
      await until('state', 'cancelled')
      expect(tasks()).toBe(1)
    })

    test('unmounting ends the polls and not the task; mounting again shows where it is', async () => {
      await using visited = await visit('?prompt=waits')
      const { page, until, tasks } = visited
      await page.click('#submit')
      await until('state', 'waiting')
      await expect.poll(site.openPolls).toHaveLength(1)
      await page.click('#toggle')
      await expect.poll(site.openPolls).toHaveLength(0)
      await page.click('#toggle')
      await until('state', 'waiting')
      await page.click('#cancel')
      await until('state', 'cancelled')
      await until('cost', '0.02 refunded')
      expect(tasks()).toBe(1)
    })

    test('what a server rendered is hydrated without a difference, then shows what is stored', async () => {
      expect(site.hello).toContain('idle idle idle undefined')
      await using visited = await visit()
      await visited.page.click('#submit')
      await visited.until('progress', 'Done')
      await visited.page.goto(`${site.url}/?hydrate`)
      await visited.until('hello', 'succeeded failed idle \\d+\\.\\d\\d')
      expect(visited.errors.filter((text) => !text.includes('404'))).toEqual([])
    })

    // What follows is not React's: what is stored, read again and uploaded.
    if (version !== '19') return

    test('a reload continues the task, and one after its end shows the result again', async () => {
      await using visited = await visit('?prompt=slow')
      const { page, until, tasks } = visited
      await page.click('#submit')
      // Not its state, which a busy browser may show for too short a time.
      await until('task', '.+')
      const taskId = await page.textContent('#task')
      await page.reload()
      await until('progress', 'Done')
      await page.reload()
      await until('progress', 'Done')
      await until('width', '[1-9]\\d*')
      expect([tasks(), await page.textContent('#task')]).toEqual([1, taskId])
      await page.click('#reset')
      await page.reload()
      await until('state', 'idle')
    })

    test('an order whose response is lost is found by a reload, under its key: one task', async () => {
      await using visited = await visit()
      const { page, until, tasks, keys } = visited
      site.loseResponses(true)
      await page.click('#submit')
      await until('error', 'SubmitAmbiguousError')
      await until('progress', 'Not known whether it was accepted')
      site.loseResponses(false)
      await page.reload()
      await until('progress', 'Done')
      expect([tasks(), new Set(keys()).size]).toEqual([1, 1])
    })

    test('a list follows tasks of earlier visits by their ids', async () => {
      await using ordered = await visit()
      await ordered.page.click('#submit')
      await ordered.until('progress', 'Done')
      const taskId = await ordered.page.textContent('#task')
      await using visited = await visit(`?list=${encodeURIComponent(taskId ?? '')}`)
      await visited.page.locator('li', { hasText: 'Done 0.02' }).waitFor()
      expect(visited.errors).toEqual([])
    })

    test('a list of orders survives a reload, each with what the page keeps beside it', async () => {
      await using visited = await visit('?orders')
      const { page, tasks, errors } = visited
      const row = (text: string) => page.locator('ol li', { hasText: text })
      await page.click('text=Order waits')
      await page.click('text=Order a fox')
      await row('of a fox: Done charged').waitFor()
      await row('of waits: Waiting to start reserved').waitFor()
      await page.reload()
      await row('of a fox: Done charged').waitFor()
      await row('of waits').locator('text=Cancel').click()
      await row('of waits: Cancelled refunded').waitFor()
      await row('of a fox').locator('text=Remove').click()
      await page.reload()
      await row('of waits: Cancelled refunded').waitFor()
      expect({ rows: await page.locator('ol li').count(), tasks: tasks(), errors }).toEqual({
        rows: 1,
        tasks: 2,
        errors: [],
      })
    })

    test('a photo is uploaded and restyled', async () => {
      await using visited = await visit('?photo')
      const { page, until, errors } = visited
      await page.setInputFiles('input[type=file]', photo)
      await until('upload', 'ready 100')
      await page.click('#restyle')
      await until('width', '96')
      expect(errors).toEqual([])
    })
  })
})
