#!/usr/bin/env node
// @ts-check
// The command mediagen-codegen. Node runs the TypeScript of src/ as it is from version 24 on.
const [major = 0] = process.versions.node.split('.').map(Number)
if (major >= 24) await import('./src/main.ts')
else {
  process.stderr.write(`mediagen: mediagen-codegen needs Node 24, and this is ${process.version}\n`)
  process.exitCode = 2
}
