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

/** `todo.item`, `2fa` → `TodoItem`, `_2fa`: any name as the name of a type. Names that fit already stay. */
export function typeName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : identifier(upperFirst(camelCase(name)))
}

/** A name that may be empty or begin with a digit, as an identifier. */
export function identifier(name: string): string {
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

/** A property name as TypeScript writes it: bare where it can be, quoted where it must be. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A text as a literal of TypeScript. */
export function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** What TypeScript reserves in a module, and as the name of a type. */
const reservedWords = new Set(
  'any arguments await bigint boolean break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let never new null number object package private protected public return static string super switch symbol this throw true try typeof undefined unknown var void while with yield'.split(
    ' ',
  ),
)

/** Whether a name cannot be that of a variable or a type. */
export function isReservedWord(name: string): boolean {
  return reservedWords.has(name)
}
