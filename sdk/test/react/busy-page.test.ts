import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage } from '../../../test/support/browser.js'
import { askMeanwhile, followMany } from './busy-page.js'
import { findReact, type MockedSite, startMockedSite } from './site.js'

describeInBrowser('a page that follows twenty tasks over HTTP/1.1', () => {
  let site: MockedSite
  beforeAll(async () => {
    site = await startMockedSite(findReact('sdk'))
  })
  afterAll(() => site?.close())

  test('orders, reads the balance and cancels while it waits for every one of them, by two connections at most', async () => {
    const { page, errors, close } = await openPage(site.url, { alsoReached: [site.mock.url] })
    try {
      const ids = await followMany(site, page)
      const followed = () => [...new Set(site.openPolls().flat())]
      await expect.poll(followed).toEqual(expect.arrayContaining(ids))
      await askMeanwhile(page)
      // None of the twenty has ended meanwhile, and each is still followed.
      await expect.poll(followed).toEqual(expect.arrayContaining(ids))
      expect(await page.locator('li', { hasText: 'Waiting to start' }).count()).toBe(ids.length)
      expect(site.openPollsMost()).toBeLessThanOrEqual(2)
      expect(errors).toEqual([])
    } finally {
      await close()
    }
  })
})
