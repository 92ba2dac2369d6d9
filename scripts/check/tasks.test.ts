import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'
import { childEnvironment, projectRoot } from '../set-up/project.mjs'
import { contractTests } from './change.mjs'
import { checkArguments, failedTypes, taskNames, typeTasks } from './tasks.mjs'

interface Task {
  readonly taskId: string
  readonly command: string
  readonly directory: string
  readonly inputs: Readonly<Record<string, string>>
  readonly dependencies: readonly string[]
}

const run = (program: string, args: readonly string[], folder = projectRoot): string =>
  execFileSync(program, args, {
    cwd: folder,
    env: childEnvironment(),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const { tasks }: { tasks: readonly Task[] } = JSON.parse(
  run(process.execPath, checkArguments(['check'], ['--dry=json'])),
)

/** The tasks that a task waits for, and those that these wait for. */
function awaited(id: string, found = new Set<string>()): ReadonlySet<string> {
  for (const other of tasks.find(({ taskId }) => taskId === id)?.dependencies ?? []) {
    if (found.has(other)) continue
    found.add(other)
    awaited(other, found)
  }
  return found
}

/** The folders that the tasks write which a task waits for. */
function awaitedFolders(id: string): string[] {
  return [...awaited(id)]
    .filter((other) => other.endsWith('#build'))
    .map((other) => join(tasks.find(({ taskId }) => taskId === other)?.directory ?? '', 'dist'))
}

describe('a type check whose result is kept', () => {
  const compiled = tasks.filter(({ taskId, command }) => /#types/.test(taskId) && /\btsc\b/.test(command))

  test('is there for every package that has any TypeScript', () => {
    expect(compiled.length).toBeGreaterThan(10)
  })

  test.each(compiled)('$taskId runs again after a change of any file that the compiler reads', (task) => {
    const [program = '', ...args] = task.command.split(' ')
    const folder = join(projectRoot, task.directory)
    const inputs = new Set(Object.keys(task.inputs).map((path) => relative(projectRoot, join(folder, path))))
    const isKnown = (path: string) =>
      inputs.has(path) || awaitedFolders(task.taskId).some((one) => path.startsWith(`${one}${sep}`))
    const read = run(program, [...args, '--listFilesOnly'], folder)
      .trim()
      .split('\n')
      .filter((path) => !path.includes(`${sep}node_modules${sep}`))
      .map((path) => relative(projectRoot, path))
    expect(read.length).toBeGreaterThan(0)
    expect(read.filter((path) => !isKnown(path))).toEqual([])
  })
})

test('npm run check, lint, typecheck and change name tasks that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  const named = ['lint', 'typecheck'].flatMap((name) => scripts[name].split(' check ')[1].split(' '))
  expect(taskNames()).toEqual(expect.arrayContaining(['check', ...named, ...typeTasks]))
})

test('every test of a list that a change of the contract must reach exists', () => {
  expect(contractTests.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

test('what the type checks find is told by package, with paths from the root of the project', () => {
  const output = [
    '@mediagen/sdk:build: src/a.ts(1,1): error TS1: is told by the build',
    '@mediagen/sdk:types: src/a.ts(1,2): error TS2: a is missing',
    '@mediagen/sdk:types:   Property b is missing.',
    '//:types:docs: docs/c.ts(3,4): error TS3: c is missing',
    '@mediagen/server:types:look: out of memory',
  ].join('\n')
  expect(failedTypes(output)).toEqual([
    {
      name: 'types: sdk',
      passed: false,
      output: 'sdk/src/a.ts(1,2): error TS2: a is missing\n  Property b is missing.',
    },
    { name: 'types:docs', passed: false, output: 'docs/c.ts(3,4): error TS3: c is missing' },
    { name: 'types:look: server', passed: false, output: 'out of memory' },
  ])
})
