// Makes an image of each line of a file. Run it again after a crash, or with more lines: it goes on.
//   node batch.ts prompts.txt FOLDER
import { createHash } from 'node:crypto'
import { access, appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CallOptions,
  Mediagen,
  TaskCancelledError,
  TaskFailedError,
  type TaskHandle,
} from '@mediagen/sdk'

interface Job {
  readonly prompt: string
  readonly path: string
}

const [file, folder] = process.argv.slice(2)
if (!file || !folder) throw new Error('Usage: node batch.ts PROMPTS.txt FOLDER')

await mkdir(folder, { recursive: true })
const journal = join(folder, 'tasks.jsonl')
const tasks = await readJournal()
const prompts = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim())
const jobs: readonly Job[] = prompts
  .map((prompt, index) => ({ prompt, path: join(folder, `${String(index + 1).padStart(5, '0')}.png`) }))
  .filter(({ prompt }) => prompt !== '')

// #region batch
const client = new Mediagen({
  hooks: {
    onRateLimit: ({ waiting, waitMs }) =>
      console.log(`Rate limit: ${waiting} wait, the first ${Math.ceil(waitMs / 1000)} s`),
  },
})

// A hundred at a time; more would only wait in the service. The client keeps to 60 submits a minute by itself.
const outcomes = await client.generateMany(await missing(), order, { each: save })
const failures = outcomes.filter(({ status }) => status !== 'succeeded')
for (const { input, error } of failures) {
  console.error(`${input.path}: ${error instanceof Error ? error.message : error}`)
}

/** The task of an earlier run, or a new one. */
async function order({ prompt, path }: Job, call: Pick<CallOptions, 'signal'>): Promise<TaskHandle> {
  const job = jobIdOf({ prompt, path })
  const { taskId, failures } = tasks.get(job) ?? { failures: 0 }
  if (taskId !== undefined) return client.tasks.resume(taskId)
  // A task that failed keeps its key: another attempt has another one.
  const key = `batch-${job}-${failures}`
  const generation = await client.images.generate(
    { prompt },
    { ...call, idempotencyKey: key, maxCost: '0.05' },
  )
  // A crash before the next line repeats this submit, and the key makes it the same task. The service
  // remembers keys for a day; the journal remembers tasks for ever.
  await note({ job, taskId: generation.id })
  return generation
}

/** Written under another name first, so a file that is there is whole. */
async function save(task: TaskHandle, job: Job): Promise<void> {
  try {
    const result = await task.wait()
    console.log(`Saved ${await result.saveTo(job.path)}`)
  } catch (error) {
    const isOver = error instanceof TaskFailedError || error instanceof TaskCancelledError
    if (isOver) await note({ job: jobIdOf(job), failed: task.id })
    throw error
  }
}
// #endregion batch

console.log(failures.length === 0 ? 'All there' : `${failures.length} failed: run it again`)
process.exitCode = failures.length === 0 ? 0 : 1

function jobIdOf({ prompt, path }: Job): string {
  return createHash('sha256').update(`${path}\n${prompt}`).digest('hex')
}

interface Entry {
  readonly job: string
  /** The task that was accepted for it. */
  readonly taskId?: string
  /** The task that came to nothing, and was refunded. */
  readonly failed?: string
}

async function note(entry: Entry): Promise<void> {
  await appendFile(journal, `${JSON.stringify(entry)}\n`)
}

/** What came of each job in earlier runs; the last line may be torn by a crash. */
async function readJournal(): Promise<Map<string, { taskId?: string | undefined; failures: number }>> {
  const text = await readFile(journal, 'utf8').catch(() => '')
  const lines = text.split('\n').slice(0, -1)
  if (!text.endsWith('\n') && text !== '') await appendFile(journal, '\n')
  const found = new Map<string, { taskId?: string | undefined; failures: number }>()
  for (const { job, taskId, failed } of lines.flatMap(readLine)) {
    const failures = (found.get(job)?.failures ?? 0) + (failed === undefined ? 0 : 1)
    found.set(job, { taskId, failures })
  }
  return found
}

function readLine(line: string): Entry[] {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}

/** The jobs without a file. */
async function missing(): Promise<Job[]> {
  const found = await Promise.all(
    jobs.map(({ path }) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  )
  return jobs.filter((_, index) => !found[index])
}
