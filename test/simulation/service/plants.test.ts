import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgePlant, plants } from '../../history/plants.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-plants-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.for(plants.filter(({ where }) => where === 'simulation'))(
  'a server with the fault $name violates what its checker guards, and nothing else',
  { timeout: 300_000 },
  async (plant) => {
    const { seed = 1 } = plant
    const found = await judgePlant(plant, { folder, seed })
    expect([...found.keys()], [...found.values()].join('\n')).toEqual([plant.foundBy])
  },
)
