// The SDK as a module imports it: Deno takes an import in a CommonJS file for a require.
export * from '@mediagen/sdk'
