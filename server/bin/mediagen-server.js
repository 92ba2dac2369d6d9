#!/usr/bin/env node
// Not built, and without imports, so that a Node that is too old reads it and says what is missing.
if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(
    `mediagen needs Node 24 or newer, and this is ${process.versions.node} (${process.execPath}).\n` +
      'Install it from https://nodejs.org, or run: npx -p node@24 -p @mediagen/server -p @mediagen/studio mediagen-server\n',
  )
  process.exit(1)
}
// One of the flags of the image and the unit files, and the one that also works from here:
// docs/decisions/2026-11-21-small-v8-heap.md.
process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=60')
import('../dist/main.js')
