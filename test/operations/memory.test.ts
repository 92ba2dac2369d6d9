import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const numberIn = (text: string, pattern: RegExp): number => {
  const [, found] = pattern.exec(text) ?? []
  if (found === undefined) throw new Error(`Nothing matches ${pattern}.`)
  return Number(found)
}

const limits = read('docs/engines/limits.md').replaceAll(/\s+/g, ' ')
const formula = {
  process: numberIn(limits, /runs tasks\*\*: (\d+) MB \+ \d+ MB \+ `WORKER_CONCURRENCY` ×/),
  images: numberIn(limits, /runs tasks\*\*: \d+ MB \+ (\d+) MB \+ `WORKER_CONCURRENCY` ×/),
  studio: numberIn(limits, /A task takes (\d+) MB in the studio/),
  json: numberIn(limits, /results within JSON have up to (\d+) MB/),
}
const gibibyteMb = 1024 ** 3 / 1_000_000

const compose = parse(read('examples/self-host/compose.yaml'), { merge: true }).services.worker
const worker = parseAllDocuments(read('examples/kubernetes/worker.yaml'))
  .map((document) => document.toJS())
  .find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0]

test.each([
  {
    name: 'self-host',
    slots: numberIn(read('examples/self-host/.env.example'), /^WORKER_CONCURRENCY=(\d+)$/m),
    gibibytes: numberIn(compose.deploy.resources.limits.memory, /^(\d+)G$/),
    taskMb: formula.studio,
  },
  {
    name: 'kubernetes',
    slots: Number(worker.env.find(({ name }: { name: string }) => name === 'WORKER_CONCURRENCY').value),
    gibibytes: numberIn(worker.resources.limits.memory, /^(\d+)Gi$/),
    taskMb: formula.studio,
  },
  {
    name: 'two-machines',
    slots: numberIn(read('examples/two-machines/worker.env'), /^WORKER_CONCURRENCY=(\d+)$/m),
    gibibytes: numberIn(read('examples/two-machines/mediagen@.service'), /^MemoryMax=(\d+)G$/m),
    taskMb: 2 * formula.json,
  },
  {
    name: 'single-host',
    slots: 2,
    gibibytes: numberIn(read('examples/single-host/mediagen.service'), /^MemoryMax=(\d+)G$/m),
    taskMb: formula.studio,
  },
])('the workers of the example $name have the memory of the formula in docs/engines/limits.md', (example) => {
  const needed = formula.process + formula.images + example.slots * example.taskMb
  expect(needed).toBeLessThanOrEqual(example.gibibytes * gibibyteMb)
})
