// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The published packages' folders, dependencies first. */
export const publishedFolders = ['sdk', 'sdk/cli']

/**
 * Writes where the source is into the packages below a folder, because that is known only where they are
 * published: `repository`, `homepage` and `bugs` of each package.json, and absolute links in each README,
 * which a registry's page shows outside the repository. npm requires `repository` for provenance.
 * @param {string} root
 * @param {{ url: string, commit: string }} source the repository's address, as in
 * https://github.com/OWNER/NAME
 */
export function describePackages(root, { url, commit }) {
  for (const folder of publishedFolders) {
    const manifestFile = join(root, folder, 'package.json')
    const manifest = {
      ...JSON.parse(readFileSync(manifestFile, 'utf8')),
      repository: { type: 'git', url: `git+${url}.git`, directory: folder },
      homepage: `${url}/tree/${commit}/${folder}#readme`,
      bugs: { url: `${url}/issues` },
    }
    writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
    const readmeFile = join(root, folder, 'README.md')
    const readme = readFileSync(readmeFile, 'utf8')
    writeFileSync(readmeFile, withAbsoluteLinks(readme, folder, `${url}/blob/${commit}`))
  }
}

/**
 * A README with each link to a file of the repository made absolute; anchors and addresses stay as they are.
 * @param {string} readme
 * @param {string} folder the README's own, relative to the repository's root
 * @param {string} base the address of the repository's root
 */
export function withAbsoluteLinks(readme, folder, base) {
  return readme.replaceAll(
    /(\]\()(?![a-z]+:|#|\/)([^)\s#]+)/g,
    (_, before, path) => `${before}${base}/${posix.normalize(posix.join(folder, path))}`,
  )
}
