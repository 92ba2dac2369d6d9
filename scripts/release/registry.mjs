// @ts-check
import { spawnSync } from 'node:child_process'
import { npmProgram } from '../set-up/dependencies.mjs'
import { SetUpError } from '../set-up/project.mjs'

/**
 * What the registry says of a published version; undefined if it has none.
 * @param {string} name
 * @param {string} version
 * @returns {{ dist: { integrity: string }, repository?: { url: string } } | undefined}
 */
export function findPublished(name, version) {
  const { program, first } = npmProgram()
  const view = spawnSync(program, [...first, 'view', `${name}@${version}`, '--json', '--prefer-online'], {
    encoding: 'utf8',
  })
  if (view.status === 0) return view.stdout.trim() === '' ? undefined : JSON.parse(view.stdout)
  if (view.stdout.includes('E404') || view.stderr.includes('E404')) return undefined
  throw new SetUpError(`the registry does not say whether ${name}@${version} is published:\n${view.stderr}`)
}
