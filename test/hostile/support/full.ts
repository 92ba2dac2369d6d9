/** Whether `npm run hostile -- --full` asks for what takes minutes as well. */
export const isFull = process.env.HOSTILE_FULL === '1'
