// @ts-check
/** A plugin of Stryker: leaves out the words of plain errors, which nobody but a developer reads. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'error-messages',
    value: {
      /** @param {{ node: { type: string }, parent: { type: string, callee?: { name?: string } } | null }} path */
      shouldIgnore({ node, parent }) {
        const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral'
        const isError = parent?.type === 'NewExpression' && parent.callee?.name === 'Error'
        return isText && isError ? 'the words of an error' : undefined
      },
    },
  },
]
