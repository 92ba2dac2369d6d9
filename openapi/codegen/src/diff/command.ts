import { type Command, UsageError } from '../command-line.ts'
import { wholeDocument } from '../read/whole-document.ts'
import { changesText } from './changes-text.ts'
import { compareContracts } from './compare-contracts.ts'

export const command: Command = {
  usage: 'OLD NEW',
  help: `  OLD, NEW  two OpenAPI documents, or folders with an openapi.yaml

Prints what a caller can notice between the two, as Markdown. Texts and examples are not compared. The exit
code is 1 if a change could break a client of OLD, and 0 otherwise.`,
  wordsMax: 2,
  run: async ({ words: [before, after] }) => {
    if (before === undefined || after === undefined) throw new UsageError('name two documents')
    const changes = compareContracts(await wholeDocument(before), await wholeDocument(after))
    process.stdout.write(changesText(changes))
    return changes.some(({ kind }) => kind === 'breaking') ? 1 : 0
  },
}
