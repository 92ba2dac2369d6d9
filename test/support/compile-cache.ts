/** What lets a process that a test starts take compiled code over from those before it, where the run has it. */
export const compileCache: Readonly<Record<string, string>> =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
