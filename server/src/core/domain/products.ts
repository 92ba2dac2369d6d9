/** The four products of the service. A product's name is also the `type` of its tasks. */
export const productNames = [
  'image.generate',
  'image.transform',
  'video.generate',
  'video.transform',
] as const

export type ProductName = (typeof productNames)[number]

/** The medium that a product generates; it decides which member of a task's `output` holds the result. */
export type Surface = 'image' | 'video'

export function surfaceOf(product: ProductName): Surface {
  return product === 'image.generate' || product === 'image.transform' ? 'image' : 'video'
}

/** The products that take an upload as input. */
export const productsWithInput = [
  'image.transform',
  'video.transform',
] as const satisfies readonly ProductName[]

export function takesInput(product: ProductName): boolean {
  return productsWithInput.some((name) => name === product)
}

/** The contract's operation that accepts each product. */
export const operationOf = {
  'image.generate': 'generateImage',
  'image.transform': 'transformImage',
  'video.generate': 'generateVideo',
  'video.transform': 'transformVideo',
} as const satisfies Record<ProductName, string>
