// Built into a bundle of its own (bundle-packages.ts).
export { createLogUpdate } from 'log-update'
