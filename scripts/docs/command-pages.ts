import type { createProgram } from '../../sdk/cli/dist/program.js'
import type { Page } from './page.ts'

type Program = ReturnType<typeof createProgram>
type Command = Program['commands'][number]

/** A page for each command of a CLI, made from its own help, and the list of them. */
export function commandPages(program: Program): Page[] {
  const pages = program.commands.map((command) => ({
    path: `reference/command-line/${command.name()}.md`,
    text: `# ${program.name()} ${command.name()}\n\n${helpOf(command)}${command.commands
      .map((one) => `## ${command.name()} ${one.name()}\n\n${helpOf(one)}`)
      .join('')}`,
  }))
  const rows = program.commands.map(
    (command) =>
      `| [${command.name()}](/reference/command-line/${command.name()}) | ${command.description()} |`,
  )
  const list = `# The command line

[Its guide](/sdk/cli) has examples of each task. These pages are the help that each command prints.

| Command | What it does |
|---|---|
${rows.join('\n')}

${helpOf(program)}`
  return [{ path: 'reference/command-line/index.md', text: list }, ...pages]
}

/** The whole help of a command, with the examples at its end. */
function helpOf(command: Command): string {
  const lines: string[] = []
  command.configureOutput({ writeOut: (text) => void lines.push(text) }).outputHelp()
  return `\`\`\`text\n${lines.join('').trimEnd()}\n\`\`\`\n\n`
}
