import { constants } from 'node:os'
import { isServerCommand, runServer } from './server-commands.js'
import { processTerminal } from './terminal.js'

// A reader such as `head` may close standard output early; that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(128 + constants.signals.SIGPIPE)
})

const argv = process.argv.slice(2)
if (isServerCommand(argv[0])) process.exitCode = await runServer(argv)
else {
  const { run } = await import('./run.js')
  process.exitCode = await run(argv, processTerminal)
}
