/** Judges the server that its process has loaded, and prints the verdicts: `planted.ts WHERE SEED DURATION_MS`. */
import { simulate } from '../../simulation/service/simulate.ts'
import { runHistory } from '../scenarios/histories.ts'
import { databaseNames } from '../service/service.ts'

const episodesMax = 100

const [, , where, seed, durationMs] = process.argv
process.stdout.write(JSON.stringify(await verdicts()))

async function verdicts() {
  const withArchives = where === 'archive'
  const database = withArchives ? 'sqlite' : databaseNames.find((name) => name === where)
  if (database === undefined) {
    const violation = await simulate({ seed: Number(seed), episodes: episodesMax, minimises: false })
    return violation?.verdicts ?? {}
  }
  const options = {
    database,
    durationMs: Number(durationMs),
    seed: Number(seed),
    withFaults: false,
    withArchives,
  }
  return (await runHistory(options)).verdicts
}
