import type { CompletionLevel } from './completion-levels.js'

/** The bash completion, as a script to source. Where nothing matches, bash completes file names. */
export function bashScript(levels: readonly CompletionLevel[]): string {
  const known = levels.flatMap(({ path }) => (path === '' ? [] : [path]))
  return `# Completion of mediagen for bash. Add to ~/.bashrc: source <(mediagen completion bash)
_mediagen() {
  # The words are read from the line itself: bash would split a choice such as 16:9 at its colon.
  local line=\${COMP_LINE:0:COMP_POINT} path= word list= words current previous
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=\${words[\${#words[@]}-1]}
  previous=\${words[\${#words[@]}-2]}
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    case "\${path:+$path }$word" in
      ${known.map((path) => `"${path}"`).join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${levels.map(levelCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$list" -- "$current"))
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local prefix=\${current%"\${current##*:}"}
    COMPREPLY=("\${COMPREPLY[@]#"$prefix"}")
  fi
}
complete -o default -F _mediagen mediagen
`
}

function levelCase({ path, commands, options, choices, valued, argument }: CompletionLevel): string {
  const words = [...commands.map(({ word }) => word), ...argument].join(' ')
  const names = options.map(({ word }) => word).join(' ')
  const cases = choices.map(
    ({ names, values }) => `        ${names.join(' | ')}) list="${values.join(' ')}" ;;`,
  )
  if (valued.length > 0) cases.push(`        ${valued.join(' | ')}) list= ;;`)
  const rest = `if [[ $current == -* ]]; then list="${names}"; else list="${words}"; fi`
  return [
    `    "${path}")`,
    '      case "$previous" in',
    ...cases,
    `        *) ${rest} ;;`,
    '      esac ;;',
  ].join('\n')
}
