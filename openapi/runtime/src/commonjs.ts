// All entries as one: two of CommonJS would not share the classes of errors.
export * from './index.ts'
export * from './multipart.ts'
