// npm run release -- sbom [FOLDER]: writes a bill of materials for each product into a folder, by default
// out/sbom.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'
import { billOfMaterials, products } from './bill-of-materials.ts'

const folder = resolve(process.argv[2] ?? join(projectRoot, 'out', 'sbom'))
mkdirSync(folder, { recursive: true })
for (const product of products) {
  const file = join(folder, `${product.name}.cdx.json`)
  const bill = billOfMaterials(product)
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  process.stdout.write(`${file}: ${bill.components.length} components\n`)
}
