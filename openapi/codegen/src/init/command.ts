import { existsSync, readFileSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { type Command, CommandError } from '../command-line.ts'
import { contractEntry } from '../contract-entry.ts'
import { command as generateCommand } from '../generate-command.ts'
import { openContract } from '../open-contract.ts'
import { readSources } from '../read/read-sources.ts'
import { defaultSettings } from '../settings.ts'
import { writeFiles } from '../staging.ts'
import { completed, type Manifest, type StarterContract, starterFiles, starterText } from './starter.ts'

const sample = 'openapi.yaml'
const errorsModule = 'src/errors.ts'

export const command: Command = {
  usage: '[CONTRACT]',
  help: `  CONTRACT  an OpenAPI 3.1 document, or a folder with an openapi.yaml; a small one is written if none is given

Writes a project that serves the contract into this folder: package.json, tsconfig.json, generate.yaml, a class
for the operations of each tag, a server and a test; and generates. A file that exists is left as it is, but for a
package.json, which gets the scripts and dependencies that it lacks.`,
  wordsMax: 1,
  run: async ({ words: [given] }) => {
    if (given === undefined) await writeNew({ [sample]: starterText(sample) })
    const contract = await starterContract(await contractEntry(resolve(given ?? sample)))
    const manifest = await completeManifest()
    await writeNew(starterFiles(contract, manifest))
    const code = await generateCommand.run({ flags: new Set(), values: new Map(), words: [] })
    if (code === 0) console.log(nextSteps(contract))
    return code
  },
}

async function starterContract(entry: string): Promise<StarterContract> {
  try {
    const sources = readSources(entry)
    const open = (errorForm: string) => openContract(sources, { ...defaultSettings, errorForm })
    let isDerived = true
    const { document, contract, operations } = await open(defaultSettings.errorForm).catch(async (error) => {
      isDerived = false
      // Where error bodies alone are missing, a module makes them.
      return open(resolve(errorsModule)).catch(() => Promise.reject(error))
    })
    return {
      path: relative(process.cwd(), entry).replaceAll(sep, '/'),
      document: contract,
      operations,
      ...(isDerived ? {} : { errors: errorsModule }),
      hasErrorCodes: document['x-error-statuses'] !== undefined,
    }
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

/** Writes the files that are not there yet. */
async function writeNew(files: Readonly<Record<string, string>>): Promise<void> {
  const present = Object.keys(files).filter(existsSync)
  for (const name of present) console.log(`left as it is: ${name}`)
  await writeFiles('.', Object.fromEntries(Object.entries(files).filter(([name]) => !present.includes(name))))
}

/** Adds what package.json lacks, and names what of it was there and may not do. */
async function completeManifest(): Promise<Manifest> {
  const text = existsSync('package.json') ? readFileSync('package.json', 'utf8') : undefined
  const given: Manifest = text === undefined ? newManifest() : parsedManifest(text)
  const manifest = completed(given)
  const written = JSON.stringify(manifest, null, /^([ \t]+)"/m.exec(text ?? '')?.[1] ?? 2)
  await writeFiles('.', { 'package.json': `${written}\n` })
  if (text !== undefined) console.log('added to package.json: the scripts and dependencies that it lacked')
  const { scripts = {} } = completed({})
  for (const [name, script] of Object.entries(scripts))
    if (manifest.scripts?.[name] !== script)
      console.log(`left as it is in package.json: the script ${name}; a starter's is "${script}"`)
  if (existsSync('tsconfig.json')) console.log('tsconfig.json has to include src')
  return manifest
}

function parsedManifest(text: string): Manifest {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError('package.json is no JSON')
  }
}

function newManifest(): Manifest {
  const { private: isPrivate, type } = JSON.parse(starterText('package.json'))
  return Object.assign({ name: packageName(), version: '0.0.0', private: isPrivate }, { type })
}

/** The folder's name, in the letters that npm takes. */
function packageName(): string {
  const name = basename(process.cwd())
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
  return name.replaceAll(/^-+|-+$/g, '') || 'backend'
}

function nextSteps({ path }: StarterContract): string {
  return `
  npm install
  npm test
  npm start
  npx mediagen-codegen conform http://localhost:3000 --contract ${path} --key any`
}
