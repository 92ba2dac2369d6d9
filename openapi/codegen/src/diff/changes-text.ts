import type { Change } from './change.ts'

const titles = { breaking: 'Breaking', deprecation: 'Deprecated', addition: 'Added' } as const

/** Changes as Markdown, each kind under its heading. */
export function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Texts and examples only.\n'
  const kinds = ['breaking', 'deprecation', 'addition'] as const
  return kinds
    .map((kind) => ({ kind, own: changes.filter((change) => change.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => `### ${titles[kind]}\n\n${own.map(lineOf).join('')}`)
    .join('\n')
}

function lineOf({ where, what }: Change): string {
  return `- \`${where}\`: ${what}\n`
}
