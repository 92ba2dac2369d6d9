/**
 * A pattern as validators run it, with the flag u; undefined if it is none of ECMAScript. Patterns of other dialects escape
 * what needs no escape, which the flag forbids.
 */
export function checkedPattern(pattern: string): string | undefined {
  return [pattern, withoutNeedlessEscapes(pattern)].find(isPattern)
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** `\_` is `_`; a dash beside a class, as in `[\w-.]`, is one. */
function withoutNeedlessEscapes(pattern: string): string {
  return pattern
    .replaceAll(/\\([^\w\s^$\\.*+?()[\]{}|/-]|_)/g, '$1')
    .replaceAll(/\[(?:\\.|[^\]\\])*\]/g, (list) =>
      list.replaceAll(/(\\[wdsWDS])-(?!\])/g, '$1\\-').replaceAll(/(?<!^\[)-(?=\\[wdsWDS])/g, '\\-'),
    )
    .replaceAll(/\\-(?![^[]*\])/g, '-')
}
