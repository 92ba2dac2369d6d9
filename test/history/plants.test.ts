import { expect, test } from 'vitest'
import { print, reshape } from '../support/reshape.ts'
import { readModules } from '../support/server-modules.ts'
import { plantChanges } from './plant-changes.ts'
import { plantCode } from './plant-code.ts'
import { plants } from './plants.ts'

const modules = readModules()
const reshaped = reshape(modules)

test.for(plants)(
  'the plant $name makes the same fault of code that was renamed, moved and formatted anew',
  ({ name }) => {
    const planted = plantCode(modules, name, plantChanges[name])
    expect([...planted].filter(([path, text]) => text === modules.get(path))).toEqual([])
    const again = plantCode(reshaped, name, plantChanges[name])
    const printed = new Map<string, string>()
    for (const [path, text] of again) printed.set(path, print(text))
    expect(printed).toEqual(reshape(planted))
  },
)

test.each([
  ['nowhere', 'void 0', 0],
  ['reserve', "$call('id', $$)", 2],
])('a plant of which the code is not there once is named: %s', (name, from, places) => {
  expect(() => plantCode(modules, 'odd', [{ in: name, from, to: '' }])).toThrow(
    `The plant odd: ${name} has ${places} places instead of one`,
  )
})
