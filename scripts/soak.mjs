// @ts-check
// npm run soak: the whole service on MySQL while its processes and its database are killed. Arguments after
// -- go to test/soak/main.ts.
import { join } from 'node:path'
import { runForeground } from './set-up/child-process.mjs'
import { prepare, runCommand } from './set-up/prepare.mjs'

await runCommand(async () => {
  const { node } = await prepare()
  return runForeground(node, [join('test', 'soak', 'main.ts'), ...process.argv.slice(2)])
})
