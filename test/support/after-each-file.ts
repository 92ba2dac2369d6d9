import { afterAll } from 'vitest'
import { dropTestDatabases } from './test-database.ts'

// Registered before the file's own hooks, therefore run after them: the file has closed its connections by
// then.
afterAll(dropTestDatabases)
