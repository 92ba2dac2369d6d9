import { existsSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { type Command, CommandError } from '../command-line.ts'
import { contractEntry } from '../contract-entry.ts'
import { command as generateCommand } from '../generate-command.ts'
import { openContract } from '../open-contract.ts'
import { readSources } from '../read/read-sources.ts'
import { defaultSettings } from '../settings.ts'
import { writeFiles } from '../staging.ts'
import { type StarterContract, starterFiles, starterText } from './starter.ts'

const sample = 'openapi.yaml'

export const command: Command = {
  usage: '[CONTRACT]',
  help: `  CONTRACT  an OpenAPI 3.1 document, or a folder with an openapi.yaml; a small one is written if none is given

Writes a project that serves the contract into this folder: package.json, tsconfig.json, generate.yaml, a class
for the operations of each tag, a server and a test; and generates. A file that exists is left as it is.`,
  wordsMax: 1,
  run: async ({ words: [given] }) => {
    if (given === undefined) await writeNew({ [sample]: starterText(sample) })
    const contract = await starterContract(await contractEntry(resolve(given ?? sample)))
    await writeNew(starterFiles(packageName(), contract))
    const code = await generateCommand.run({ flags: new Set(), values: new Map(), words: [] })
    if (code === 0) console.log(nextSteps(contract))
    return code
  },
}

async function starterContract(entry: string): Promise<StarterContract> {
  try {
    const { document, contract, operations } = await openContract(readSources(entry), defaultSettings)
    return {
      path: relative(process.cwd(), entry).replaceAll(sep, '/'),
      document: contract,
      operations,
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
