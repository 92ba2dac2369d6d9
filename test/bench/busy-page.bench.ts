// How long the calls of a page take that follows 20 tasks: in Chromium over HTTP/1.1, behind the SDK's proxy,
// on a service whose tasks wait for a worker that never comes. Run it with `npm run bench -- busy-page`.
import { chromium } from 'playwright-core'
import { askMeanwhile, followedMax, followMany } from '../../sdk/test/react/busy-page.ts'
import { findReact, startReactSite } from '../../sdk/test/react/site.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, percentile } from './support/figures.ts'
import { startCommand } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { atMost, createReport, under } from './support/report.ts'

/** Fewer than the service accepts of an account in a minute, with those that are followed. */
const rounds = sized(30, 3)
const callMsMax = 300
const connectionsMax = 2

const report = createReport('busy-page')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'busy_page_bench', 1)
await using api = await startCommand('api', { databaseUrl: database.url })
const site = await startReactSite(findReact('sdk'), {
  apiKey: database.accounts[0]?.apiKey ?? '',
  baseUrl: `http://127.0.0.1:${api.port}`,
})
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
try {
  const page = await browser.newPage()
  await followMany(site, page)
  for (let round = 0; round < rounds; round += 1) await askMeanwhile(page)
  const calls = {
    'a further order': '/images/generations',
    'account()': '/me',
    'cancel()': '/cancel',
  }
  for (const [call, end] of Object.entries(calls)) {
    // From when the page asks, with the time in which it waits for a connection.
    const tookMs: number[] = await page.evaluate(
      (end) =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name, duration }) => (name.endsWith(end) ? duration : [])),
      end,
    )
    const [p50, p95, most] = [percentile(tookMs, 0.5), percentile(tookMs, 0.95), Math.max(...tookMs)]
    report.add({
      what: `${call} of a page that follows ${followedMax} tasks`,
      measured: `p50 ${formatNumber(p50)} ms, p95 ${formatNumber(p95)} ms, longest of ${tookMs.length} ${formatNumber(most)} ms`,
      promised: under(most, callMsMax, ' ms', 'longest'),
    })
  }
  report.add({
    what: 'connections on which it waits',
    measured: String(site.openPollsMost()),
    promised: atMost(site.openPollsMost(), connectionsMax),
  })
  report.write([mysql.version, `Chromium ${browser.version()}`])
} finally {
  await browser.close()
  await site.close()
}
