/** `Idempotency-Key` → `idempotencyKey`: a header's name as a TypeScript property. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return lowerFirst(first) + rest.map(upperFirst).join('')
}

/** `GalleryExample` → `gallery-example`: a name as a file name. */
export function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
}

export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

/** A property name as TypeScript writes it: bare where it can be, quoted where it must be. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
