// A batch that can be run again: it never pays twice for a prompt, and saves only what is missing.
//   node batch.ts prompts.txt results     one prompt a line, one file a prompt
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InsufficientBalanceError, Mediagen } from '@mediagen/sdk'

const [promptsFile = 'prompts.txt', folder = 'results'] = process.argv.slice(2)
const prompts = (await readFile(promptsFile, 'utf8')).split('\n').filter((line) => line.trim() !== '')
await mkdir(folder, { recursive: true })

// #region batch
/** How many tasks are under way at a time: more of them only wait in the queue of the service. */
const underWayMax = 100

const client = new Mediagen()
const waiting = [...prompts.entries()].filter(([index]) => !existsSync(fileOf(index)))
const failures: string[] = []

/** Takes the next prompt until there is none. */
async function worker(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [index, prompt] = next
    try {
      // The key is derived from the prompt: a second run of the batch gets the same task.
      const generation = await client.images.generate({ prompt }, { dedupe: 'content', maxCost: '0.05' })
      await (await generation.wait()).saveTo(fileOf(index))
    } catch (error) {
      // Without money, every other prompt would be refused as well.
      if (error instanceof InsufficientBalanceError) waiting.length = 0
      failures.push(`${prompt}: ${error}`)
    }
  }
}

await Promise.all(Array.from({ length: underWayMax }, worker))
// #endregion batch

for (const failure of failures) console.error(failure)
console.log(`${prompts.length - failures.length} of ${prompts.length} are in ${folder}`)
process.exitCode = failures.length === 0 ? 0 : 1

function fileOf(index: number): string {
  return join(folder, `${String(index + 1).padStart(4, '0')}.png`)
}
