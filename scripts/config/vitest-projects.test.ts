import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from '../check/project-files.ts'
import { allProjects } from './vitest-projects.ts'

test('every test file belongs to a project of the test suite', () => {
  const patterns = allProjects.flatMap(({ include }) => include)
  const files = projectFiles(/\.test\.ts$/)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([])
})

test('no test file is run by two commands', () => {
  const suitesOf = (file: string) =>
    new Set(
      allProjects
        .filter(({ include }) => include.some((pattern) => matchesGlob(file, pattern)))
        .map(({ suite = 'test' }) => suite),
    )
  const files = projectFiles(/\.test\.ts$/)
  expect(files.filter((file) => suitesOf(file).size > 1)).toEqual([])
})
