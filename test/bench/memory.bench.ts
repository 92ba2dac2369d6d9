// What the processes hold in memory after a million requests, and how soon they are ready. Run it with
// `npm run bench -- memory`; `--requests=N` makes it another number.
import { startCommand, startNoEngineService } from './support/api-process.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import {
  createBenchDatabase,
  generationRequest,
  pick,
  pollRequest,
  taskIdOf,
} from './support/bench-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { createReport } from './support/report.ts'

const given = process.argv.find((argument) => argument.startsWith('--requests='))?.split('=')[1]
const requests = given === undefined ? sized(1_000_000, 5_000) : Number(given)
/**
 * One request in so many is a generation, the others poll. Those beyond the limit of 60 a minute are refused,
 * as in life.
 */
const pollsEach = 20
const clientCount = 32
const residentMbMax = 160
const readyMsMax = 1_000
const starts = sized(5, 2)

const report = createReport('memory')
const mysql = await startBenchMysql()
const { url, database, accounts } = await createBenchDatabase(mysql, 'memory_bench')

async function measureReadiness(): Promise<void> {
  for (const command of ['api', 'worker'] as const) {
    const readyMs: number[] = []
    for (let start = 0; start < starts; start += 1) {
      const running = await startCommand(command, { databaseUrl: url })
      readyMs.push(running.readyMs)
      await running.stop()
    }
    report.add({
      what: `mediagen ${command}, from its start to ready`,
      measured: `${formatNumber(median(readyMs))} ms`,
      promised: { text: `under ${readyMsMax} ms`, isMet: median(readyMs) < readyMsMax },
    })
  }
}

async function measureMemory(): Promise<void> {
  const api = await startCommand('api', { databaseUrl: url })
  const worker = await startNoEngineService('worker', { databaseUrl: url })
  const wholeWorker = await startCommand('worker', { databaseUrl: (await idleDatabase()).href })
  const clients = await openClients(api.port, clientCount)
  const startedAt = performance.now()
  let sent = 0
  await Promise.all(
    clients.map(async (client, index) => {
      let poll: Buffer | undefined
      for (let turn = 0; sent < requests; turn += 1) {
        sent += 1
        if (turn % pollsEach > 0 && poll !== undefined) {
          await client.send(poll, 200)
          continue
        }
        const account = pick(accounts, index, turn)
        const answer = await client.send(generationRequest(account), [200, 429])
        if (answer.startsWith('HTTP/1.1 200')) poll = pollRequest(account, taskIdOf(answer))
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const rows = [
    ['mediagen api', api],
    ['a worker, over an engine that answers at once', worker],
    ['mediagen worker with its jobs, idle for as long', wholeWorker],
  ] as const
  for (const [name, running] of rows) {
    const residentMb = running.residentMb()
    report.add({
      what: `resident memory of ${name} after ${formatNumber(sent)} requests in ${formatNumber(seconds)} s`,
      measured: `${formatNumber(residentMb)} MB`,
      promised: { text: `under ${residentMbMax} MB`, isMet: residentMb < residentMbMax },
    })
  }
  for (const client of clients) client.close()
  for (const [, running] of rows) await running.stop()
}

/** One that no other process gives work to: the engine of the whole worker would render it. */
async function idleDatabase(): Promise<URL> {
  const other = await createBenchDatabase(mysql, 'memory_idle', 1)
  await other.database.close()
  return new URL(other.url)
}

try {
  await measureReadiness()
  await measureMemory()
  report.write([mysql.version])
} finally {
  await database.close()
  await mysql.stop()
}
