import { runAdmin } from '../../../server/src/commands/operator/run-admin.ts'

/** Runs a command line of an operator: its exit code, and what it prints. */
export async function runCommandLine(open: Parameters<typeof runAdmin>[0], argv: readonly string[]) {
  let [out, err] = ['', '']
  const code = await runAdmin(open, argv, {
    write(text) {
      out += text
    },
    writeError(text) {
      err += text
    },
  })
  return { code, out, err }
}
