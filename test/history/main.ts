import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { writeHistory } from './history.ts'
import { runHistory } from './run.ts'
import type { DatabaseName } from './service.ts'

const { values } = parseArgs({
  options: {
    database: { type: 'string', multiple: true, default: ['sqlite', 'mysql'] },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
})
let failed = false
await mkdir('out/histories', { recursive: true })
for (const database of values.database as DatabaseName[]) {
  const seed = Number(values.seed)
  const { lines, verdicts, stuck, figures } = await runHistory({
    database,
    durationMs: Number(values.seconds) * 1000,
    seed,
  })
  await writeHistory(`out/histories/${database}.json`, lines)
  console.log(`\n${database}, seed ${seed}`)
  for (const [name, value] of figures) console.log(`  ${name.padEnd(40)} ${value}`)
  for (const [checker, errors] of Object.entries({ ...verdicts, liveness: stuck })) {
    if (errors.length > 0) failed = true
    console.log(`  ${checker.padEnd(40)} ${errors.length === 0 ? 'holds' : `${errors.length} violations`}`)
    for (const error of errors.slice(0, 5)) console.log(`    ${error.slice(0, 600)}`)
  }
}
process.exitCode = failed ? 1 : 0
