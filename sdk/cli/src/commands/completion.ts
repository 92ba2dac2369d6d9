import { Argument, Command } from 'commander'
import type { CreateAction } from '../command.js'
import { bashScript } from '../completion/bash-script.js'
import { completionLevels } from '../completion/completion-levels.js'
import { fishScript } from '../completion/fish-script.js'
import { zshScript } from '../completion/zsh-script.js'
import type { Context, GlobalOptions } from '../context.js'

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** `mediagen completion bash|zsh|fish`: a script that completes commands, options and choices. */
export function completionCommand(createAction: CreateAction): Command {
  const command = new Command('completion')
    .description('Print a script that completes commands, options and choices in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
  const print = async ({ output }: Context, _: GlobalOptions, shell: keyof typeof shells) => {
    const script = shells[shell](completionLevels(programOf(command)))
    output.result({ shell, script }, script.trimEnd().split('\n'))
  }
  return command.action(createAction(print))
}

function programOf(command: Command): Command {
  return command.parent === null ? command : programOf(command.parent)
}
