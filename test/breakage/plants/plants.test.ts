import { expect, test } from 'vitest'
import { readModules } from '../../support/server-modules.ts'
import { plantChanges } from './plant-changes.ts'
import { plantCode } from './plant-code.ts'
import { plants } from './plants.ts'

const modules = readModules()

test.for(plants)('the plant $name has its place in the code of the server', ({ name }) => {
  const planted = plantCode(modules, name, plantChanges[name])
  expect([...planted].filter(([path, text]) => text === modules.get(path))).toEqual([])
})
