#!/usr/bin/env node
// Not built, so that npm finds it in a fresh checkout, too, and links it.
import { existsSync } from 'node:fs'

try {
  await import('../dist/main.js')
} catch (error) {
  // Only a checkout has the source, and may lack what is built from it, here or in the SDK.
  const isUnbuilt = error.code === 'ERR_MODULE_NOT_FOUND' && existsSync(new URL('../src', import.meta.url))
  if (!isUnbuilt) throw error
  process.stderr.write('The command line is not built in this checkout yet: npm run build\n')
  process.exitCode = 1
}
