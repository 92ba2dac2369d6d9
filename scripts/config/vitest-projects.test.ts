import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../check/project-files.ts'
import { allProjects } from './vitest-projects.ts'

test('every test file is run by a project of the test suite', () => {
  const patterns = allProjects.flatMap(({ include }) => include)
  const files = projectFiles(/\.test\.ts$/)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
})
