import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../set-up/project.mjs'
import { contractTests, gateStages } from './gates.mjs'
import { stagesWith } from './run-gates.mjs'

test('every test of a list that a change of the contract must reach exists', () => {
  expect(contractTests.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})

test('gates are chosen by words of their names, and stay in their stages', () => {
  const names = (words: string[]) => stagesWith(words).map((stage) => stage.map(({ name }) => name))
  expect(names(['lint', 'build'])).toEqual([['code lint', 'contract lint'], ['build'], []])
  expect(stagesWith([])).toEqual(gateStages)
  expect(() => stagesWith(['types', 'nothing'])).toThrow('no gate has nothing in its name')
})

test('npm run lint and npm run typecheck name gates that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  for (const name of ['lint', 'typecheck']) {
    const [, words = ''] = /^node scripts\/run\.mjs check (.+)$/.exec(scripts[name]) ?? []
    expect(stagesWith(words.split(' ')).flat()).not.toEqual([])
  }
})
