/** Judges the server that it is copied beside, and prints the verdicts: `planted.ts WHERE SEED DURATION_MS`. */
import { simulate } from '../simulation/service/simulate.ts'
import { checkerNames } from './judge.ts'
import { runHistory } from './run.ts'
import { databaseNames } from './service.ts'

const [, , where, seed, durationMs] = process.argv
process.stdout.write(JSON.stringify(await verdicts()))

async function verdicts() {
  const database = databaseNames.find((name) => name === where)
  if (database !== undefined)
    return (await runHistory({ database, durationMs: Number(durationMs), seed: Number(seed) })).verdicts
  const violation = await simulate({ seed: Number(seed), episodes: 40, minimises: false })
  return violation?.verdicts ?? Object.fromEntries(checkerNames.map((name) => [name, []]))
}
