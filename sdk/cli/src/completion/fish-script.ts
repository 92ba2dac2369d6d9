import type { CompletionLevel, CompletionWord } from './completion-levels.js'

/** The fish completion, with descriptions: a file of the folder for completions, or a script to source. */
export function fishScript(levels: readonly CompletionLevel[]): string {
  const known = levels.flatMap(({ path }) => (path === '' ? [] : [quote(path)]))
  return `# Completion of mediagen for fish. Save it as ~/.config/fish/completions/mediagen.fish, or add to
# ~/.config/fish/config.fish: mediagen completion fish | source
function __mediagen_at
    # The command so far, from the words before the cursor: "tasks wait".
    set -l level ''
    for word in (commandline -opc)[2..]
        set -l next (string trim -- "$level $word")
        if contains -- $next ${known.join(' ')}
            set level $next
        end
    end
    test "$level" = "$argv[1]"
end
complete -c mediagen -e
${levels.flatMap(linesOf).join('\n')}
`
}

function linesOf({ path, commands, options, choices, valued, argument }: CompletionLevel): string[] {
  const at = `complete -c mediagen -n ${quote(`__mediagen_at ${quote(path)}`)}`
  const words = [...commands, ...argument.map((word) => ({ word, description: '' }))]
  const valueFlags = ({ word }: CompletionWord) => {
    const choice = choices.find(({ names }) => names.includes(word))
    if (choice !== undefined) return ` -x -a ${quote(choice.values.join(' '))}`
    // Any other value may be a file.
    return valued.includes(word) ? ' -r -F' : ''
  }
  return [
    // Files follow where no word does.
    ...(words.length > 0 ? [`${at} -f`] : []),
    ...words.map(({ word, description }) => `${at} -a ${quote(word)}${describe(description)}`),
    ...options.map((option) => {
      const name = option.word.startsWith('--') ? `-l ${option.word.slice(2)}` : `-s ${option.word.slice(1)}`
      return `${at} ${name}${valueFlags(option)}${describe(option.description)}`
    }),
  ]
}

function describe(text: string): string {
  return text === '' ? '' : ` -d ${quote(text)}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
