/** `mediagen serve` as a test's process: an API and a worker with connections of their own; see `process-parts.ts`. */
await import('./api-process.ts')
await import('./worker-process.ts')
