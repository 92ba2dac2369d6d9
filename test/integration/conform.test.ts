import { expect, test } from 'vitest'
import { readContract } from '../../openapi/checks/contract.ts'
import { conform } from '../../openapi/codegen/src/conform/conform.ts'
import { reportText } from '../../openapi/codegen/src/conform/report.ts'
import { mediaScenario } from '../../openapi/conform/media-scenario.ts'
import { startTestService, type TestService } from '../support/service.ts'

const seed = 7

/** The test controls time: a rate limit passes, and the queue runs, while the command would wait. */
function waitIn(service: TestService) {
  return async (seconds: number) => {
    service.advance(seconds * 1000)
    await service.runQueue()
  }
}

/** Runs conform on a separate service, whose account has 10 USD. */
async function runConform({ withGenerations }: { withGenerations: boolean }) {
  const service = await startTestService()
  const account = await service.createAccount('10.00')
  const said: string[] = []
  const report = await conform({
    document: readContract(),
    baseUrl: service.baseUrl,
    apiKey: account.apiKey,
    seed,
    requests: 150,
    readOnly: false,
    scenario: mediaScenario({ withGenerations, patience: { pollSeconds: 1, finishSecondsMax: 10 } }),
    wait: waitIn(service),
    say: (line) => said.push(line),
  })
  return { service, account, said, report }
}

test('conform finds no violation in the service, and completes every flow', async () => {
  const { service, account, said, report } = await runConform({ withGenerations: true })
  expect(reportText(report, { seed })).not.toContain('BREACH')
  expect(report.remarks).toEqual([])
  expect(report.unimplemented).toEqual([])
  expect(said).toEqual([expect.stringMatching(/^Starts 4 generations .* at most \d+\.\d\d+ USD/)])
  // Responses that need an outage, a slow client, or an empty or full account cannot be caused from outside.
  const fromInside = [402, 403, 408, 409, 429, 500, 503]
  expect(report.unseen.filter((response) => !fromInside.includes(Number(response.split(' ')[1])))).toEqual([])
  expect(report.unseen).not.toContain('generateImage 409')
  const { reserved } = await account.money()
  expect(reserved).toBe('0.00')
  await service.expectBooksToAgree()
})

test('conform without generations creates no task, spends nothing, and lists the responses that it could not observe', async () => {
  const { service, account, said, report } = await runConform({ withGenerations: false })
  expect(said).toEqual(['Costs nothing: every generation asked for is one that the contract rejects.'])
  const tasks = await service.database.read((db) => db.selectFrom('tasks').select('id').execute())
  expect(tasks).toEqual([])
  expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })

  const text = reportText(report, { seed })
  expect(text).not.toContain('BREACH')
  const [, unseen = ''] = text.split('Documented, and not seen from outside:\n')
  for (const operation of ['generateImage', 'transformImage', 'generateVideo', 'transformVideo', 'getTask'])
    expect(unseen).toMatch(new RegExp(`^ {2}${operation} 200 `, 'm'))
  expect(unseen).toMatch(/^ {2}cancelTask 200 403 409 /m)
  // Everything else is tested as usual: an upload costs nothing.
  expect(unseen).not.toMatch(/^ {2}(completeUpload|listEffects|getPricing) 200/m)
})
