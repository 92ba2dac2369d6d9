// The programs in docs/guides/, which `npm run generate` copies from the files that the comments above them name. --check compares.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGenerated } from '../errors/write-generated.ts'
import { projectRoot } from '../set-up/project.mjs'
import { withGuideCode } from './guide-code.ts'

writeGenerated(() =>
  Object.fromEntries(
    globSync('docs/guides/*.md', { cwd: projectRoot }).map((page) => [
      page,
      withGuideCode(readFileSync(join(projectRoot, page), 'utf8'), (file) =>
        readFileSync(join(projectRoot, file), 'utf8'),
      ),
    ]),
  ),
)
