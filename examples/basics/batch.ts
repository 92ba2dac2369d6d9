// A batch that can be rerun: it is never charged twice for a prompt, and saves only missing results.
//   node batch.ts prompts.txt results     one prompt per line, one file per prompt
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InsufficientBalanceError, Mediagen } from '@mediagen/sdk'

const [promptsFile = 'prompts.txt', folder = 'results'] = process.argv.slice(2)
const prompts = (await readFile(promptsFile, 'utf8')).split('\n').filter((line) => line.trim() !== '')
await mkdir(folder, { recursive: true })

// #region batch
/** How many tasks are in progress at a time; more would only wait in the service's queue. */
const underWayMax = 100

const client = new Mediagen()
const waiting = [...prompts.entries()].filter(([index]) => !existsSync(fileOf(index)))
const failures: string[] = []

/** Processes prompts until none is left. */
async function worker(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, prompt] = next
    try {
      // The key is derived from the prompt: a second run of the batch gets the same task.
      const generation = await client.images.generate({ prompt }, { dedupe: 'content', maxCost: '0.05' })
      await (await generation.wait()).saveTo(fileOf(index))
    } catch (error) {
      // With no balance left, every other prompt would be refused as well.
      if (error instanceof InsufficientBalanceError) waiting.length = 0
      failures.push(`${prompt}: ${error}`)
    }
  }
}

await Promise.all(Array.from({ length: underWayMax }, worker))
// #endregion batch

for (const failure of failures) console.error(failure)
console.log(`${prompts.length - failures.length} of ${prompts.length} saved in ${folder}`)
process.exitCode = failures.length === 0 ? 0 : 1

function fileOf(index: number): string {
  return join(folder, `${String(index + 1).padStart(4, '0')}.png`)
}
