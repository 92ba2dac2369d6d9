// What the processes hold in memory after a million requests, and how soon they are ready. Run it with
// `npm run bench -- memory`; `--requests=N` makes it another number.
import { createBenchDatabase, generationRequest, pollRequest, taskIdOf } from './support/bench-database.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, median } from './support/figures.ts'
import { pick } from './support/load.ts'
import { startCommand, startNoEngineService } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { openClients } from './support/raw-http-client.ts'
import { createReport, under } from './support/report.ts'

const given = process.argv.find((argument) => argument.startsWith('--requests='))?.split('=')[1]
const requests = given === undefined ? sized(1_000_000, 5_000) : Number(given)
/**
 * One request in so many is a generation, the others poll. Those beyond the limit of 60 a minute are
 * rejected, as in life.
 */
const pollsEach = 20
const clientCount = 32
const residentMbMax = 250
const readyMsMax = 1_000
const starts = sized(5, 2)

const report = createReport('memory')
await using mysql = await startBenchMysql()
await using database = await createBenchDatabase(mysql, 'memory_bench')
const { url, accounts } = database
// One that no other process gives work to: the engine of the whole worker would render it.
await using idle = await createBenchDatabase(mysql, 'memory_idle', 1)

async function measureReadiness(): Promise<void> {
  for (const command of ['api', 'worker'] as const) {
    const readyMs: number[] = []
    for (let start = 0; start < starts; start += 1) {
      await using running = await startCommand(command, { databaseUrl: url })
      readyMs.push(running.readyMs)
    }
    report.add({
      what: `mediagen ${command}, from its start to ready`,
      measured: `${formatNumber(median(readyMs))} ms`,
      promised: under(median(readyMs), readyMsMax, ' ms'),
    })
  }
}

async function measureMemory(): Promise<void> {
  await using api = await startCommand('api', { databaseUrl: url })
  await using worker = await startNoEngineService('worker', { databaseUrl: url })
  await using wholeWorker = await startCommand('worker', { databaseUrl: idle.url })
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
        const response = await client.send(generationRequest(account), [200, 429])
        if (response.startsWith('HTTP/1.1 200')) poll = pollRequest({ account, taskId: taskIdOf(response) })
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  for (const [name, running] of [
    ['mediagen-server api', api],
    ['a worker, over an engine that responds at once', worker],
    ['mediagen-server worker with its jobs, idle for as long', wholeWorker],
  ] as const) {
    const residentMb = running.residentMb()
    report.add({
      what: `resident memory of ${name} after ${formatNumber(sent)} requests in ${formatNumber(seconds)} s`,
      measured: `${formatNumber(residentMb)} MB`,
      promised: under(residentMb, residentMbMax, ' MB'),
    })
  }
  for (const client of clients) client.close()
}

await measureReadiness()
await measureMemory()
report.write([mysql.version])
