import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeScene } from './describe-scene.js'
import type { SceneDescription } from './scene-description.js'

describe('describeScene', () => {
  test.each<[string, Partial<Omit<SceneDescription, 'subjects'>> & { subjects?: string[] }]>([
    ['a lighthouse in a storm', { place: 'coast', subjects: ['lighthouse'] }],
    [
      'a red fox in a snowy forest at dawn',
      { place: 'forest', subjects: ['fox'], light: 'dawn', season: 'winter' },
    ],
    ['a cat on a windowsill, watercolor', { place: 'windowsill', subjects: ['cat'], medium: 'watercolour' }],
    ['city skyline at night, neon, rain', { place: 'city', subjects: [], light: 'night', medium: 'neon' }],
    ['three hot air balloons over green hills', { place: 'hills', subjects: ['balloon'] }],
    [
      'a sailboat on a calm lake at sunset',
      { place: 'lake', subjects: ['sailboat'], light: 'sunset', mood: 'calm' },
    ],
    ['an astronaut on a purple planet', { place: 'planet', subjects: ['astronaut'], placeColour: 'purple' }],
    ['a bowl of oranges, oil painting', { place: 'table', subjects: ['bowl', 'citrus'], medium: 'oil' }],
    ['desert dunes under a starry sky', { place: 'desert', light: 'night' }],
    ['a castle on a cliff, low poly', { place: 'coast', subjects: ['castle'], medium: 'low-poly' }],
    ['cherry blossoms by a pagoda, ukiyo-e', { subjects: ['pagoda', 'blossom'], medium: 'woodblock' }],
    ['a whale beneath the waves', { place: 'underwater', subjects: ['whale'] }],
    ['robot in a field of sunflowers', { place: 'meadow', subjects: ['robot', 'sunflower'] }],
    ['abstract thoughts of tomorrow', { place: 'abstract', subjects: [] }],
    ['planets and a galaxy', { place: 'space' }],
  ])('reads "%s" as a person does', (prompt, expected) => {
    const scene = describeScene(prompt)
    const { subjects, ...rest } = expected
    expect(scene).toMatchObject(rest)
    if (subjects) expect(scene.subjects.map(({ kind }) => kind)).toEqual(subjects)
  })

  test('gives counts and colours to the noun that follows them', () => {
    const [balloons, cat] = describeScene('three red balloons and a white cat').subjects
    expect(balloons).toMatchObject({ kind: 'toy-balloon', count: 3, colour: 'red' })
    expect(cat).toMatchObject({ kind: 'cat', count: 1, colour: 'white' })
  })

  test('takes away what the negative prompt names, and nothing else', () => {
    const plain = describeScene('a meadow with people and a cottage at noon')
    const reduced = describeScene('a meadow with people and a cottage at noon', 'clouds, people, trees')
    expect(plain.elements).toEqual(expect.arrayContaining(['clouds', 'trees']))
    expect(plain.subjects.map(({ kind }) => kind)).toEqual(['person', 'cottage'])
    for (const element of ['clouds', 'trees', 'people']) expect(reduced.elements).not.toContain(element)
    expect(reduced.subjects.map(({ kind }) => kind)).toEqual(['cottage'])
    expect(reduced).toMatchObject({ place: 'meadow', light: 'noon' })
  })

  test('lets a negative prompt refuse weather, light, colour, medium and water', () => {
    const scene = describeScene(
      'a red stormy lake at night, oil painting',
      'storm, night, red, oil painting, water',
    )
    expect(scene.weather).not.toContain('storm')
    expect(scene.light).not.toBe('night')
    expect(scene.placeColour).toBeUndefined()
    expect(scene.medium).toBe('photo')
    expect(scene.elements).not.toContain('water')
    expect(['lake', 'sea', 'river', 'beach', 'coast']).not.toContain(scene.place)
  })

  test('understands "without" inside the prompt', () => {
    expect(describeScene('a mountain valley without trees').elements).not.toContain('trees')
  })

  test('changes the seed with every change of either prompt', () => {
    const seeds = ['a cat', 'a cat.', 'a Cat', 'a cat ', 'a zorp cat'].map(
      (prompt) => describeScene(prompt).seed,
    )
    expect(new Set([...seeds, describeScene('a cat', 'dog').seed]).size).toBe(6)
  })

  test('never throws, is pure, and bounds what is painted, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 60 }),
        (prompt, negative) => {
          const scene = describeScene(prompt, negative)
          expect(describeScene(prompt, negative)).toEqual(scene)
          expect(scene.subjects.length).toBeLessThanOrEqual(5)
          for (const { count } of scene.subjects) expect(count).toBeLessThanOrEqual(14)
        },
      ),
      { numRuns: 150 },
    )
  })
})
