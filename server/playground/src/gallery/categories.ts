import type { GalleryExample } from '@mediagen/sdk'

export interface Category {
  readonly id: string
  readonly label: string
}

/** The categories of some examples, in the order of the service. */
export function categoriesOf(examples: readonly GalleryExample[]): Category[] {
  const found = new Map(
    examples.flatMap(({ category }) => (category === null ? [] : [[category.id, category]])),
  )
  return [...found.values()].sort((one, other) => one.sortOrder - other.sortOrder)
}

/** What shows an effect, where something does. */
export function exampleOf(
  examples: readonly GalleryExample[],
  effectId: string,
  surface: 'image' | 'video',
): GalleryExample | undefined {
  return examples.find((one) => one.request.effectId === effectId && one.surface.toLowerCase() === surface)
}
