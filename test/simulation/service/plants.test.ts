import { expect, test } from 'vitest'
import { judgePlant } from '../../breakage/plants/judge-plant.ts'
import { plants } from '../../breakage/plants/plants.ts'

test.for(plants.filter(({ where }) => where === 'simulation'))(
  'a server with the fault $name violates what its checker guards, and nothing else',
  { timeout: 300_000 },
  async (plant) => {
    const found = await judgePlant(plant, plant.seed ?? 1)
    expect([...found.keys()], [...found.values()].join('\n')).toEqual([plant.foundBy])
  },
)
