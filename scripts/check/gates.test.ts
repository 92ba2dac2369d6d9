import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../set-up/project.mjs'
import { contractTests } from './gates.mjs'

test('every test of a list that a change of the contract must reach exists', () => {
  expect(contractTests.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([])
})
