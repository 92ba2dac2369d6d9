import { type Command, UsageError } from '../command-line.ts'
import { rightsFlags, rightsHelp, rightsOf, rightsUsage, rightsValues } from '../read/reference-rights.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { changesText } from './changes-text.ts'
import { compareContracts } from './compare-contracts.ts'

export const command: Command = {
  usage: `OLD NEW [--json] ${rightsUsage}`,
  help: `  OLD, NEW  two OpenAPI documents, or folders with an openapi.yaml
  --json    prints the changes as one JSON document
${rightsHelp}

Prints what a caller can notice between the two, as Markdown. Texts and examples are not compared. The exit
code is 1 if a change could break a client of OLD, and 0 otherwise.`,
  flags: ['json', ...rightsFlags],
  values: rightsValues,
  wordsMax: 2,
  run: async ({ words: [before, after], flags, values }) => {
    if (before === undefined || after === undefined) throw new UsageError('name two documents')
    const rights = rightsOf({ flags, values })
    const changes = compareContracts(await wholeDocument(before, rights), await wholeDocument(after, rights))
    process.stdout.write(flags.has('json') ? `${JSON.stringify({ changes }, null, 2)}\n` : textOf(changes))
    return changes.some(({ kind }) => kind === 'breaking') ? 1 : 0
  },
}

function textOf(changes: ReturnType<typeof compareContracts>): string {
  return changes.length === 0 ? 'No difference that a caller of OLD must know of.\n' : changesText(changes)
}
