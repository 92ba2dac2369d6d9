import type { CompletionLevel, CompletionWord } from './completion-levels.js'

/** The zsh completion, with descriptions: a file of the function path, or a script to source. */
export function zshScript(levels: readonly CompletionLevel[]): string {
  const known = levels.flatMap(({ path }) => (path === '' ? [] : [path]))
  return `#compdef mediagen
# Completion of mediagen for zsh. Save it as _mediagen in a folder of your $fpath, or add to ~/.zshrc, after
# compinit: source <(mediagen completion zsh)
_mediagen() {
  local level= word current=\${words[CURRENT]} previous=\${words[CURRENT-1]}
  local -a list
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${level:+$level }$word" in
      ${known.map((path) => `${quote(path)}`).join(' | ')}) level="\${level:+$level }$word" ;;
    esac
  done
  case "$level" in
${levels.map(levelCase).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _mediagen ]]; then
  _mediagen "$@"
else
  compdef _mediagen mediagen
fi
`
}

function levelCase({ path, commands, options, choices, valued, argument }: CompletionLevel): string {
  const cases = choices.map(
    ({ names, values }) => `        ${names.join(' | ')}) compadd -- ${values.join(' ')} ;;`,
  )
  if (valued.length > 0) cases.push(`        ${valued.join(' | ')}) _files ;;`)
  return [
    `    ${quote(path)})`,
    '      case "$previous" in',
    ...cases,
    '        *)',
    '          if [[ $current == -* ]]; then',
    `            list=(${listOf(options)})`,
    "            _describe 'option' list",
    '          else',
    `            ${messageOf(commands, argument)}`,
    '          fi ;;',
    '      esac ;;',
  ].join('\n')
}

function messageOf(commands: readonly CompletionWord[], argument: readonly string[]): string {
  if (commands.length > 0) return `list=(${listOf(commands)}); _describe 'command' list`
  return argument.length > 0 ? `compadd -- ${argument.join(' ')}` : '_files'
}

function listOf(words: readonly CompletionWord[]): string {
  return words
    .map(({ word, description }) => quote(`${word}:${description.replaceAll(':', '\\:')}`))
    .join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
