// node server/remove-stale-output.ts: before every build, also a cached one. Deletes the output of sources
// that are gone, which neither the compiler nor turbo does: an import of it would still resolve.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const { references } = JSON.parse(readFileSync(join(import.meta.dirname, 'tsconfig.build.json'), 'utf8'))
const packages: string[] = ['.', ...references.map(({ path }: { path: string }) => dirname(path))]

for (const name of packages) {
  const home = join(import.meta.dirname, name)
  for (const file of globSync('**/*.{js,js.map,d.ts}', {
    cwd: join(home, 'dist'),
    exclude: ['reference/**'],
  })) {
    const source = file.replace(/\.(js|js\.map|d\.ts)$/, '.ts')
    if (!existsSync(join(home, 'src', source))) rmSync(join(home, 'dist', file))
  }
}
