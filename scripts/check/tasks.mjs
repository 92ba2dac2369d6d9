// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { turboArguments } from '../set-up/build.mjs'
import { projectRoot } from '../set-up/project.mjs'

/** The types of every package, and of what belongs to none. */
export const typeTasks = ['types', 'types:docs']

/**
 * The arguments for Node to run tasks of turbo.json, all of them even if one fails.
 * @param {readonly string[]} tasks
 * @param {readonly string[]} options
 */
export function checkArguments(tasks, options) {
  return turboArguments(tasks, ['--continue=always', '--concurrency=100%', ...options])
}

/** The names of turbo.json's tasks, those of single packages included. */
export function taskNames() {
  const names = Object.keys(readProjectFile('turbo.json').tasks)
  return [...new Set(names.map((name) => name.replace(/^.*#/, '')))]
}

/**
 * The results of the type checks that failed, from turbo's output, in which each line begins with its package and task.
 * The paths in them start at the root of the project.
 * @param {string} output
 * @returns {import('./change.mjs').StepResult[]}
 */
export function failedTypes(output) {
  const folders = packageFolders()
  /** @type {Map<string, string[]>} */
  const linesOf = new Map()
  for (const line of output.split('\n')) {
    const [, owner = '', task = '', text = ''] = /^(\S+?):(types(?::[\w-]+)?): ?(.*)$/.exec(line) ?? []
    if (owner === '') continue
    const folder = folders.get(owner)
    const name = folder === undefined ? task : `${task}: ${folder}`
    linesOf.set(name, [
      ...(linesOf.get(name) ?? []),
      text.replace(/^(?=\S+\(\d+,\d+\): error )/, folder === undefined ? '' : `${folder}/`),
    ])
  }
  return [...linesOf].map(([name, lines]) => ({ name, passed: false, output: lines.join('\n') }))
}

/** The folder of each package of this repository, by its name. */
function packageFolders() {
  /** @type {Record<string, { link?: boolean, resolved?: string }>} */
  const packages = readProjectFile('package-lock.json').packages
  return new Map(
    Object.entries(packages).flatMap(([path, { link, resolved }]) =>
      link === true && resolved !== undefined ? [[path.replace('node_modules/', ''), resolved]] : [],
    ),
  )
}

/** @param {string} path */
function readProjectFile(path) {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'))
}
