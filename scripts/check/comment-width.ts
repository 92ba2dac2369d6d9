/**
 * Fails when a line of a comment is wider than the code around it may be; Biome wraps code but not comments.
 */
import { readFileSync } from 'node:fs'
import { columnsMax, longCommentLines } from './long-comment-lines.ts'
import { projectFiles } from './project-files.ts'

const tooLong = projectFiles(/\.(ts|mjs|cjs|js|ya?ml|sql)$/).flatMap((path) =>
  longCommentLines(path, readFileSync(path, 'utf8')).map((line) => `${path}:${line}`),
)
for (const place of tooLong)
  process.stdout.write(`${place} has a comment over ${columnsMax} columns: wrap it\n`)
process.exitCode = tooLong.length === 0 ? 0 : 1
