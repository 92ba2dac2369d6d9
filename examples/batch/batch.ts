// Makes an image of each line of a file. Run it again after a crash, or with more lines: it goes on.
//   node batch.ts prompts.txt FOLDER
import { createHash } from 'node:crypto'
import { access, appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InsufficientBalanceError, Mediagen } from '@mediagen/sdk'

const [file, folder] = process.argv.slice(2)
if (!file || !folder) throw new Error('Usage: node batch.ts PROMPTS.txt FOLDER')

await mkdir(folder, { recursive: true })
const journal = join(folder, 'tasks.jsonl')
const tasks = await readJournal()
const prompts = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
const jobs = prompts
  .map((prompt, index) => ({ prompt, path: join(folder, `${String(index + 1).padStart(5, '0')}.png`) }))
  .filter(({ prompt }) => prompt !== '')
  .values()

// #region batch
/**
 * Tasks at one time; more would only wait in the service. The client keeps to 60 submits a minute by itself.
 */
const tasksMax = 100

const client = new Mediagen({
  hooks: {
    onRateLimit: ({ waiting, waitMs }) =>
      console.log(`Rate limit: ${waiting} wait, the first ${Math.ceil(waitMs / 1000)} s`),
  },
})
let failures = 0
let canPay = true
await Promise.all(
  Array.from({ length: tasksMax }, async () => {
    // The workers share one iterator: each takes the next job.
    for (const job of jobs) {
      if (!canPay) break
      await make(job).catch((error: unknown) => {
        failures += 1
        // With no balance left, every other prompt would be rejected as well.
        if (error instanceof InsufficientBalanceError) canPay = false
        console.error(`${job.path}: ${error instanceof Error ? error.message : error}`)
      })
    }
  }),
)

async function make({ prompt, path }: { prompt: string; path: string }): Promise<void> {
  if (await exists(path)) return
  const key = `batch-${createHash('sha256').update(`${path}\n${prompt}`).digest('hex')}`
  let taskId = tasks.get(key)
  if (taskId === undefined) {
    // A crash before the next line repeats this submit, and the key makes it the same task. The service
    // remembers keys for a day; the journal remembers tasks for ever.
    taskId = (await client.images.generate({ prompt }, { idempotencyKey: key, maxCost: '0.05' })).id
    await appendFile(journal, `${JSON.stringify({ key, taskId })}\n`)
  }
  const result = await client.tasks.wait(taskId)
  // Written under another name first, so a file that is there is whole.
  console.log(`Saved ${await result.saveTo(path)}`)
}
// #endregion batch

console.log(failures === 0 ? 'All there' : `${failures} failed: run it again`)
process.exitCode = failures === 0 ? 0 : 1

/** The tasks of earlier runs, by key; the last line may be torn by a crash. */
async function readJournal(): Promise<Map<string, string>> {
  const text = await readFile(journal, 'utf8').catch(() => '')
  const lines = text.split('\n').slice(0, -1)
  if (!text.endsWith('\n') && text !== '') await appendFile(journal, '\n')
  return new Map(lines.flatMap((line) => readLine(line)))
}

function readLine(line: string): [string, string][] {
  try {
    const { key, taskId } = JSON.parse(line)
    return [[String(key), String(taskId)]]
  } catch {
    return []
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
