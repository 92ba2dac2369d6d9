import { expect, test } from 'vitest'
import { conform } from '../../scripts/conform/conform.ts'
import { reportText } from '../../scripts/conform/report.ts'
import { startTestService } from '../support/service.ts'

const seed = 7

test('conform finds no breach in the service, and follows every way through it', {
  timeout: 120_000,
}, async () => {
  const service = await startTestService()
  const account = await service.createAccount('10.00')
  const said: string[] = []
  const report = await conform({
    baseUrl: service.baseUrl,
    apiKey: account.apiKey,
    seed,
    requests: 150,
    withGenerations: true,
    patience: { pollSeconds: 1, finishSecondsMax: 10 },
    // Time is the test's: a rate limit passes, and the queue runs, while the command would wait.
    wait: async (seconds) => {
      service.advance(seconds * 1000)
      await service.runQueue()
    },
    say: (line) => said.push(line),
  })
  expect(reportText(report, { seed })).not.toContain('BREACH')
  expect(report.remarks).toEqual([])
  expect(report.unimplemented).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^Starts 4 generations .* at most \d+\.\d\d+ USD/)])
  // What needs an outage, a slow client, an empty account or a full one cannot be had from outside.
  const fromInside = [402, 408, 409, 429, 500, 503]
  expect(report.unseen.filter((answer) => !fromInside.includes(Number(answer.split(' ')[1])))).toEqual([])
  expect(report.unseen).not.toContain('generateImage 409')
  const { reserved } = await account.money()
  expect(reserved).toBe('0.00')
  await service.expectBooksToAgree()
})
