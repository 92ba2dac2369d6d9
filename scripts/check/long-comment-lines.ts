/** Longest line of a comment, in columns: the width to which Biome formats code. */
export const columnsMax = 110

/** Directives to tools, which cannot be wrapped. */
const directive = /biome-ignore|@ts-|@type|@param|@returns|yaml-language-server/

const commentStarts = {
  code: /^\s*(\/\/|\/\*|\*)/,
  sql: /^\s*--/,
  yaml: /^\s*#/,
} as const

/**
 * The numbers of the lines that hold nothing but a comment and exceed `columnsMax`. The language is known by
 * the path. Lines with a directive or without a space to break at are exempt. /
 */
export function longCommentLines(path: string, source: string): number[] {
  const start = commentStarts[path.endsWith('.sql') ? 'sql' : /\.ya?ml$/.test(path) ? 'yaml' : 'code']
  return source.split('\n').flatMap((line, index) => {
    const isTooLong = line.length > columnsMax && start.test(line) && !directive.test(line)
    return isTooLong && /\S\s+\S+\s+\S/.test(line) ? [index + 1] : []
  })
}
