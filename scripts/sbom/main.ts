// node scripts/sbom/main.ts [FOLDER]: writes a software bill of materials (CycloneDX 1.6) for each product
// into a folder, by default out/sbom. It reads only the project's files and needs no packages and no network.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runCommand } from '../set-up/prepare.mjs'
import { projectRoot } from '../set-up/project.mjs'
import { billOfMaterials } from './cyclonedx.ts'
import { type Lock, shippedPackages } from './shipped-packages.ts'

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

const lock: Lock = {
  packages: JSON.parse(readText('package-lock.json')).packages,
  bundled: {
    server: JSON.parse(readText('server/bundled-packages.json')),
    'sdk/cli': JSON.parse(readText('sdk/cli/bundled-packages.json')),
  },
}
const image = /^ARG NODE_IMAGE=(\S+)$/m.exec(readText('server/Dockerfile'))?.[1]
if (image === undefined) throw new Error('server/Dockerfile names no image to build on.')

const products = [
  { file: 'mediagen-server.cdx.json', folder: 'server', type: 'application', image },
  { file: 'mediagen-studio.cdx.json', folder: 'server/studio', type: 'application' },
  { file: 'mediagen-sdk.cdx.json', folder: 'sdk', type: 'library' },
  { file: 'mediagen-cli.cdx.json', folder: 'sdk/cli', type: 'application' },
] as const

await runCommand(async () => {
  const { words } = readArguments({ usage: 'node scripts/sbom/main.ts [FOLDER]', wordsMax: 1 })
  const target = resolve(words[0] ?? join(projectRoot, 'out', 'sbom'))
  mkdirSync(target, { recursive: true })
  for (const { file, folder, ...product } of products) {
    const bill = billOfMaterials(shippedPackages(lock, folder), product)
    writeFileSync(join(target, file), `${JSON.stringify(bill, null, 2)}\n`)
    process.stdout.write(`${join(target, file)}: ${bill.components.length} components\n`)
  }
  return 0
})
